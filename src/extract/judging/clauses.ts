import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { Naming } from '../names/decide-naming.ts';
import { areFrequent, isGermanNoun } from '../names/words/common-words.ts';
import { isDate, isWord } from '../names/words/ordinary-words.ts';
import { isAfterthought, isOpenNegation } from '../text/negation.ts';
import { around, type Range, within } from '../text/ranges.ts';
import {
  ALTERNATIVE_START,
  CLAUSE_START,
  COMPARED,
  COMPLEMENT_START,
  CONTRAST_START,
  NOUN_ENDING,
  OTHER_NAME,
  RELATIVE_START,
  SENTENCE_END,
  SHARING,
  SUBJECT,
} from './words.ts';

type Brands = ReadonlySet<TrackedBrand>;

export interface Clause extends Range {
  /** Null in a sentence that names nobody; empty if it cannot be told, or it is about a name that is not tracked. */
  readonly owners: Brands | null;
  /** Whether its names are only compared with or related to something: `cheaper than B`. */
  readonly isAside: boolean;
}

interface Part extends Range {
  readonly names: readonly Naming[];
  readonly isAside: boolean;
  owners: Brands | null;
}

/** The longest text before a name that relates it, in UTF-16 units. */
const NEAR = 40;

const NOBODY: Brands = new Set();

/**
 * A sentence's clauses, in order and without gaps. Names in one clause share it, and so do names that are listed before
 * or after what is said of them. A clause without a name continues the one before it, or leads to the first name.
 *
 * @param namings of the sentence's block, in order
 */
export function clausesOf(text: string, sentence: Range, namings: readonly Naming[]): Clause[] {
  const own = within(namings, sentence);
  if (own.length === 0 && !hasForeignSubject(text.slice(sentence.from, sentence.to)))
    return [{ ...sentence, owners: null, isAside: false }];
  const parts = piecesOf(text, sentence, own).map((piece) => partOf(text, piece, own));
  shareLists(text, parts);
  giveRelatives(text, parts);
  shareComparisons(text, parts);
  const clauses: Clause[] = [];
  for (const { from, to, owners, isAside } of withOwners(text, parts)) {
    const last = clauses.at(-1);
    if (last !== undefined && isSame(last.owners, owners))
      clauses.splice(-1, 1, { ...last, to, isAside: last.isAside && isAside });
    else clauses.push({ from, to, owners, isAside });
  }
  return clauses;
}

function partOf(text: string, piece: Range, namings: readonly Naming[]): Part {
  const names = within(namings, piece);
  if (names.length === 0) {
    const isForeign = hasForeignSubject(text.slice(piece.from, piece.to));
    return { ...piece, names, isAside: false, owners: isForeign ? NOBODY : null };
  }
  const isAside = names.every(({ from }) =>
    COMPARED.test(text.slice(Math.max(piece.from, from - NEAR), from)),
  );
  return { ...piece, names, isAside, owners: brandsOf(names) };
}

function brandsOf(names: readonly Naming[]): Brands {
  return new Set(names.map(({ brand }) => brand));
}

/**
 * What stands in their clause before and after some words, of the text before and after them. A clause that completes
 * another one has it too: `kein Werkzeug, das [wir empfehlen]`, `not the cheapest or [the best]`, `is not, to us, [good]`.
 */
export function clauseAround(before: string, words: string, after: string) {
  const text = before + words + after;
  const [from, to] = [before.length, before.length + words.length];
  const clauses = [...text.matchAll(CLAUSE_START)].map(({ index }) => index);
  const sentences = [...text.matchAll(SENTENCE_END)].map(({ index }) => index);
  const start = Math.max(0, ...sentences.map((end) => end + 1).filter((at) => at <= from));
  const end = Math.min(text.length, ...sentences.filter((at) => at >= to));
  const [first = end, ...later] = [...clauses.filter((at) => at >= to && at < end), end];
  const parts = partsOf(text.slice(0, to), [start, ...clauses.filter((at) => at > start && at <= from)]);
  return {
    before: parts.slice(firstOf(parts)).join('').slice(0, -words.length),
    after: text.slice(to, first),
    next: text.slice(first),
    isTakenBack: later.some((at, index) => isAfterthought(text.slice(later[index - 1] ?? first, at))),
  };
}

/** A text's parts from some places on. Marks before a word belong to its part. */
function partsOf(text: string, places: readonly number[]): string[] {
  const parts: string[] = [];
  for (const [index, at] of places.entries()) {
    const last = parts.at(-1) ?? '';
    const isMark = last !== '' && !/\p{L}/u.test(last);
    parts.splice(isMark ? -1 : parts.length, 1, (isMark ? last : '') + text.slice(at, places[index + 1]));
  }
  return parts;
}

/** The first part of a sentence that the last one completes. */
function firstOf(parts: readonly string[]): number {
  const isAlone = parts.map(
    (part) => /^[;；:：]/u.test(part) || CONTRAST_START.test(part) || CONTRAST_START.test(`,${part}`),
  );
  const open = parts.slice(0, -1).findIndex(isOpenNegation);
  let first = parts.length - 1;
  while (first > 0 && !isAlone[first]) {
    if (ALTERNATIVE_START.test(parts[first] ?? '')) first = Math.max(0, isAlone.lastIndexOf(true, first - 1));
    else if (COMPLEMENT_START.test(parts[first] ?? '')) first -= 1;
    else break;
  }
  return open === -1 ? first : Math.min(open, first);
}

