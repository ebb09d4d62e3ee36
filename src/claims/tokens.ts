/** What sentences call the brands and engines of a store. */
export interface Lexicon {
  /** The tracked brands, the brand itself first, each with all its names. */
  readonly brands: readonly { readonly name: string; readonly names: readonly string[] }[];
  readonly engines: readonly { readonly slug: string; readonly name: string }[];
}

/** A name that is known, or a word in lower case, with as much of the sentence as it stands for. */
export type Token =
  | { readonly kind: 'brand'; readonly brand: string; readonly text: string }
  | { readonly kind: 'engine'; readonly slug: string; readonly text: string }
  | { readonly kind: 'word'; readonly word: string; readonly text: string };

/** A sentence in its parts. Of names that begin at one place, the longest is taken; an engine before a brand of its name. */
export function tokensOf(sentence: string, lexicon: Lexicon): Token[] {
  const text = plainText(sentence);
  const names = namesIn(lexicon);
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const name = startsWord(text, at) ? names.find((each) => isAt(text, at, each.name)) : undefined;
    const [piece = ' '] = name ? [text.slice(at, at + name.name.length)] : (WORD.exec(text.slice(at)) ?? []);
    at += piece.length;
    if (name) tokens.push(name.token(piece));
    else if (!/^[\s,.;:!?']+$/.test(piece))
      tokens.push({ kind: 'word', word: piece.toLowerCase(), text: piece });
  }
  return tokens;
}

/** In one spelling, without quotation marks, which may be those of the sentence or of a name. */
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‘’]/g, "'")
    .replace(/[“”"\s]+/gu, ' ');
}

/** A number with its sign, a possessive, a date, or what stands between blanks and punctuation. */
const WORD = /^(?:'s(?!\p{L})|\d+(?:\.\d+)?%?(?![\p{L}\d-])|[\p{L}\p{N}_][\p{L}\p{N}_-]*|[\s\S])/u;

interface KnownName {
  readonly name: string;
  readonly token: (text: string) => Token;
}

function namesIn({ brands, engines }: Lexicon): KnownName[] {
  const ofEngines = engines.flatMap(({ slug, name }) =>
    [name, name.replace(/ \(API\)$/, ''), slug, slug.replaceAll('_', ' '), `${name}s`].map((each) => ({
      name: each.normalize('NFKC'),
      token: (text: string): Token => ({ kind: 'engine', slug, text }),
    })),
  );
  const ofBrands = brands.flatMap(({ name: brand, names }) =>
    names.map((each) => ({
      name: plainText(each).trim(),
      token: (text: string): Token => ({ kind: 'brand', brand, text }),
    })),
  );
  // The sort is stable.
  return [...ofEngines, ...ofBrands]
    .filter(({ name }) => name !== '')
    .sort((a, b) => b.name.length - a.name.length);
}

function startsWord(text: string, at: number): boolean {
  return !/[\p{L}\p{N}]/u.test(text.slice(0, at).at(-1) ?? ' ') || !/[\p{L}\p{N}]/u.test(text.charAt(at));
}

function isAt(text: string, at: number, name: string): boolean {
  const end = at + name.length;
  const isSame = text.slice(at, end).toLowerCase() === name.toLowerCase();
  const goesOn = /^[\p{L}\p{N}]/u.test(text.slice(end)) && /[\p{L}\p{N}]$/u.test(name);
  return isSame && !goesOn;
}
