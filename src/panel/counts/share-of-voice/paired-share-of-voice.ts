import { at } from '../../bytes.ts';
import type { CountedAnswers } from '../../panel.ts';
import { brandOf, type CountQuery, countGroups, lookingForAll } from '../../scan.ts';
import { byName, numbered } from '../../tally.ts';
import type { PairIds } from '../spreads/pairs.ts';
import { timesAt, timesIn } from './share-of-voice.ts';

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

const COUNTS = numbered([
  ...(['answers', 'naming', 'otherNaming', 'x', 'y', 't', 'xx', 'yy', 'tt', 'xy', 'xt', 'yt'] as const),
]);

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
  const tally = await countGroups(answers, voicing(pair, [panel.self, ...panel.competitors]));
  const rows = tally.map(([engine, prompt], count) => ({
    engine: engines.at(engine),
    promptId: prompts.at(prompt),
    ...byName(COUNTS, count),
  }));
  return rows.sort((one, other) => one.promptId - other.promptId);
}

function voicing(
  [trackedId, otherId]: PairIds,
  tracked: readonly number[],
): CountQuery<'mentions', [engine: number, prompt: number]> {
  return {
    name: null,
    kinds: ['mentions'],
    width: 12,
    add: ({ data: { mentions }, rows }, tally) => {
      const all = tracked.map((id) => brandOf(mentions, id));
      const [own, other] = [brandOf(mentions, trackedId), brandOf(mentions, otherId)];
      for (const row of lookingForAll(rows, all)) {
        const group = tally.groupOf([at(mentions.engine, row), at(mentions.prompt, row)]);
        const [x, y, t] = [timesAt(own, row), timesAt(other, row), timesIn(all, row)];
        tally.add(group, COUNTS.answers);
        if (x > 0) tally.add(group, COUNTS.naming);
        if (y > 0) tally.add(group, COUNTS.otherNaming);
        tally.add(group, COUNTS.x, x);
        tally.add(group, COUNTS.y, y);
        tally.add(group, COUNTS.t, t);
        tally.add(group, COUNTS.xx, x * x);
        tally.add(group, COUNTS.yy, y * y);
        tally.add(group, COUNTS.tt, t * t);
        tally.add(group, COUNTS.xy, x * y);
        tally.add(group, COUNTS.xt, x * t);
        tally.add(group, COUNTS.yt, y * t);
      }
    },
  };
}
