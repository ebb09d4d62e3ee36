import {
  ambiguousName,
  brandsCalled,
  inOneSpelling,
  type NamesOfBrand,
  plainSpelling,
} from '../domain/brand/named-brand.ts';

/** A store's brand and engine names. */
export interface Lexicon {
  /** The tracked brands, the brand itself first. */
  readonly brands: readonly NamesOfBrand[];
  readonly engines: readonly { readonly slug: string; readonly name: string }[];
}

/** A name, perhaps ambiguous, or a word in lower case, with its text in the sentence. */
export type Token =
  | { readonly kind: 'ambiguous'; readonly problem: string; readonly text: string }
  | { readonly kind: 'brand'; readonly brand: string; readonly text: string }
  | { readonly kind: 'engine'; readonly slug: string; readonly text: string }
  | { readonly kind: 'word'; readonly word: string; readonly text: string };

/** Splits a sentence. If several names start at one place, the longest wins. */
export function tokensOf(sentence: string, lexicon: Lexicon): Token[] {
  const text = inOneSpelling(sentence).replace(/[ʼ`]/g, "'");
  const names = namesIn(lexicon);
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const name = startsWord(text, at) ? names.find((each) => isAt(text, at, each)) : undefined;
    const [piece = ' '] = name ? [text.slice(at, at + name.length)] : (WORD.exec(text.slice(at)) ?? []);
    at += piece.length;
    if (name) tokens.push(nameToken(piece, lexicon));
    else if (!BETWEEN_WORDS.test(piece)) tokens.push({ kind: 'word', word: wordOf(piece), text: piece });
  }
  return tokens;
}

/** A number with its sign, a possessive, a contraction, a date, or the text between blanks and punctuation. */
const WORD =
  /^(?:'(?:s|re|ve)(?!\p{L})|\p{L}+n't(?!\p{L})|[−-]?\d+(?:\.\d+)?%?(?![\p{L}\d-])|[\p{L}\p{N}_](?:[\p{L}\p{N}_‐‑-]*[\p{L}\p{N}_])?|[<>≤≥]=?|[\s\S])/u;

const BETWEEN_WORDS = /^[\s,.;:!?'„«»‹›()‐‑‒–—―-]$/;

/** A word in lower case, with ASCII hyphens. */
function wordOf(text: string): string {
  return text.toLowerCase().replace(/[‐‑]/g, '-');
}

/** All known names, the longest first. */
function namesIn({ brands, engines }: Lexicon): string[] {
  const ofBrands = brands.flatMap(({ names }) => names.map(plainSpelling));
  return [...engines.flatMap(engineNames), ...ofBrands]
    .filter((name) => name !== '')
    .sort((a, b) => b.length - a.length);
}

type Engine = Lexicon['engines'][number];

/** An engine's names. `ChatGPT (API)` is also ChatGPT, Chat GPT, and the ChatGPT API; Google AI Overviews are also AI Overviews. */
export function engineNames({ slug, name }: Engine): string[] {
  const short = name.replace(/ \(API\)$/, '');
  const apart = (gap: string) => short.replace(/(\p{Ll})(\p{Lu})/gu, `$1${gap}$2`);
  const ofGoogle = short.startsWith('Google ') ? [short.replace('Google', "Google's"), short.slice(7)] : [];
  const plurals = [short, ...ofGoogle].map((each) => `${each}s`);
  const spelled = [name, `${short} API`, short, apart(' '), apart('-'), slug, slug.replaceAll('_', ' ')];
  return [...spelled, ...ofGoogle, ...plurals].map(plainSpelling);
}

/** The meaning of a name. A name shared by two brands, or by a brand and an engine, means neither. */
function nameToken(text: string, { brands, engines }: Lexicon): Token {
  const [brand, ...others] = brandsCalled(text, brands);
  const engine = engines.find((each) =>
    engineNames(each).some((name) => name.toLowerCase() === text.toLowerCase()),
  );
  if (brand === undefined) return { kind: 'engine', slug: engine?.slug ?? '', text };
  if (engine) {
    const problem = `"${text}" is an engine and a name of ${brand.name}: write "${engine.name}" for the engine, and another name for the brand`;
    return { kind: 'ambiguous', problem, text };
  }
  if (others.length > 0) return { kind: 'ambiguous', problem: ambiguousName(text, [brand, ...others]), text };
  return { kind: 'brand', brand: brand.name, text };
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
