import type { ClaimMeasure, Direction } from '../domain/claim.ts';

/**
 * What a comparison is said of: how often something happens, a number that grows, what stands higher, or what is better. Of
 * positions and rates, not each of them has one meaning.
 */
type Said = 'often' | 'number' | 'height' | 'quality';

/** What a phrase of a sentence says. */
export type Meaning =
  | { readonly kind: 'measure'; readonly measure: ClaimMeasure; readonly isNoun?: true }
  | { readonly kind: 'direction'; readonly direction: Direction; readonly said?: Said }
  /** A direction that goes with the size right beside it, and whether it is of places only. */
  | {
      readonly kind: 'direction';
      readonly direction: 'at_least' | 'at_most';
      readonly said: 'limit' | 'place';
      /** What it says before a brand or a window: `above Kestrel`. */
      readonly than?: 'higher' | 'lower';
    }
  /** What follows is what is compared with. */
  | { readonly kind: 'than' }
  /** After `than`: the window right before. */
  | { readonly kind: 'before' }
  /** What follows is the size of a difference, or the margin of no difference. */
  | { readonly kind: 'by' | 'within' }
  | { readonly kind: 'us' }
  /** A brand's own pages, which only citations are of. */
  | { readonly kind: 'site' }
  /** What may be meant in two ways, and what to write instead. */
  | { readonly kind: 'unclear'; readonly problem: string }
  | { readonly kind: 'filler' };

type Entry = readonly [phrase: string, means: readonly Meaning[]];

const all = (means: readonly Meaning[], phrases: readonly string[]): Entry[] =>
  phrases.map((phrase) => [phrase, means]);
const verb = (measure: ClaimMeasure, ...phrases: string[]) => all([{ kind: 'measure', measure }], phrases);
const noun = (measure: ClaimMeasure, ...phrases: string[]) =>
  all([{ kind: 'measure', measure, isNoun: true }], phrases);
const direction = (name: Direction, said: Said, ...phrases: string[]) =>
  all([{ kind: 'direction', direction: name, said }], phrases);
const limit = (name: 'at_least' | 'at_most', ...phrases: string[]) =>
  all([{ kind: 'direction', direction: name, said: 'limit' }], phrases);
const plain = (kind: 'than' | 'before' | 'by' | 'within' | 'us' | 'site' | 'filler', ...phrases: string[]) =>
  all([{ kind }], phrases);
const unclear = (problem: string, ...phrases: string[]) => all([{ kind: 'unclear', problem }], phrases);

const MEASURES: readonly Entry[] = [
  ...verb('named', 'names', 'name', 'named', 'naming', 'mentions', 'mention', 'mentioned', 'mentioning'),
  ...verb('named', 'talks about', 'appears', 'appear', 'appeared', 'shows up', 'show up', 'showed up'),
  ...noun('named', 'visibility', 'visible', 'mention rate', 'presence'),
  ...verb('cited', 'cites', 'cite', 'cited', 'citing', 'links to', 'linked to', 'linking to'),
  ...noun('cited', 'citation rate'),
  ...verb('recommended', 'recommends', 'recommend', 'recommended', 'recommending'),
  ...noun('recommended', 'recommendation rate'),
  ...verb('position', 'ranks', 'rank', 'ranked', 'ranking', 'lists', 'listed', 'places', 'placed'),
  ...noun('position', 'position', 'list position', 'average position', 'mean position'),
  ...noun('position', 'average list position', 'mean list position'),
  ...noun('share', 'share of voice', 'share of mentions', 'share'),
];

const MORE: readonly Entry[] = [
  ...direction('higher', 'often', 'more often', 'more frequently'),
  ...direction(
    'higher',
    'number',
    'more',
    'rose',
    'has risen',
    'increased',
    'has increased',
    'went up',
    'has gone up',
  ),
  ...direction('higher', 'number', 'is up', 'grew', 'has grown', 'larger', 'has a larger', 'have a larger'),
  ...direction('higher', 'height', 'higher', 'has a higher', 'have a higher'),
  ...direction('higher', 'quality', 'better', 'improved', 'has improved', 'got better', 'has gotten better'),
];

const LESS: readonly Entry[] = [
  ...direction('lower', 'often', 'less often', 'less frequently', 'rarer', 'more rarely'),
  ...direction(
    'lower',
    'number',
    'less',
    'fewer',
    'fell',
    'has fallen',
    'decreased',
    'has decreased',
    'went down',
  ),
  ...direction(
    'lower',
    'number',
    'has gone down',
    'is down',
    'dropped',
    'has dropped',
    'declined',
    'has declined',
  ),
  ...direction('lower', 'number', 'smaller', 'has a smaller', 'have a smaller'),
  ...direction('lower', 'height', 'lower', 'has a lower', 'have a lower'),
  ...direction('lower', 'quality', 'worse', 'worsened', 'has worsened', 'got worse', 'has gotten worse'),
];

const UNCHANGED = { kind: 'direction', direction: 'unchanged' } as const;

