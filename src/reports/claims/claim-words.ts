import { limitWords, periodText, placeWords, possessive, sizeWords } from '../../claims/say.ts';
import type { ClaimGate, ClaimMeasure, Direction } from '../../domain/claim.ts';
import { engineOf } from '../../domain/engine.ts';
import { pointsText, tenthsText } from '../../domain/points.ts';
import { type Interval, Z95 } from '../../domain/proportion.ts';
import { MIN_SAMPLE } from '../../domain/rate.ts';
import { oneLine } from '../../domain/text.ts';
import { leastAnswers, type Thresholds } from '../../stats/gates.ts';
import { type CountedSide, toldFigure } from './counted-claim.ts';
import type { JudgedClaim } from './judge-claims.ts';

/** A sentence that may be passed on as it is: who was counted, in how many answers, when, and what that supports. */
export function quoteOf(judged: JudgedClaim, thresholds: Thresholds, claims: number): string {
  const { first, second } = judged;
  const figures =
    second === null
      ? sideText(judged, first)
      : `${sideText(judged, first)}, and ${besideText(judged, second)}`;
  return oneLine(`${figures}${differenceText(judged)}; ${tailOf(judged, thresholds, claims)}.`);
}

/** What was counted of the brand of the claim: `ChatGPT (API) named Acme in 12 of 70 answers (…) from … to …`. */
function sideText({ claim, engine }: JudgedClaim, side: CountedSide): string {
  const { name } = engineOf(engine);
  const days = periodText(side.window);
  const brand = side.brand.name;
  if (claim.measure === 'share')
    return `${possessive(brand)} share of mentions on ${name} was ${figureText('share', side)} ${days}`;
  return `${name} ${DONE[claim.measure](brand)} ${figureText(claim.measure, side)} ${days}`;
}

const DONE: Readonly<Record<Exclude<ClaimMeasure, 'share'>, (brand: string) => string>> = {
  named: (brand) => `named ${brand}`,
  cited: (brand) => `cited ${possessive(brand)} own site`,
  recommended: (brand) => `recommended ${brand}`,
  position: (brand) => `listed ${brand}`,
};

/** The same of the other side: of another brand in the same answers, or of the same brand in another window. */
function besideText({ claim, first }: JudgedClaim, side: CountedSide): string {
  const { measure } = claim;
  const figure = figureText(measure, side);
  if (side.window !== first.window) return `${figure} ${periodText(side.window)}`;
  if (measure === 'share') return `${possessive(side.brand.name)} was ${figure}`;
  return `${measure === 'cited' ? possessive(side.brand.name) : side.brand.name} ${figure}`;
}

/** `in 12 of 70 answers (17.1%; 95% interval 10.1 to 27.6%)` */
function figureText(measure: ClaimMeasure, side: CountedSide): string {
  const { events, trials, answers } = side;
  const figure = toldFigure(side);
  if (measure === 'position') {
    const at = figure
      ? `at position ${figure.value.toFixed(2)} on average (95% interval ${positionsText(figure.interval)})`
      : 'at too few positions for a mean';
    return `${at} in ${numberText(events)} answers`;
  }
  const rate = figure
    ? `${percent(figure.value)}%; 95% interval ${percentsText(figure.interval)}`
    : 'too few for a rate';
  if (measure === 'share') {
    return `${numberText(events)} of ${numberText(trials)} mentions in ${numberText(answers)} answers (${rate})`;
  }
  const among = measure === 'recommended' ? 'answers whose framing could be judged' : 'answers';
  return `in ${numberText(events)} of ${numberText(trials)} ${among} (${rate})`;
}

function differenceText({ claim, first, second, evidence }: JudgedClaim): string {
  const [plain] = evidence;
  const isTold = second !== null && [first, second].every((side) => toldFigure(side) !== null);
  if (plain === undefined || !isTold) return '';
  const { lower, upper } = plain.interval(Z95);
  if (claim.measure === 'position') {
    const [from, to] = [lower, upper].map(placesText);
    return `: a difference of ${placesText(plain.estimate)} places (95% interval ${from} to ${to})`;
  }
  return `: a difference of ${pointsText(plain.estimate)} points (95% interval ${pointsText(lower)} to ${pointsText(upper)})`;
}

function tailOf(judged: JudgedClaim, thresholds: Thresholds, claims: number): string {
  const { verdict, gate } = judged;
  const said = saidText(judged);
  const among = claims > 1 ? `, corrected for the ${claims} claims judged together` : '';
  if (verdict === 'supported') return `this supports that ${said}${among}`;
  if (verdict === 'contradicted') return `this contradicts that ${said}${among}`;
  const why = gate === null ? '' : `: ${reasonOf(judged, gate, thresholds, claims)}`;
  return `it cannot be told whether ${said}${why}`;
}

