import {
  type Claim,
  type ClaimMeasure,
  type Direction,
  isAllOrNone,
  isOfOneFigure,
} from '../../domain/alerts/claim.ts';
import type { Period } from '../../domain/time/period.ts';

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Both days of a period, in UTC: `from November 1, 2026 to November 20, 2026`, or `on November 20, 2026`. */
export function periodText({ from, to }: Period): string {
  const [first, last] = [DAY.format(from), DAY.format(to - 1)];
  return first === last ? `on ${first}` : `from ${first} to ${last}`;
}

/** `Acme's`, and `Boards'`. */
export function possessive(name: string): string {
  return name.endsWith('s') ? `${name}'` : `${name}'s`;
}

/** An engine's action on a brand, by measure. */
const VERBS: Readonly<Record<ClaimMeasure, string>> = {
  named: 'names',
  cited: 'cites',
  recommended: 'recommends',
  recommended_of_judged: 'recommends',
  listed: 'lists',
};

/** How often, by direction; empty for a comparison with a size. */
export const OFTEN: Readonly<Record<Direction, string>> = {
  higher: 'more often',
  lower: 'less often',
  unchanged: 'as often',
  at_least: '',
  at_most: '',
};

/**
 * A claim as a complete sentence.
 *
 * @param engine its display name
 */
export function claimText(claim: Claim, engine: string): string {
  return `${beginning(claim, engine)} ${isOfOneFigure(claim) ? levelText(claim) : comparisonText(claim)}`;
}

function beginning({ measure, brand, top }: Claim, engine: string): string {
  const done = `${engine} ${VERBS[measure]} ${brand}${topWords(top)}`;
  return measure === 'recommended_of_judged' ? `Of the ${JUDGED}, ${done}` : done;
}

/** A conditional rate's denominator. */
export const JUDGED = 'answers whose framing could be judged';

/** ` in the top 3`, ` first`, or empty for any list position. */
export function topWords(top: number | null): string {
  if (top === null) return '';
  return top === 1 ? ' first' : ` in the top ${top}`;
}

function levelText({ measure, direction, size, window }: Claim): string {
  const answers = measure === 'recommended_of_judged' ? 'them' : 'answers';
  return `in ${answersWords(direction, size, answers)} ${periodText(window)}`;
}

/** `at least 40% of answers`, or `none of the answers` for at most 0%. */
export function answersWords(direction: Direction, size: number | null, answers: string): string {
  if (!isAllOrNone({ direction, size }))
    return `${direction === 'at_least' ? 'at least' : 'at most'} ${size}% of ${answers}`;
  const these = { them: 'these answers', answers: 'the answers' }[answers] ?? answers;
  return `${size === 0 ? 'none' : 'all'} of ${these}`;
}

function comparisonText({ direction, versus, size, window, baseline }: Claim): string {
  const joint = direction === 'unchanged' ? 'as' : 'than';
  const days = periodText(window);
  const parts =
    versus === null
      ? [OFTEN[direction], days, joint, baseline === null ? 'before' : periodText(baseline)]
      : [OFTEN[direction], joint, versus, days];
  return `${parts.join(' ')}${sizeText(direction, size)}`;
}

/** `1 point`, or `10 points`. */
export function sizeWords(size: number): string {
  return `${size} point${size === 1 ? '' : 's'}`;
}

/** `, by at least 10 points`; for `unchanged`, `, within 10 points`; empty without a size. */
export function sizeText(direction: Direction, size: number | null): string {
  if (size === null || size === 0) return '';
  return `, ${direction === 'unchanged' ? 'within' : 'by at least'} ${sizeWords(size)}`;
}