/** Cuts a sentence before conjunctions and punctuation outside of names. */
function piecesOf(text: string, { from, to }: Range, names: readonly Range[]): Range[] {
  const starts = [...text.slice(from, to).matchAll(CLAUSE_START)]
    .map(({ index }) => from + index)
    .filter((at) => at > from && around(names, { from: at, to: at + 1 }) === undefined);
  return [from, ...starts].map((start, index) => ({ from: start, to: starts[index] ?? to }));
}

/** Whether a clause or sentence begins with a name that is not tracked: `Asana is slow`. */
function hasForeignSubject(text: string): boolean {
  return isUnknownName(SUBJECT.exec(text)?.groups?.subject);
}

/** Whether a clause has a name that is not tracked where a value may be about it: `compared to $99 for Asana`. */
export function hasOtherName(clause: string): boolean {
  return [...clause.matchAll(OTHER_NAME)].some(({ groups }) => isUnknownName(groups?.subject));
}

function isUnknownName(name: string | undefined): boolean {
  if (name === undefined) return false;
  const word = name.toLowerCase();
  return ![
    isWord,
    isDate,
    isGermanNoun,
    (each: string) => areFrequent([each]),
    (each: string) => NOUN_ENDING.test(each),
  ].some((isKnown) => isKnown(word));
}

/** Gives parts with names in one list, which nothing comes before or after, all these names. */
function shareLists(text: string, parts: Part[]): void {
  const named = parts.filter(({ names }) => names.length > 0);
  for (let first = 0; first < named.length; first += 1) {
    let last = first;
    while (SHARING.test(text.slice(endOf(named[last]), named[last + 1]?.names[0]?.from ?? 0) || '.'))
      last += 1;
    const list = named.slice(first, last + 1);
    const [head, tail] = [list[0], list.at(-1)];
    const isBefore = head !== undefined && SHARING.test(text.slice(head.from, head.names[0]?.from));
    const isAfter = tail !== undefined && !/\p{L}/u.test(text.slice(endOf(tail), tail.to));
    const all = new Set(list.flatMap(({ owners }) => [...(owners ?? [])]));
    if (isBefore || isAfter) for (const part of list) part.owners = all;
    first = last;
  }
}

function endOf(part: Part | undefined): number {
  return part?.names.at(-1)?.to ?? 0;
}

/** `A is faster and more reliable than B` is about both. */
function shareComparisons(text: string, parts: Part[]): void {
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1];
    if (!part.isAside || !before?.owners || !/^\s*\p{L}/u.test(text.slice(part.from, part.to))) continue;
    part.owners = before.owners = new Set([...before.owners, ...(part.owners ?? [])]);
  }
}

/** Gives `, which is $15` and `($15)` to the last name right before, which is nobody's if it is not tracked. */
function giveRelatives(text: string, parts: readonly Part[]): void {
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1];
    const start = RELATIVE_START.exec(text.slice(part.from, part.to))?.[0].trim();
    if (before === undefined || start === undefined || part.owners !== null) continue;
    const lead = text.slice(before.from, before.to);
    const last = before.names.findLast(({ to }) => !/\p{L}/u.test(text.slice(to, before.to)));
    const other = [...lead.matchAll(/(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}]*/gu)].at(-1);
    const isName = /^\p{Lu}/u.test(other?.[0] ?? '') && isUnknownName(other?.[0]);
    const isCompared = COMPARED.test(last ? text.slice(before.from, last.from) : lead.slice(0, other?.index));
    if (
      last !== undefined &&
      (isCompared || !/[(（]$/u.test(start)) &&
      before.owners?.size === brandsOf(before.names).size
    )
      part.owners = new Set([last.brand]);
    if (last === undefined && isName && (isCompared || /wh(?:ich|o|ose)$/.test(start))) part.owners = NOBODY;
  }
}

/** Gives the parts without names those of another one. */
function withOwners(text: string, parts: readonly Part[]): Part[] {
  const first = parts.find(({ owners }) => owners !== null);
  const nextOf = new Map<Part, Part>();
  let next: Part | undefined;
  for (const part of parts.toReversed()) {
    if (next !== undefined) nextOf.set(part, next);
    if (part.owners !== null) next = part;
  }
  let last: Part | undefined;
  return parts.map((part, index) => {
    if (part.owners !== null) last = part;
    if (part.owners !== null || first === undefined) return part;
    const after = nextOf.get(part);
    const isLabel =
      after !== undefined && after === parts[index + 1] && /^[:：]/u.test(text.slice(after.from, after.to));
    const isUnsure =
      after !== undefined &&
      after.owners !== last?.owners &&
      CONTRAST_START.test(text.slice(part.from, part.to));
    const { owners, isAside } = last === undefined || isLabel ? (after ?? first) : last;
    return isUnsure && !isLabel && last !== undefined
      ? { ...part, owners: NOBODY }
      : { ...part, owners, isAside };
  });
}

function isSame(one: Brands | null, other: Brands | null): boolean {
  if (one === null || other === null) return one === other;
  return one.size === other.size && [...one].every((brand) => other.has(brand));
}
