import { decodeHTMLStrict } from 'entities';
import { citationMarkersIn } from '../../domain/answers/citation-marker.ts';
import type { Range } from '../text/ranges.ts';

/** A text without what a person who copies it may leave out, with each unit's place in the original. */
export interface FoldedLine {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * In order: a link's target, an HTML tag, a character reference, blanks with quotation marks of Markdown, marks of
 * Markdown and invisible characters, and any other character with its accents.
 */
const PIECES =
  /\]\([^\s()]{0,2000}\)|<\/?[a-z][^<>\n]{0,200}>|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{0,31});|\s+(?:>[ \t]*)*|[*_~`\\[\]|\p{Cf}\p{Variation_Selector}]|\P{M}\p{M}*|\p{M}+/giu;

const TAG = /^<.+>$/su;
const BREAK = /^<\/?(?:br|p|li|td|tr|div|ul|ol)\b/iu;
const MARK = /^(?:\]\(.*\)|[*_~`\\[\]\p{Cf}\p{Variation_Selector}])$/su;

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201B\u2032\u00B4]/u, "'"],
  [/[\u201C-\u201F\u2033]/u, '"'],
  [/[\u2010-\u2015\u2212]/u, '-'],
];

/** Folds blanks, Markdown, citation markers, quotation marks, and hyphens. */
export function folded(text: string): FoldedLine {
  const markers = citationMarkersIn(text);
  let shown = '';
  const [starts, ends]: [number[], number[]] = [[], []];
  let next = 0;
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    while (next < markers.length && (markers[next]?.to ?? 0) <= index) next += 1;
    if ((markers[next]?.from ?? text.length) <= index) continue;
    const form = formOf(piece);
    if (form === ' ' && (shown === '' || shown.endsWith(' '))) continue;
    shown += form;
    for (let unit = 0; unit < form.length; unit += 1) {
      starts.push(index);
      ends.push(index + piece.length);
    }
  }
  return { text: shown, starts, ends };
}

function formOf(piece: string): string {
  if (/^\s/.test(piece) || piece === '|') return ' ';
  if (MARK.test(piece)) return '';
  if (piece.length > 1 && TAG.test(piece)) return BREAK.test(piece) ? ' ' : '';
  const plain = piece.length > 2 && piece.startsWith('&') ? decodeHTMLStrict(piece) : piece;
  const sign = SIGNS.find(([pattern]) => pattern.test(plain));
  return sign === undefined ? plain.normalize('NFC') : plain.replace(sign[0], sign[1]);
}

/** Where text may begin that no reader of the answer sees: a comment or an element. */
const OPENING = /<!--|<([a-z][a-z0-9]{0,15})\b([^<>]{0,500})>/giu;
const CODE = ['script', 'style', 'template'];
const HIDDEN = /\shidden(?![\w-])|display\s?:\s?none|visibility\s?:\s?hidden/iu;

/** A text with blanks for comments and hidden elements, each as long as what it replaces. */
export function seen(text: string): string {
  const plain = text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
  const endless = new Set<string>();
  let [shown, at] = ['', 0];
  for (const { 0: opening, 1: element, 2: attributes = '', index } of text.matchAll(OPENING)) {
    const tag = element?.toLowerCase();
    if (tag !== undefined && !CODE.includes(tag) && !HIDDEN.test(attributes)) continue;
    const mark = tag === undefined ? '-->' : `</${tag}>`;
    if (index < at || endless.has(mark)) continue;
    const end = plain.indexOf(mark, index + opening.length);
    if (end === -1) endless.add(mark);
    else {
      const to = end + mark.length;
      shown +=
        text.slice(at, index) + text.slice(index, to).replace(/[^\n]/gu, (each) => ' '.repeat(each.length));
      at = to;
    }
  }
  return shown + text.slice(at);
}

/** A line as a model sees it: without links' targets, on one line. */
export function shownLine(text: string): string {
  const [first = '', ...others] = text.replace(/\]\([^\s()]{0,2000}\)/gu, ']').split(/[\r\n\u2028\u2029]/u);
  const rest = others.map((each) => each.trim()).filter((each) => each !== '');
  return [first.trimEnd(), ...rest].join(' ');
}

/** A list's or heading's marks, which a copy of a whole line starts with. */
const LEADING_MARKS = /^\s*(?:(?:[-+*•>]|#{1,6}|\d{1,3}[.)])\s+){0,4}/u;

/** Each place in a line where words stand verbatim, whole words and numbers only. Ranges of the line; none for empty words. */
export function* placesOfWords(line: FoldedLine, words: string): Generator<Range> {
  const { text, starts, ends } = line;
  const needle = folded(words.replace(LEADING_MARKS, '')).text.trim();
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(needle)) return;
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) {
    const end = at + needle.length;
    if ([at, end].some((each) => isInWord(text, each) || isInNumber(line, each))) continue;
    yield { from: starts[at] ?? 0, to: ends[end - 1] ?? 0 };
  }
}

/** Letters of scripts with spaces between words. */
const LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

function isInWord(text: string, at: number): boolean {
  return at > 0 && LETTER.test(text[at - 1] ?? '') && LETTER.test(text[at] ?? '');
}

/** Whether a place is inside a number with decimals or groups of three digits: `1,|300`, `12|.50`, `1 |300`. */
function isInNumber({ text, starts }: FoldedLine, at: number): boolean {
  const around = `${text.slice(Math.max(0, at - 5), at)}|${text.slice(at, at + 5)}`;
  if (/\p{N}(?:[.,'’]\||\|[.,'’])\p{N}/u.test(around)) return true;
  const blank = text[at] === ' ' ? at : at - 1;
  const isOneBlank = (starts[blank + 1] ?? 0) - (starts[blank] ?? 0) === 1;
  return isOneBlank && /(?<!\d)\d{1,3}(?: \||\| )\d{3}(?!\d)/.test(around);
}
