import { withoutTrailingMarks } from '../text/citation-marks.ts';
import { PICK, REJECTION, SCOPED, type Verdict } from './cue.ts';
import {
  BEST,
  BUY,
  DENIED,
  DROP,
  ILL_PURPOSE,
  NO_HONOR,
  NO_VERDICT,
  NOT_CHOSEN,
  PICKS,
  WARNINGS,
} from './words/label-words.ts';

/** A label's meaning for the name beside or under it: a choice, the best of a category, or advice against it. */
export type LabelKind = 'pick' | 'category' | 'warning';

export const VERDICT_OF: Readonly<Record<LabelKind, Verdict>> = {
  pick: PICK,
  category: SCOPED,
  warning: REJECTION,
};

/** A longer text is a sentence. */
export const LONGEST_LABEL = 90;

const AROUND = '["\'*\\s.:：→!()\\p{Extended_Pictographic}\\p{M}\\p{Cf}•–—-]*';

function all(words: readonly string[], rest = ''): RegExp {
  return new RegExp(`^${AROUND}(?:\\d{1,2}[.):]${AROUND})?(?:${words.join('|')})${rest}${AROUND}$`, 'u');
}

const KINDS: readonly (readonly [LabelKind, RegExp])[] = [
  ['warning', all([...WARNINGS, ...DROP])],
  ['pick', all([...PICKS, ...BUY])],
  [
    'category',
    all(BEST, '(?![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}])(?<of>[^:：。]{0,70})'),
  ],
];

/** A cache, because labels repeat, and each name beside one needs its kind. */
const known = new Map<string, LabelKind | null>();
const MOST_KNOWN = 5000;

/** A lowercase text's label kind; null for none. Questions have none. */
export function labelKind(text: string): LabelKind | null {
  if (text.length > LONGEST_LABEL) return null;
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const kind = kindOf(withoutTrailingMarks(text));
  known.set(text, kind);
  return kind;
}

function kindOf(text: string): LabelKind | null {
  if (/[?？]/u.test(text) || NO_VERDICT.test(text)) return null;
  for (const [kind, pattern] of KINDS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    if (kind === 'warning') return kind;
    const of = match.groups?.of?.replace(/["*\s.:：]+$/u, '') ?? '';
    if (DENIED.test(text) || ILL_PURPOSE.test(text) || NO_HONOR.test(text) || NOT_CHOSEN.test(of))
      return null;
    return kind;
  }
  return null;
}
