import { lookedForAll } from '../../marks.ts';
import type { CountedAnswers } from '../../panel.ts';
import {
  type CountQuery,
  countGroups,
  engineIn,
  otherIn,
  promptAndEngine,
  type Rows,
  sumsByPrompt,
  type Tally,
} from '../../scan.ts';
import type { PairIds } from '../spreads/pairs.ts';
import { timesIn } from './share-of-voice.ts';

/** Sums over one engine's answers to one prompt in which every current brand was looked for. */
export interface PairedShareOfVoice {
  readonly engine: string;
  readonly promptId: number;
  readonly answers: number;
  /** Answers that mention the brand, and the other brand. */
  readonly naming: number;
  readonly otherNaming: number;
  /** Mentions: x for the brand, y for the other, t for all; with squares and products. */
  readonly x: number;
  readonly y: number;
  readonly t: number;
  readonly xx: number;
  readonly yy: number;
  readonly tt: number;
  readonly xy: number;
  readonly xt: number;
  readonly yt: number;
}

/**
 * Counts mentions for a share-of-voice claim, in prompt order, so that sums of fractions do not vary.
 *
 * @param pair current brands; the same brand twice for a claim about one
 */
export async function countPairedShareOfVoice(
  answers: CountedAnswers,
  pair: PairIds,
): Promise<PairedShareOfVoice[]> {
  const { panel } = answers;
  const { engines, prompts } = panel.names;
  const totals = await countGroups(answers, voicing(pair, [panel.self, ...panel.competitors]));
  const rows = totals.map((group, count) => ({
    engine: engines.values[engineIn(group)] as string,
    promptId: prompts.values[otherIn(group)] as number,
    answers: count(0),
    naming: count(1),
    otherNaming: count(2),
    x: count(3),
    y: count(4),
    t: count(5),
    xx: count(6),
    yy: count(7),
    tt: count(8),
    xy: count(9),
    xt: count(10),
    yt: count(11),
  }));
  return rows.sort((one, other) => one.promptId - other.promptId);
}

const WIDTH = 12;

function voicing(pair: PairIds, tracked: readonly number[]): CountQuery<'mentions'> {
  return {
    name: null,
    kinds: ['mentions'],
    width: WIDTH,
    sums: (rows) =>
      sumsByPrompt(rows.data.mentions, WIDTH, (tally) => {
        voiceIn(rows, pair, tracked, tally);
      }),
  };
}

function voiceIn(
  { data: { mentions }, keep }: Rows<'mentions'>,
  pair: PairIds,
  tracked: readonly number[],
  tally: Tally,
): void {
  const { n } = mentions;
  const isLookedFor = lookedForAll(mentions, tracked);
  const xs = timesIn(mentions, [pair[0]], n);
  const ys = timesIn(mentions, [pair[1]], n);
  const ts = timesIn(mentions, tracked, n);
  for (let row = 0; row < n; row++) {
    if (isLookedFor[row] === 0 || (keep !== null && keep[row] === 0)) continue;
    const group = promptAndEngine(mentions, row);
    const x = xs[row] as number;
    const y = ys[row] as number;
    const t = ts[row] as number;
    tally.add(group, 0, 1);
    if (t === 0) continue;
    if (x > 0) tally.add(group, 1, 1);
    if (y > 0) tally.add(group, 2, 1);
    tally.add(group, 3, x);
    tally.add(group, 4, y);
    tally.add(group, 5, t);
    tally.add(group, 6, x * x);
    tally.add(group, 7, y * y);
    tally.add(group, 8, t * t);
    tally.add(group, 9, x * y);
    tally.add(group, 10, x * t);
    tally.add(group, 11, y * t);
  }
}
