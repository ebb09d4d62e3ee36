import { newcombe, sideOf } from '../../src/stats/intervals.ts';

const SIZES = [30, 50, 100, 200];
const RATES = [0.1, 0.3, 0.5, 0.7, 0.9];

/**
 * The smallest change that is distinguished from noise, in points, down and up, by the rate before and the answers on each side,
 * as Markdown for docs/statistics.md.
 *
 * @param times how many answers there are before for each one now
 */
export function smallestChangeMarkdown(times: number): string {
  const head = ['answers now', 'before', ...RATES.map((rate) => `${100 * rate}% before`)];
  const rows = SIZES.map((size) => [
    size,
    size * times,
    ...RATES.map((rate) => `${smallest(size, times, rate, -1)} / ${smallest(size, times, rate, 1)}`),
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function smallest(size: number, times: number, rate: number, direction: 1 | -1): string {
  const start = Math.round(size * rate);
  const baseline = { events: start * times, trials: size * times };
  for (let events = start; events >= 0 && events <= size; events += direction) {
    if (sideOf(newcombe({ events, trials: size }, baseline)) === direction) {
      return String(Math.round((1000 * Math.abs(events - start)) / size) / 10);
    }
  }
  return 'none';
}
