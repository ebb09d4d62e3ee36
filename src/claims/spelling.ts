import { meantName } from '../domain/brand/nearest.ts';
import { engineNames, type Lexicon, type Token } from './tokens.ts';
import { WORDS } from './words.ts';

/** Below this length, a word with a wrong letter may be another word. */
const SHORT = 6;

/**
 * Corrects misspelled words and engines: `recomends` to `recommends`, and `ChatGTP` to ChatGPT. Leaves ambiguous words, and brands, because
 * there are more brands than the tracked ones.
 */
export function correctSpelling(tokens: readonly Token[], { engines }: Lexicon): Token[] {
  if (!tokens.some(isUnknown)) return [...tokens];
  const names = new Map(
    engines.flatMap((engine) =>
      engineNames(engine).map((name) => [name.toLowerCase(), engine.slug] as const),
    ),
  );
  const known = [...new Set([...WORDS, ...names.keys()])].filter((word) => word.length >= SHORT - 1);
  return tokens.map((token): Token => {
    if (!isUnknown(token)) return token;
    const meant = meantName(token.word, known);
    const slug = names.get(meant ?? '');
    if (slug !== undefined) return { kind: 'engine', slug, text: token.text };
    return meant === undefined ? token : { ...token, word: meant };
  });
}

function isUnknown(token: Token): token is Extract<Token, { kind: 'word' }> {
  return (
    token.kind === 'word' &&
    token.word.length >= SHORT &&
    /^\p{L}+$/u.test(token.word) &&
    !WORDS.has(token.word)
  );
}
