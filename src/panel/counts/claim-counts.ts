import type { ClaimMeasure } from '../../domain/alerts/claim.ts';
import type { Reader } from '../../domain/brand/reader.ts';
import { at } from '../bytes.ts';
import type { CountedAnswers } from '../panel.ts';
import { FRAMING_CODES, framingIn, isUnjudged } from '../row.ts';
import { brandOf, type CountQuery, countGroups, isCited, isNamed, lookingForAll } from '../scan.ts';
import { byName, numbered } from '../tally.ts';

/** Two tracked brand ids. */
type PairIds = readonly [trackedId: number, otherId: number];

/** A claim's event. `listed`: at this list position or better; null for any. */
export interface ClaimCondition {
  readonly measure: ClaimMeasure;
  readonly top: number | null;
}

/** Counts of an engine's answers to one prompt in which all given brands were looked for. */
export interface ClaimCount {
  readonly engine: string;
  readonly promptId: number;
  readonly answers: number;
  /** The rate's denominator, the same for both brands. */
  readonly trials: number;
  /** Trials that count for the first brand, the second, and both. */
  readonly first: number;
  readonly second: number;
  readonly both: number;
}

const COUNTS = numbered(['answers', 'trials', 'first', 'second', 'both']);

/**
 * Counts by engine and prompt, in prompt order, so that sums of fractions do not vary.
 *
 * @param pair the same brand twice for a claim about one brand
 */
export async function countForClaim(
  answers: CountedAnswers,
  pair: PairIds,
  of: ClaimCondition,
): Promise<ClaimCount[]> {
  const { engines, prompts } = answers.panel.names;
  const tally = await countGroups(answers, claiming(pair, of));
  const rows = tally.map(([engine, prompt], count) => ({
    engine: engines.at(engine),
    promptId: prompts.at(prompt),
    ...byName(COUNTS, count),
  }));
  return rows.sort((one, other) => one.promptId - other.promptId);
}

function claiming(
  [trackedId, otherId]: PairIds,
  { measure, top }: ClaimCondition,
): CountQuery<'mentions', [engine: number, prompt: number]> {
  const last = top ?? Number.POSITIVE_INFINITY;
  const holds = HOLDS[measure];
  const isTrial = TRIALS[measure];
  return {
    name: null,
    kinds: ['mentions'],
    key: ['engine', 'prompt'],
    width: 5,
    add: ({ data: { mentions }, rows }, tally, reader) => {
      const [own, other] = [brandOf(mentions, trackedId), brandOf(mentions, otherId)];
      for (const row of lookingForAll(rows, [own, other])) {
        const group = tally.groupOf([at(mentions.engine, row), at(mentions.prompt, row)]);
        const [cell, otherCell] = [at(own.cell, row), at(other.cell, row)];
        tally.add(group, COUNTS.answers);
        if (!isTrial(cell, reader) || !isTrial(otherCell, reader)) continue;
        const isFirst = holds(cell, { rank: at(own.rank, row), last, reader });
        const isSecond = holds(otherCell, { rank: at(other.rank, row), last, reader });
        tally.add(group, COUNTS.trials);
        if (isFirst) tally.add(group, COUNTS.first);
        if (isSecond) tally.add(group, COUNTS.second);
        if (isFirst && isSecond) tally.add(group, COUNTS.both);
      }
    },
  };
}

const isAny = () => true;

/** Whether an answer is in the denominator, given the brand's cell. */
const TRIALS: Readonly<Record<ClaimMeasure, (cell: number, reader: Reader) => boolean>> = {
  named: isAny,
  cited: isAny,
  recommended: (cell, reader) => !isUnjudged(cell, reader),
  recommended_of_judged: (cell, reader) => framingIn(cell, reader) > 0,
  listed: isAny,
};

/** Whether an answer counts for a brand, given its cell and list position (0 for none). */
type Holds = (
  cell: number,
  by: { readonly rank: number; readonly last: number; readonly reader: Reader },
) => boolean;

const isRecommended: Holds = (cell, { reader }) => framingIn(cell, reader) === FRAMING_CODES.recommended;

const HOLDS: Readonly<Record<ClaimMeasure, Holds>> = {
  named: isNamed,
  cited: isCited,
  recommended: isRecommended,
  recommended_of_judged: isRecommended,
  listed: (_, { rank, last }) => rank > 0 && rank <= last,
};
