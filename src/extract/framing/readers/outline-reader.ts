import type { TrackedBrand } from '../../../domain/tracked-brand.ts';
import type { Naming } from '../../names/decide-naming.ts';
import type { Block } from '../../text/blocks.ts';
import { headOf, isAbout } from '../../text/heads.ts';
import type { Outline } from '../../text/outline.ts';
import { brandOfHead } from '../grammar/carried.ts';
import type { Entity } from '../grammar/entities.ts';
import { joinedAfter } from '../grammar/joined-names.ts';
import { type Side, sidesOf, whole } from '../grammar/labels.ts';
import { LINE_NUMBER } from '../grammar/line-number.ts';
import { lowerCase } from '../grammar/lower-case.ts';
import type { MarkedBlock } from '../grammar/marked-block.ts';
import { LABELS } from '../words/english-words.ts';
import { BEST_LABELS, VERDICT_LABELS, WARNING_LABELS } from '../words/label-words.ts';
import { AVOID_HEADS, CATEGORY_LABELS, PICK_COLUMNS, PICK_HEADS } from '../words/outline-words.ts';
import type { Cue } from './cue-reader.ts';
import { PICK, REJECTION, SCOPED, type Verdict } from './findings.ts';
import { isCategory, isWholeVerdict } from './label-reader.ts';

/** An answer, for those who read its order. */
export interface OutlinedAnswer {
  readonly blocks: readonly Block[];
  readonly outline: Outline;
  readonly namings: ReadonlyMap<Block, readonly Naming[]>;
  readonly marked: ReadonlyMap<Block, MarkedBlock>;
}

/** A verdict, and how many names it can be passed on to. Above more of them, it is the title of a list. */
interface Head {
  readonly verdict: Verdict;
  readonly most: number;
  readonly pattern: RegExp;
}

/** A heading such as `Best budget phones` above more names says what the list is of. */
const MOST_OF_CATEGORY = 3;
const MOST_PICKS = 6;

const HEADS: readonly Head[] = [
  { verdict: REJECTION, most: Number.POSITIVE_INFINITY, pattern: whole([...WARNING_LABELS, ...AVOID_HEADS]) },
  {
    verdict: PICK,
    most: MOST_PICKS,
    pattern: whole([LABELS, ...BEST_LABELS, ...VERDICT_LABELS, ...PICK_HEADS]),
  },
  { verdict: SCOPED, most: MOST_OF_CATEGORY, pattern: whole(CATEGORY_LABELS) },
];

const COLUMN = whole(PICK_COLUMNS);

/** Longer heads are sentences. */
const LONGEST_HEAD = 90;

/** What headings, labels, and the heads of columns and rows decide about the names under them. */
export function outlineCues(answer: OutlinedAnswer): Cue[] {
  if (answer.namings.size === 0) return [];
  return answer.blocks.flatMap((block) =>
    block.place.cell === null ? cuesOfHead(block, answer) : cuesOfCell(block, answer),
  );
}

/** A verdict holds for the names right under its head until the next head of its level. */
function cuesOfHead(block: Block, { outline, namings, marked }: OutlinedAnswer): Cue[] {
  const under = outline.under(block);
  if (under.length === 0 || namings.has(block) || block.text.length > LONGEST_HEAD) return [];
  const found = verdictIn(block);
  if (found === null) return [];
  const entries = under.filter((each, index) => index === 0 || isEntry(each));
  if (entries.length > found.most) return [];
  return entries.flatMap((each) => cuesOf(block, found, namesAtHead(marked.get(each))));
}

function verdictIn(block: Block): (Head & { readonly from: number; readonly to: number }) | null {
  const text = lowerCase(block.text);
  for (const head of HEADS) {
    const match = head.pattern.exec(text);
    const cue = match?.groups?.cue;
    if (!match || cue === undefined || (head.verdict === SCOPED && !isCategory(cue))) continue;
    const from = text.indexOf(cue, match.index);
    return { ...head, from, to: from + cue.length };
  }
  return null;
}

/** Whether a block is one of several of its kind, rather than a paragraph that goes on. */
function isEntry({ place, spans, text }: Block): boolean {
  const isBold = spans.some(
    ({ kind, from }) => kind === 'strong' && from <= (LINE_NUMBER.exec(text)?.[0].length ?? 0) + 2,
  );
  return place.heading !== null || (place.inList && place.isHead) || isBold;
}

