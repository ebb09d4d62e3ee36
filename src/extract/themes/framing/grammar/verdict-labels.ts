import { BUY, DROP } from '../words/cell-words.ts';
import { ILL_PURPOSE } from '../words/english-words.ts';
import { NO_HONOR } from '../words/other-languages-objects.ts';
import { BEST, DENIED, NO_VERDICT, NOT_CHOSEN, PICKS, VERDICTS, WARNINGS } from '../words/verdict-labels.ts';

/**
 * A label's meaning for the name beside or under it. A `pick` chooses it, a `category` for a purpose, a `warning`
 * advises against it. A `verdict` announces a verdict, and a `purpose` one for some: they choose a name that is the
 * whole verdict.
 */
export type LabelKind = 'pick' | 'category' | 'warning' | 'verdict' | 'purpose';

/** A longer text is a sentence. */
export const LONGEST_LABEL = 90;

const AROUND = '["\'*\\s.:：→!()\\p{Extended_Pictographic}\\p{M}\\p{Cf}•–—-]*';

function all(words: readonly string[], rest = ''): RegExp {
  return new RegExp(`^${AROUND}(?:\\d{1,2}[.):]${AROUND})?(?:${words.join('|')})${rest}${AROUND}$`, 'u');
}

const KINDS: readonly (readonly [LabelKind, RegExp])[] = [
  ['warning', all([...WARNINGS, ...DROP])],
  ['pick', all([...PICKS, ...BUY])],
  ['category', all(BEST, '(?<of>[^:：。]{0,70})')],
  ['verdict', all(VERDICTS)],
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
  const kind = kindOf(text);
  known.set(text, kind);
  return kind;
}

function kindOf(text: string): LabelKind | null {
  if (/[?？]/u.test(text) || NO_VERDICT.test(text)) return null;
  for (const [kind, pattern] of KINDS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    if (kind === 'warning' || kind === 'verdict') return kind;
    const of = match.groups?.of?.replace(/["*\s.:：]+$/u, '') ?? '';
    if (DENIED.test(text) || ILL_PURPOSE.test(text) || NO_HONOR.test(text) || NOT_CHOSEN.test(of))
      return null;
    return kind;
  }
  return null;
}