const SAME: readonly Entry[] = [
  ...all([UNCHANGED], ['unchanged', 'has not changed', 'have not changed', 'did not change', 'the same']),
  ...all(
    [UNCHANGED],
    ["hasn't changed", "haven't changed", "didn't change", 'no change in', 'there was no change in'],
  ),
  ...all(
    [UNCHANGED],
    ['there is no change in', 'there has been no change in', 'stayed the same', 'has stayed the same'],
  ),
  ...all(
    [UNCHANGED],
    ['is stable', 'was stable', 'stayed stable', 'has been stable', 'is flat', 'was flat', 'stayed flat'],
  ),
  ...direction('unchanged', 'often', 'as often', 'equally often', 'just as often'),
  ...direction('unchanged', 'height', 'as high', 'just as high'),
];

const LIMITS: readonly Entry[] = [
  ...limit('at_least', 'at least', 'no less than', 'not less than', 'no fewer than', 'or more', 'over'),
  ...limit('at_most', 'at most', 'no more than', 'not more than', 'or less', 'under'),
  ...all([{ kind: 'direction', direction: 'at_least', said: 'limit', than: 'higher' }], ['above']),
  ...all([{ kind: 'direction', direction: 'at_most', said: 'limit', than: 'lower' }], ['below']),
  ...all([{ kind: 'direction', direction: 'at_least', said: 'place' }], ['or worse']),
  ...all(
    [{ kind: 'direction', direction: 'at_most', said: 'place' }],
    ['or better', 'in the top', 'the top'],
  ),
];

const HIGHER_THAN = [{ kind: 'direction', direction: 'higher', said: 'height' }, { kind: 'than' }] as const;
const LOWER_THAN = [{ kind: 'direction', direction: 'lower', said: 'height' }, { kind: 'than' }] as const;

const COMPARED: readonly Entry[] = [
  ...plain('than', 'than', 'as', 'compared with', 'compared to', 'versus', 'vs', 'against', 'relative to'),
  ...all(HIGHER_THAN, ['ahead of']),
  ...all(LOWER_THAN, ['behind']),
  ...all([{ kind: 'measure', measure: 'position' }, ...HIGHER_THAN], ['outranks', 'outrank', 'outranked']),
  ...plain(
    'before',
    'before',
    'previously',
    'it did before',
    'it was before',
    'they were before',
    'we were before',
  ),
  ...plain('by', 'by'),
  ...plain('within', 'within', 'to within', 'give or take'),
];

const NOT_COMPARED: readonly Entry[] = [
  ...plain('us', 'us', 'we', 'our', 'ours', 'our brand', 'you', 'your'),
  ...all(
    [{ kind: 'us' }, { kind: 'site' }],
    ['our site', 'our own site', 'our pages', 'our website', 'our own pages'],
  ),
  ...plain('site', 'site', 'website', 'pages'),
  ...plain('filler', 'in', 'on', 'of', 'at', 'its', 'the', 'is', 'are', 'was', 'were', 'has', 'have', 'been'),
  ...plain(
    'filler',
    'answers',
    'answer',
    'all answers',
    'a',
    'an',
    'and',
    'for',
    'to',
    'it',
    'that',
    'brand',
  ),
  ...plain(
    'filler',
    'did',
    'does',
    'do',
    'now',
    'currently',
    'so far',
    'of the time',
    'on average',
    'average',
  ),
  ...plain('filler', 'mean', 'rate', 'place', 'at number', "'s", "'re", "'ve", 'engine', 'engines', 'by all'),
  ...plain('filler', 'every engine', 'each engine', 'on every engine', 'on each engine'),
];

const CALENDAR = (unit: string, days: number) =>
  `"the last ${unit}" may be the calendar ${unit} or ${days} days: write "last ${unit}", or "the last ${days} days"`;
const COUNT =
  'that may be a number of mentions, or in how many of the answers: write "more often" or "less often"';
const AGO = 'it names no two windows. Write two windows, such as "this week than last week"';

/** What people write that has two meanings, which the figures would not have in common. */
const UNCLEAR: readonly Entry[] = [
  ...unclear(CALENDAR('week', 7), 'the last week'),
  ...unclear(CALENDAR('month', 30), 'the last month', 'past month'),
  ...unclear(CALENDAR('quarter', 90), 'the last quarter', 'past quarter'),
  ...unclear(CALENDAR('year', 365), 'the last year', 'past year'),
  ...unclear(AGO, 'a week ago', 'a month ago', 'a quarter ago', 'a year ago'),
  ...unclear(AGO, 'week over week', 'month over month', 'quarter over quarter', 'year over year'),
  ...unclear(
    COUNT,
    'more mentions',
    'fewer mentions',
    'less mentions',
    'our mentions',
    'of mentions',
    'the mentions',
  ),
  ...unclear(COUNT, 'more answers', 'fewer answers', 'less answers'),
  ...unclear(
    'of how many answers? Write "in at least 40% of answers"',
    'share of answers',
    'share of all answers',
  ),
];

/** Every phrase that a sentence may have besides names, numbers, and times. The longest that fits is taken; nothing else is understood. */
export const PHRASES: ReadonlyMap<string, readonly Meaning[]> = new Map(
  [MEASURES, MORE, LESS, SAME, LIMITS, COMPARED, NOT_COMPARED, UNCLEAR].flat(),
);

/** The words of the longest phrase. */
export const LONGEST_PHRASE = Math.max(...[...PHRASES.keys()].map((phrase) => phrase.split(' ').length));
