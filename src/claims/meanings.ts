import type { ClaimMeasure, Direction } from '../domain/alerts/claim.ts';
import type { Reading } from './refusal.ts';
import type { SizePiece } from './sizes.ts';

/**
 * The topic of a comparison: frequency, share of answers, a number, a trend, a height, quality, or leadership. For positions and rates,
 * some are ambiguous.
 */
export type PhraseMeaning = 'often' | 'answers' | 'number' | 'movement' | 'height' | 'quality' | 'lead';

/**
 * The form of a measure: `names`, `name`, or `naming`; `named`, which can be passive; `appears`, which engines never do; `ranks`, which
 * both do; `visibility`; or `citations`, which can be a number.
 */
export type Form = 'active' | 'past' | 'itself' | 'either' | 'noun' | 'count';

/** A phrase's meaning in a sentence. */
export type Meaning =
  | SizePiece
  | { readonly kind: 'measure'; readonly measure: ClaimMeasure; readonly form: Form }
  /** `Fell` is a change in time, and never compares two brands. `Not as often` is less often. */
  | {
      readonly kind: 'direction';
      readonly direction: Direction;
      readonly said?: PhraseMeaning;
      readonly isChange?: true;
      readonly denied?: 'lower';
    }
  /** A direction for the size right beside it, and whether it applies to places only. */
  | {
      readonly kind: 'direction';
      readonly direction: 'at_least' | 'at_most';
      readonly said: 'limit' | 'place';
      /** Its meaning before a brand or a window: `above Kestrel`. */
      readonly than?: 'higher' | 'lower';
      /** It follows the size, perhaps with words between: `10 points ahead of Kestrel or more`. */
      readonly isAfter?: true;
    }
  /** `than` precedes the reference of the comparison. `before`, after it, is the window right before. */
  | { readonly kind: 'than' | 'before' }
  /** Precedes the size of a difference, the margin of no difference, or the end value of a change. */
  | { readonly kind: 'by' | 'within' | 'to' }
  /** Precedes a place, which performs no action; `up from last month` names the reference. */
  | { readonly kind: 'at'; readonly isIn?: true }
  | { readonly kind: 'from' }
  /** Makes `named` passive. */
  | { readonly kind: 'be' }
  | { readonly kind: 'us' }
  /** A share of answers, which turns a verb into a noun: `how often ChatGPT names us`. */
  | { readonly kind: 'rate' }
  /** Every engine, separately. */
  | { readonly kind: 'every' }
  /** A brand's own pages, only for citations. */
  | { readonly kind: 'site' }
  /** More than half of the answers. */
  | { readonly kind: 'most' }
  /** A position is a mean. */
  | { readonly kind: 'average' }
  /** Only answers with judged framing count, or answers that list both brands. */
  | { readonly kind: 'judged' | 'both' }
  /** `not`, which leaves the truth open; `no longer`; none of the answers, and all; and `nobody`, for engines or brands. */
  | { readonly kind: 'not' | 'no_longer' | 'never' | 'always' | 'nobody' }
  /** The scope of a negation: `not in any answer`, `not once`. */
  | { readonly kind: 'any' }
  /** An engine's action in the other answers: `leaves out`; and `fails to`. */
  | { readonly kind: 'absent' | 'fails' }
  /** An ambiguous or untestable phrase's possible meanings. */
  | {
      readonly kind: 'unclear';
      readonly problem: string;
      readonly meant: readonly Reading[];
      /** Beside "more" or "less" it adds nothing: `way more often`, but not `named us way`. */
      readonly isOfDirection?: true;
    }
  | { readonly kind: 'filler' };

export type Entry = readonly [phrase: string, means: readonly Meaning[]];

/** The phrases in a comma-separated list, each with its meaning. */
export function phrasesOf(means: readonly Meaning[], phrases: string): Entry[] {
  return phrases.split(',').map((phrase) => [phrase.trim(), means]);
}
