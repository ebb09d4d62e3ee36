import type { ClaimMeasure, Direction } from '../domain/claim.ts';

/** What a phrase of a sentence says. The longest phrase that fits is taken. */
export type Meaning =
  | { readonly kind: 'measure'; readonly measure: ClaimMeasure }
  | {
      readonly kind: 'direction';
      readonly direction: Direction;
      /** That it says so of a number, of which the smaller is the better position. */
      readonly isOfNumbers?: true;
    }
  /** What follows is what is compared with. */
  | { readonly kind: 'than' }
  /** The window right before. */
  | { readonly kind: 'before' }
  /** What follows is the size of a difference: `by`, `within`. */
  | { readonly kind: 'by' }
  | { readonly kind: 'us' }
  | { readonly kind: 'filler' };

const measure = (name: ClaimMeasure, ...phrases: string[]) =>
  phrases.map((phrase) => [phrase, { kind: 'measure', measure: name }] as const);
const direction = (name: Direction, ...phrases: string[]) =>
  phrases.map((phrase) => [phrase, { kind: 'direction', direction: name }] as const);
const limit = (name: 'at_least' | 'at_most', ...phrases: string[]) =>
  phrases.map((phrase) => [phrase, { kind: 'direction', direction: name, isOfNumbers: true }] as const);
const plain = (kind: 'than' | 'before' | 'by' | 'us' | 'filler', ...phrases: string[]) =>
  phrases.map((phrase) => [phrase, { kind }] as const);

/** Every phrase that a sentence may have besides names, numbers, and times. Nothing is understood that is not here. */
export const PHRASES: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...measure('named', 'names', 'name', 'named', 'mentions', 'mention', 'mentioned', 'visibility', 'visible'),
  ...measure('named', 'talks about', 'mention rate', 'presence', 'appears', 'appear', 'appeared'),
  ...measure('cited', 'cites', 'cite', 'cited', 'links to', 'linked to', 'citation rate'),
  ...measure('recommended', 'recommends', 'recommend', 'recommended', 'recommendation rate'),
  ...measure('position', 'ranks', 'rank', 'ranked', 'lists', 'listed', 'places', 'placed', 'position'),
  ...measure('position', 'list position', 'average position', 'mean position', 'average list position'),
  ...measure('share', 'share of voice', 'share of mentions', 'share'),
  ...direction('higher', 'more often', 'more frequently', 'more', 'higher', 'better', 'rose', 'has risen'),
  ...direction(
    'higher',
    'increased',
    'has increased',
    'went up',
    'has gone up',
    'is up',
    'grew',
    'has grown',
  ),
  ...direction('higher', 'improved', 'has improved', 'larger', 'has a larger', 'have a larger'),
  ...direction('lower', 'less often', 'less frequently', 'less', 'lower', 'worse', 'fell', 'has fallen'),
  ...direction('lower', 'decreased', 'has decreased', 'went down', 'has gone down', 'is down', 'dropped'),
  ...direction('lower', 'has dropped', 'declined', 'has declined', 'smaller', 'rarer', 'more rarely'),
  ...direction('unchanged', 'unchanged', 'has not changed', 'have not changed', 'did not change', 'the same'),
  ...direction(
    'unchanged',
    'stayed the same',
    'as often',
    'equally often',
    'as high',
    'just as often',
    'has stayed the same',
  ),
  ...limit('at_least', 'above', 'at least', 'no less than', 'not less than', 'no fewer than', 'or more'),
  ...limit('at_most', 'below', 'at most', 'no more than', 'not more than', 'or less'),
  ...direction('at_least', 'or worse'),
  ...direction('at_most', 'or better', 'in the top', 'the top'),
  ...plain('than', 'than', 'as', 'compared with', 'compared to', 'versus', 'vs', 'against', 'relative to'),
  ...plain(
    'before',
    'before',
    'previously',
    'it did before',
    'it was before',
    'they were before',
    'we were before',
  ),
  ...plain('by', 'by', 'within', 'to within', 'give or take'),
  ...plain(
    'us',
    'us',
    'we',
    'our',
    'ours',
    'our brand',
    'our site',
    'our own site',
    'our pages',
    'you',
    'your',
  ),
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
    'site',
    'brand',
  ),
  ...plain(
    'filler',
    'did',
    'of the time',
    'on average',
    'average',
    'mean',
    'rate',
    'number',
    'place',
    'by all',
  ),
  ...plain(
    'filler',
    "'s",
    'every engine',
    'each engine',
    'on every engine',
    'on each engine',
    'engine',
    'engines',
  ),
]);

/** The words of the longest phrase. */
export const LONGEST_PHRASE = Math.max(...[...PHRASES.keys()].map((phrase) => phrase.split(' ').length));
