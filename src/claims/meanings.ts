import type { ClaimMeasure, Direction } from '../domain/claim.ts';
import type { Meant } from './refusal.ts';
import type { SizePiece } from './sizes.ts';

/**
 * What a comparison is said of: how often something happens, in how many answers, a number, what goes up or down, what stands
 * higher, what is better, or who leads. Of positions and rates, not each of them has one meaning.
 */
export type Said = 'often' | 'answers' | 'number' | 'movement' | 'height' | 'quality' | 'lead';

/**
 * How a measure is said: `names`, `name`, or `naming`; `named`, which may be passive; `appears`, which engines do not do; `ranks`,
 * which both do; `visibility`; or `citations`, which may be a number of them.
 */
export type Form = 'active' | 'past' | 'itself' | 'either' | 'noun' | 'count';

/** What a phrase of a sentence says. */
export type Meaning =
  | SizePiece
  | { readonly kind: 'measure'; readonly measure: ClaimMeasure; readonly form: Form }
  /** `Fell` is a change in time, and so nothing that two brands are compared by. `Not as often` is less often. */
  | {
      readonly kind: 'direction';
      readonly direction: Direction;
      readonly said?: Said;
      readonly isChange?: true;
      readonly denied?: 'lower';
    }
  /** A direction that goes with the size right beside it, and whether it is of places only. */
  | {
      readonly kind: 'direction';
      readonly direction: 'at_least' | 'at_most';
      readonly said: 'limit' | 'place';
      /** What it says before a brand or a window: `above Kestrel`. */
      readonly than?: 'higher' | 'lower';
      /** That it stands after the size, if not right after it: `10 points ahead of Kestrel or more`. */
      readonly isAfter?: true;
    }
  /** `than`: what follows is what is compared with. `before`, after it: the window right before. */
  | { readonly kind: 'than' | 'before' }
  /** What follows is the size of a difference, the margin of no difference, or where a change ended. */
  | { readonly kind: 'by' | 'within' | 'to' }
  /** What follows is where something happens, and does nothing itself; `up from last month` says what it is compared with. */
  | { readonly kind: 'at'; readonly isIn?: true }
  | { readonly kind: 'from' }
  /** What makes `named` passive. */
  | { readonly kind: 'be' }
  | { readonly kind: 'us' }
  /** In how many of the answers, which makes a noun of a verb: `how often ChatGPT names us`. */
  | { readonly kind: 'rate' }
  /** Every engine, each apart. */
  | { readonly kind: 'every' }
  /** A brand's own pages, which only citations are of. */
  | { readonly kind: 'site' }
  /** More than half of the answers. */
  | { readonly kind: 'most' }
  /** That a position is a mean. */
  | { readonly kind: 'average' }
  /** That only answers count whose framing could be judged, or that list both brands. */
  | { readonly kind: 'judged' | 'both' }
  /** `not`, which leaves open what is so instead; `no longer`; in no answer, and in all; and `nobody`, of engines or of brands. */
  | { readonly kind: 'not' | 'no_longer' | 'never' | 'always' | 'nobody' }
  /** What a denial is of: `not in any answer`, `not once`. */
  | { readonly kind: 'any' }
  /** What an engine does in those answers where it does not do it: `leaves out`; and `fails to`. */
  | { readonly kind: 'absent' | 'fails' }
  /** What may be meant in two ways, or in none that can be judged. */
  | {
      readonly kind: 'unclear';
      readonly problem: string;
      readonly meant: readonly Meant[];
      /** That beside more or less it says no more than those: `way more often`, but not `named us way`. */
      readonly isOfDirection?: true;
    }
  | { readonly kind: 'filler' };

export type Entry = readonly [phrase: string, means: readonly Meaning[]];

/** The phrases of a list that is separated by commas, each with what it says. */
export function phrasesOf(means: readonly Meaning[], phrases: string): Entry[] {
  return phrases.split(',').map((phrase) => [phrase.trim(), means]);
}
