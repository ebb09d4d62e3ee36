import {
  type Claim,
  type ClaimMeasure,
  type Direction,
  isAllOrNone,
  isOfOneFigure,
} from '../domain/alerts/claim.ts';
import type { Period } from '../domain/time/period.ts';

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
export const VERBS: Readonly<Record<Exclude<ClaimMeasure, 'share'>, string>> = {
  named: 'names',
  cited: 'cites',
  recommended: 'recommends',
  recommended_of_judged: 'recommends',
  listed: 'lists',
  position: 'ranks',
};

/** Directions that compare, without a size. */
export type Compared = Exclude<Direction, 'at_least' | 'at_most'>;

const COMPARED: Readonly<Record<'rate' | 'position' | 'share', Readonly<Record<Compared, string>>>> = {
  rate: { higher: 'more often', lower: 'less often', unchanged: 'as often' },
  position: { higher: 'higher', lower: 'lower', unchanged: 'the same' },
  share: { higher: 'larger', lower: 'smaller', unchanged: 'the same' },
};

/** `more often`; for a position `higher`; for a share `larger`. */
export function comparedWords(measure: ClaimMeasure, direction: Compared): string {
  return COMPARED[measure === 'share' || measure === 'position' ? measure : 'rate'][direction];
}

/**
 * A claim as a complete sentence. Parsing it gives the same claim, if its windows are whole days.
 *
 * @param engine its display name; null for every engine
 */
export function claimText(claim: Claim, engine: string | null): string {
  const { direction } = claim;
  return `${beginning(claim, engine)} ${isLevel(direction) ? levelText(claim) : comparisonText(claim, direction)}`;
}

export function isLevel(direction: Direction): direction is 'at_least' | 'at_most' {
  return isOfOneFigure({ direction });
}

function beginning({ measure, brand, top }: Claim, engine: string | null): string {
  const on = engine ?? 'each engine';
  if (measure === 'share') return `${possessive(brand)} share of mentions on ${on} is`;
  const done = `${VERBS[measure]} ${brand}${topWords(top)}`;
  if (measure === 'recommended_of_judged') return `Of the ${JUDGED}, ${on} ${done}`;
  return `${engine ?? 'Each engine'} ${done}`;
}

/** A conditional rate's denominator. */
export const JUDGED = 'answers whose framing could be judged';

/** ` in the top 3`, ` first`, or empty for any list position. */
export function topWords(top: number | null): string {
  if (top === null) return '';
  return top === 1 ? ' first' : ` in the top ${top}`;
}

function levelText({ measure, direction, size, window }: Claim): string {
  const days = periodText(window);
  if (measure === 'position') {
    return `on average at ${placeWords(direction, size)} ${days}`;
  }
  if (measure === 'share') return `${limitWords(direction, size)} ${days}`;
  return `in ${answersWords(direction, size, measure === 'recommended_of_judged' ? 'them' : 'answers')} ${days}`;
}

/** `at least 40%` */
export function limitWords(direction: Direction, size: number | null): string {
  return `${direction === 'at_least' ? 'at least' : 'at most'} ${size}%`;
}

/** `at least 40% of answers`, or `none of the answers` for at most 0%. */
export function answersWords(direction: Direction, size: number | null, answers: string): string {
  if (!isAllOrNone({ direction, size })) return `${limitWords(direction, size)} of ${answers}`;
  const these = { them: 'these answers', answers: 'the answers' }[answers] ?? answers;
  return `${size === 0 ? 'none' : 'all'} of ${these}`;
}

/** `position 3 or better`: readers could take "at least position 3" either way. */
export function placeWords(direction: Direction, size: number | null): string {
  return `position ${size} or ${direction === 'at_most' ? 'better' : 'worse'}`;
}

function comparisonText({ measure, versus, size, window, baseline }: Claim, direction: Compared): string {
  const words = comparedWords(measure, direction);
  const joint = direction === 'unchanged' ? 'as' : 'than';
  const days = periodText(window);
  const parts =
    versus === null
      ? [words, days, joint, baseline === null ? 'before' : periodText(baseline)]
      : [words, joint, measure === 'share' && versus !== null ? possessive(versus) : versus, days];
  return `${parts.join(' ')}${size === null ? '' : `, ${sizeText(direction, size, measure)}`}`;
}

/** `1 place`, or `10 points`. */
export function sizeWords(size: number, measure: ClaimMeasure): string {
  return `${size} ${measure === 'position' ? 'place' : 'point'}${size === 1 ? '' : 's'}`;
}

function sizeText(direction: Direction, size: number, measure: ClaimMeasure): string {
  return `${direction === 'unchanged' ? 'within' : 'by at least'} ${sizeWords(size, measure)}`;
}
