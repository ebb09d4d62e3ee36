import { newcombe, sideOf } from '../../src/stats/rates/intervals.ts';

const SIZES = [30, 50, 100, 200];
const RATES = [0.1, 0.3, 0.5, 0.7, 0.9];

/** Baseline answers for each current one, once prompts have run for five weeks. */
const TIMES = 4;

/**
 * The smallest change distinguishable from noise, in points, down and up, by the rate before and the answers
 * on each side, as Markdown for docs/statistics.md.
 */
export function smallestChangeMarkdown(): string {
  const head = ['answers now', 'before', ...RATES.map((rate) => `${100 * rate}% before`)];
  const rows = SIZES.map((size) => [
    size,
    size * TIMES,
    ...RATES.map((rate) => `${smallest(size, rate, -1)} / ${smallest(size, rate, 1)}`),
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function smallest(size: number, rate: number, direction: 1 | -1): string {
  const start = Math.round(size * rate);
  const baseline = { events: start * TIMES, trials: size * TIMES };
  for (let events = start; events >= 0 && events <= size; events += direction) {
    if (sideOf(newcombe({ events, trials: size }, baseline)) === direction) {
      return String(Math.round((1000 * Math.abs(events - start)) / size) / 10);
    }
  }
  return 'none';
}