/** What the claim says, as a clause: `Acme is named more often than before, by at least 5 points`. */
function saidText({ claim, first, second, size }: JudgedClaim): string {
  const { measure, direction } = claim;
  const it = first.brand.name;
  const than = second === null ? '' : second.window === first.window ? second.brand.name : 'before';
  if (second === null) {
    if (measure === 'position') return `${it} is listed on average at ${placeWords(direction, size)}`;
    const limit = `${limitWords(direction)} ${size}%`;
    if (measure === 'share') return `${possessive(it)} share is ${limit}`;
    return `${it} is ${measure} in ${limit} of ${measure === 'recommended' ? 'such answers' : 'answers'}`;
  }
  const words = COMPARED[measure][direction];
  const joint = direction === 'unchanged' ? 'as' : 'than';
  const by =
    size === null
      ? ''
      : direction === 'unchanged'
        ? `, within ${sizeWords(size, measure)}`
        : `, by at least ${sizeWords(size, measure)}`;
  return `${it} ${words} ${joint} ${than}${by}`;
}

const OFTEN = (measure: string): Readonly<Record<Direction, string>> => ({
  higher: `is ${measure} more often`,
  lower: `is ${measure} less often`,
  unchanged: `is ${measure} as often`,
  at_least: '',
  at_most: '',
});

const COMPARED: Readonly<Record<ClaimMeasure, Readonly<Record<Direction, string>>>> = {
  named: OFTEN('named'),
  cited: OFTEN('cited'),
  recommended: OFTEN('recommended'),
  position: {
    ...OFTEN(''),
    higher: 'is listed nearer the top',
    lower: 'is listed further down',
    unchanged: 'is listed at the same position',
  },
  share: {
    ...OFTEN(''),
    higher: 'has a larger share',
    lower: 'has a smaller share',
    unchanged: 'has the same share',
  },
};

/** What a gate means for this claim, as a clause. */
export function reasonOf(
  judged: JudgedClaim,
  gate: ClaimGate,
  thresholds: Thresholds,
  claims: number,
): string {
  const least = leastAnswers(thresholds);
  switch (gate) {
    case 'outage':
      return 'fewer than half as many answers came in as the earlier window leads one to expect';
    case 'too_few_answers':
      return `${leastText(judged, least)} are needed`;
    case 'too_few_shared_prompts':
      return `${leastText(judged, least)} to prompts that were answered in both windows are needed`;
    case 'below_min_delta':
      return `the change is smaller than the ${thresholds.minDeltaPoints} points that an alert needs`;
    case 'within_noise':
      return judged.claim.direction === 'unchanged'
        ? `the 95% interval goes beyond ${boundaryText(judged)}`
        : `the 95% interval includes ${boundaryText(judged)}`;
    case 'stricter_test':
      return `the 95% interval would decide it, but ${STRICTER[testOf(judged)]} does not`;
    case 'mixed_readings':
      return 'not all of these answers were read with the same names and version; run `sightline rescan`';
    case 'nothing_to_compare':
      return 'no answer has what is compared';
    case 'too_few_mentions':
      return `a share of fewer than ${MIN_SAMPLE} mentions has no rate`;
    case 'not_after_correction':
      return `the evidence would be enough alone, but not for one of ${claims} claims judged together`;
  }
}

/** What a claim has to pass besides its interval. */
const STRICTER = {
  rate: 'the exact binomial test',
  change: 'the exact test of two rates',
  pair: 'the exact test of the answers that tell the two apart',
  share: 'the test that leaves room for an answer with far more mentions',
} as const;

function testOf({ claim, second }: JudgedClaim): keyof typeof STRICTER {
  if (claim.measure === 'share') return 'share';
  if (second === null) return 'rate';
  return claim.versus === null ? 'change' : 'pair';
}

function leastText({ claim, second }: JudgedClaim, least: number): string {
  const what = claim.measure === 'position' ? 'answers with a list position' : 'answers';
  return `${least} ${what}${second === null || claim.versus !== null ? '' : ' in each window'}`;
}

/** The value that the interval would have to leave out. */
function boundaryText({ claim, second, size }: JudgedClaim): string {
  if (size === null) return 'zero';
  if (second !== null) return sizeWords(size, claim.measure);
  return claim.measure === 'position' ? `position ${size}` : `${size}%`;
}

function numberText(count: number): string {
  return count.toLocaleString('en-US');
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function percentsText({ lower, upper }: Interval): string {
  return `${percent(lower)} to ${percent(upper)}%`;
}

function positionsText({ lower, upper }: Interval): string {
  return `${Math.max(1, lower).toFixed(2)} to ${upper.toFixed(2)}`;
}

function placesText(places: number): string {
  return tenthsText(places).startsWith('-') ? places.toFixed(2) : `+${places.toFixed(2)}`;
}
