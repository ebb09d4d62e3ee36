import { classNumber, type LanguageWords, WORD_CLASSES } from './word-classes.ts';

/** A known word or phrase in a text: its number of pieces, and its class numbers. */
export interface Entry {
  readonly length: number;
  readonly classes: readonly number[];
}

interface Node {
  next: Map<string, Node> | null;
  /** The classes of an entry that ends here. */
  classes: number[];
  /** The classes of entries whose last word is a stem. */
  stems: Map<string, number[]> | null;
  shortest: number;
}

/** Splits a lowercase text into pieces: a name, a word, a character in a script without spaces, or punctuation. */
export const PIECE =
  /[\uE001\uE002]\uE003*|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|\p{Script=Thai}\p{M}*|[\p{L}\p{M}\p{N}]+(?:'(?:t|s|re|ve|ll|d|m)(?![\p{L}]))?|[^\s\p{L}\p{M}\p{N}]/gu;

/**
 * A language's words, for lookup piece by piece. The first lookup builds the index: most stores have answers in few
 * languages, and all indexes take 12 MB.
 */
export class Lexicon {
  readonly #words: LanguageWords;
  #root: Node | null = null;

  constructor(words: LanguageWords) {
    this.#words = words;
  }

  /** The longest entry that starts at a piece. */
  find(pieces: readonly string[], at: number): Entry | null {
    let best: Entry | null = null;
    this.#root ??= rootOf(this.#words);
    let node: Node | undefined = this.#root;
    for (let index = at; node && index < pieces.length; index += 1) {
      const piece: string = pieces[index] ?? '';
      const stem = stemClasses(node, piece);
      const next: Node | undefined = node.next?.get(piece);
      const classes = next && next.classes.length > 0 ? next.classes : stem;
      if (classes !== null) best = { length: index - at + 1, classes };
      node = next;
    }
    return best;
  }
}

const NONE: number[] = [];

function rootOf(words: LanguageWords): Node {
  const root = newNode();
  for (const name of WORD_CLASSES) {
    for (const entry of words[name] ?? []) add(root, entry, classNumber(name));
  }
  return root;
}

function add(root: Node, entry: string, number: number): void {
  const isStem = entry.endsWith('*');
  const pieces = piecesOf(entry.replaceAll('*', ''));
  const last = pieces.pop();
  if (last === undefined) return;
  let node = root;
  for (const piece of pieces) node = nextOf(node, piece);
  if (isStem) {
    node.stems ??= new Map();
    node.stems.set(last, [...(node.stems.get(last) ?? []), number]);
    node.shortest = Math.min(node.shortest, last.length);
    return;
  }
  const end = nextOf(node, last);
  end.classes = [...end.classes, number];
}

function nextOf(node: Node, piece: string): Node {
  node.next ??= new Map();
  const next = node.next.get(piece) ?? newNode();
  node.next.set(piece, next);
  return next;
}

function newNode(): Node {
  return { next: null, classes: NONE, stems: null, shortest: Number.POSITIVE_INFINITY };
}

function stemClasses({ stems, shortest }: Node, piece: string): number[] | null {
  for (let length = piece.length; length >= shortest; length -= 1) {
    const classes = stems?.get(piece.slice(0, length));
    if (classes) return classes;
  }
  return null;
}

function piecesOf(text: string): string[] {
  return text.toLowerCase().replace(/[’‘ʼ]/g, "'").replace(/[-‐‑]/g, ' ').match(PIECE) ?? [];
}