/** The names that the head of a block is about. */
function namesAtHead(marked: MarkedBlock | undefined): readonly Entity[] {
  if (marked === undefined) return [];
  const { block, entities, text } = marked;
  const head = headOf(block, LINE_NUMBER.exec(block.text)?.[0].length ?? 0);
  const index = entities.findIndex(({ brands }) => brands.length > 0);
  const first = entities[index];
  if (!first || !isAbout(block.text, head, first)) return [];
  if (
    entities.slice(0, index).some((each) => each.to > head.from) ||
    /^'s? \p{Ll}/u.test(text.slice(first.to))
  )
    return [];
  return joinedAfter(text, entities, index);
}

function cuesOf(
  block: Block,
  { verdict, from, to }: { readonly verdict: Verdict; readonly from: number; readonly to: number },
  names: readonly Entity[],
): Cue[] {
  const brands = new Set(names.flatMap((each) => each.brands));
  return [...brands].map((brand) => ({ ...verdict, brand, block, from, to, hedge: null, learned: null }));
}

/** A cell that is nothing but names, below `Winner` or behind `Best value`. */
function cuesOfCell(cell: Block, { outline, namings, marked }: OutlinedAnswer): Cue[] {
  const own = marked.get(cell);
  const names = namesAtHead(own);
  const last = names.at(-1);
  const [column, row] = [outline.columnHead(cell), outline.rowHead(cell)];
  if (!own || !last || column === null || column === cell) return [];
  if (!isWholeVerdict(own, names)) return [];
  const header = lowerCase(column.text);
  const cue = namings.has(column) ? undefined : COLUMN.exec(header)?.groups?.cue;
  if (cue !== undefined) {
    const from = header.indexOf(cue);
    return cuesOf(column, { verdict: PICK, from, to: from + cue.length }, names);
  }
  if (row === null || row === cell || namings.has(row) || row.text.length > LONGEST_HEAD) return [];
  const found = verdictIn(row);
  return found === null ? [] : cuesOf(row, found, names);
}

/** A brand of which an answer tells both sides, with the labels of the two. */
export interface TwoSided {
  readonly brand: TrackedBrand;
  readonly cues: readonly Cue[];
}

/** The brands under whose head, or in whose row, both pros and cons are listed. */
export function twoSided(answer: OutlinedAnswer): TwoSided[] {
  const sides = new Map<TrackedBrand, Map<Side, Cue>>();
  if (answer.namings.size === 0) return [];
  for (const block of answer.blocks) {
    const { cell } = block.place;
    if (cell !== null && !/\p{L}/u.test(block.text)) continue;
    const found = sidesOf(cell === null ? block : (answer.outline.columnHead(block) ?? block));
    const brand = found.length === 0 ? null : subjectOf(block, answer);
    if (brand === null) continue;
    const own = sides.get(brand) ?? new Map<Side, Cue>();
    const to = Math.min(block.text.length, LONGEST_HEAD);
    for (const side of found) {
      const verdict = side === 'pro' ? PICK : REJECTION;
      if (!own.has(side))
        own.set(side, { ...verdict, brand, block, from: 0, to, hedge: null, learned: null });
    }
    sides.set(brand, own);
  }
  return [...sides].flatMap(([brand, own]) => (own.size === 2 ? [{ brand, cues: [...own.values()] }] : []));
}

/** `Choose T if` */
const CHOICE_IF = /^\W*(?:choose|pick|select|use|get|buy|opt for|go with|go for)\W*$/iu;
const IF = /^[^.!?。]{0,40}\b(?:if|when)\b/iu;

/** Whether a cue only says for whom a brand is, `Choose T if`, under the heading of the brand. There it decides nothing. */
export function isChoiceIf({ block, brand, from, to }: Cue, answer: OutlinedAnswer): boolean {
  if (!CHOICE_IF.test(block.text.slice(from, to)) || !IF.test(block.text.slice(to))) return false;
  return subjectOf(block, answer) === brand;
}

/** The only brand of the nearest head above a block, or of the row of a cell. */
function subjectOf(block: Block, { outline, namings }: OutlinedAnswer): TrackedBrand | null {
  if (block.place.cell !== null) {
    const row = outline.rowHead(block);
    return row === null || row === block || block.place.cell.row === 0 ? null : brandOfHead(row, namings);
  }
  for (let head = outline.above(block); head !== null; head = outline.above(head))
    if (namings.has(head)) return brandOfHead(head, namings);
  return null;
}
