import type { TrackedBrand } from '../../../../domain/brand/tracked-brand.ts';
import type { Naming } from '../../../names/decide-naming.ts';
import type { Block } from '../../../text/blocks.ts';
import { headOf, isAbout } from '../../../text/heads.ts';
import type { Outline } from '../../../text/outline.ts';
import { within } from '../../../text/ranges.ts';
import type { Entity } from '../grammar/entities.ts';
import { brandOfHead } from '../grammar/inherited-brand.ts';
import { joinedAfter } from '../grammar/joined-names.ts';
import { type Side, sidesOf } from '../grammar/labels.ts';
import { LINE_NUMBER } from '../grammar/line-number.ts';
import { lowerCase } from '../grammar/lower-case.ts';
import type { MarkedBlock } from '../grammar/marked-block.ts';
import { type LabelKind, LONGEST_LABEL, labelKind } from '../grammar/verdict-labels.ts';
import { MIXED } from '../words/pros-and-cons.ts';
import type { Cue } from './cues.ts';
import { PICK, REJECTION } from './findings.ts';
import { isWholeVerdict, VERDICT_OF, wordsIn } from './label-rules.ts';

/** An answer with its outline. */
interface OutlinedAnswer {
  readonly blocks: readonly Block[];
  readonly outline: Outline;
  readonly namings: ReadonlyMap<Block, readonly Naming[]>;
  readonly marked: ReadonlyMap<Block, MarkedBlock>;
}

/** Above more names, a head is only a list's title. */
const MOST_NAMES: Readonly<Record<LabelKind, number>> = {
  warning: Number.POSITIVE_INFINITY,
  pick: 6,
  verdict: 6,
  category: 3,
  purpose: 0,
};

/** Cues in headings, labels, and heads of columns and rows, for the names under them. */
export function outlineCues(answer: OutlinedAnswer): Cue[] {
  if (answer.namings.size === 0) return [];
  const found = answer.blocks.flatMap((block) =>
    block.place.cell === null ? cuesOfHead(block, answer) : cuesOfCell(block, answer),
  );
  return [...found, ...signCues(answer)];
}

/** A sign before the name in a block's head. */
const SIGN =
  /^[\s*]*(?:\d{1,3}[.)]\s*)?(?<sign>[🏆🥇👑]|[✅👍🟢💚👌]|[❌👎⛔🚫🔴🛑]|⭐+)\uFE0F?[\s*:–—-]*(?:\d{1,3}[.)][\s*]*)?$/u;

type SignKind = 'top' | 'good' | 'bad';

/**
 * Signs before names: a medal picks. Good and bad signs only count if an answer has both, because a list of check marks
 * says nothing about its names; a bad sign counts alone. Five stars are a good sign, and one is a bad one.
 */
function signCues({ blocks, marked }: OutlinedAnswer): Cue[] {
  const found = blocks.flatMap((block) => {
    const own = marked.get(block);
    const names = namesAtHead(own);
    const [first] = names;
    const match = first === undefined ? null : SIGN.exec(block.text.slice(0, first.from));
    const sign = match?.groups?.sign;
    const kind = sign === undefined ? null : signKind(sign);
    return kind === null || sign === undefined ? [] : [{ block, names, kind, sign }];
  });
  const hasBad = found.some(({ kind }) => kind === 'bad');
  const hasStars = found.some(({ sign }) => sign.startsWith('⭐⭐'));
  return found.flatMap(({ block, names, kind, sign }) => {
    if (kind === 'good' && !hasBad) return [];
    if (sign === '⭐' && !hasStars) return [];
    const from = block.text.indexOf(sign);
    const verdict = VERDICT_OF[kind === 'bad' ? 'warning' : 'pick'];
    const range = { from, to: from + sign.length };
    return [...new Set(names.flatMap(({ brands }) => brands))].map((brand) => ({
      ...verdict,
      ...range,
      brand,
      block,
      hedge: null,
      learned: null,
    }));
  });
}

function signKind(sign: string): SignKind | null {
  if (/^⭐+$/u.test(sign)) return sign === '⭐⭐⭐⭐⭐' ? 'good' : sign === '⭐' ? 'bad' : null;
  if (/^[🏆🥇👑]$/u.test(sign)) return 'top';
  return /^[✅👍🟢💚👌]$/u.test(sign) ? 'good' : 'bad';
}

/** A verdict applies to the names directly under its head, up to the next head at its level. */
function cuesOfHead(block: Block, { outline, namings, marked }: OutlinedAnswer): Cue[] {
  const under = outline.under(block);
  if (under.length === 0 || namings.has(block)) return [];
  const kind = labelKind(lowerCase(block.text));
  if (kind === null) return [];
  const entries = under.filter((each, index) => index === 0 || isEntry(each));
  if (entries.length > MOST_NAMES[kind]) return [];
  return entries.flatMap((each) => cuesOf(block, kind, namesUnder(kind, marked.get(each))));
}

/** The names in a block that the head above it decides about. `Verdict` needs a name that is the whole verdict. */
function namesUnder(kind: LabelKind, marked: MarkedBlock | undefined): readonly Entity[] {
  const names = namesAtHead(marked);
  return kind === 'verdict' && marked && !isWholeVerdict(marked, names) ? [] : names;
}

/** Whether a block is one of several entries, rather than a continued paragraph. */
function isEntry({ place, spans, text }: Block): boolean {
  const isBold = spans.some(
    ({ kind, from }) => kind === 'strong' && from <= (LINE_NUMBER.exec(text)?.[0].length ?? 0) + 2,
  );
  return place.heading !== null || (place.inList && place.isHead) || isBold;
}

/** The names that are the subject of a block's head. */
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

function cuesOf(block: Block, kind: LabelKind, names: readonly Entity[]): Cue[] {
  const brands = new Set(names.flatMap((each) => each.brands));
  const range = wordsIn(block.text, { from: 0, to: block.text.length });
  return [...brands].map((brand) => ({
    ...VERDICT_OF[kind],
    brand,
    block,
    ...range,
    hedge: null,
    learned: null,
  }));
}

/** A cell with only names, below `Winner` or after `Best value`. */
function cuesOfCell(cell: Block, { outline, namings, marked }: OutlinedAnswer): Cue[] {
  const own = marked.get(cell);
  const names = namesAtHead(own);
  const [column, row] = [outline.columnHead(cell), outline.rowHead(cell)];
  if (!own || names.length === 0 || column === null || column === cell || !isWholeVerdict(own, names))
    return [];
  for (const head of [column, row]) {
    const kind = head === null || head === cell || namings.has(head) ? null : labelKind(lowerCase(head.text));
    if (head !== null && kind !== null) return cuesOf(head, kind, names);
  }
  return [];
}

/** A brand with both sides in an answer, and the sides' labels. */
interface TwoSided {
  readonly brand: TrackedBrand;
  readonly cues: readonly Cue[];
}

/** The brands with both pros and cons, under their head or in their row. */
export function twoSidedBrands(answer: OutlinedAnswer): TwoSided[] {
  const sides = new Map<TrackedBrand, Map<Side, Cue>>();
  if (answer.namings.size === 0) return [];
  /** The only brand in the block before the sides, without a head between them. */
  let last: TrackedBrand | null = null;
  for (const block of answer.blocks) {
    const { cell } = block.place;
    if (cell !== null && !/\p{L}/u.test(block.text)) continue;
    const found = sidesOf(cell === null ? block : (answer.outline.columnHead(block) ?? block));
    if (answer.namings.has(block)) last = onlyBrandOf(block, answer);
    else if (found.length === 0 && (cell !== null || isHead(block, answer))) last = null;
    const brand = found.length === 0 ? null : (subjectOf(block, answer) ?? last);
    if (brand === null) continue;
    const own = sides.get(brand) ?? new Map<Side, Cue>();
    const to = Math.min(block.text.length, LONGEST_LABEL);
    for (const side of found) {
      const verdict = side === 'pro' ? PICK : REJECTION;
      if (!own.has(side))
        own.set(side, { ...verdict, brand, block, from: 0, to, hedge: null, learned: null });
    }
    sides.set(brand, own);
  }
  const listed = [...sides].flatMap(([brand, own]) =>
    own.size === 2 ? [{ brand, cues: [...own.values()] }] : [],
  );
  return [...listed, ...[...answer.marked.values()].flatMap(mixedIn)];
}

/** The brands for which a sentence says that both sides matter. */
function mixedIn({ block, text, sentences, entities, inherited }: MarkedBlock): TwoSided[] {
  if (!MIXED.test(text)) return [];
  return sentences.flatMap((sentence) => {
    const match = MIXED.exec(text.slice(sentence.from, sentence.to));
    if (match === null) return [];
    const named = within(entities, sentence).flatMap(({ brands }) => brands);
    const all = named.length > 0 ? named : entities.flatMap(({ brands }) => brands);
    const [brand = inherited?.brand, ...others] = new Set(all);
    if (brand === undefined || others.length > 0) return [];
    const from = sentence.from + match.index;
    const cue = { brand, block, from, to: from + match[0].length, hedge: null, learned: null };
    return [{ brand, cues: [PICK, REJECTION].map((verdict) => ({ ...verdict, ...cue })) }];
  });
}

function onlyBrandOf(block: Block, { namings }: OutlinedAnswer): TrackedBrand | null {
  const brands = new Set((namings.get(block) ?? []).map(({ brand }) => brand));
  const [only] = brands;
  return brands.size === 1 ? (only ?? null) : null;
}

function isHead(block: Block, { outline }: OutlinedAnswer): boolean {
  return block.place.heading !== null || outline.under(block).length > 0;
}

/** `Choose T if` */
const CHOICE_IF = /^\W*(?:choose|pick|select|use|get|buy|opt for|go with|go for)\W*$/iu;
const IF = /^[^.!?。]{0,40}\b(?:if|when)\b/iu;

/** Whether a cue only names a brand's audience, `Choose T if`, under the brand's heading. There it decides nothing. */
export function isConditionalChoice({ block, brand, from, to }: Cue, answer: OutlinedAnswer): boolean {
  if (!CHOICE_IF.test(block.text.slice(from, to)) || !IF.test(block.text.slice(to))) return false;
  return subjectOf(block, answer) === brand;
}

/** The only brand in the nearest head above a block, or in a cell's row. */
function subjectOf(block: Block, { outline, namings }: OutlinedAnswer): TrackedBrand | null {
  if (block.place.cell !== null) {
    const row = outline.rowHead(block);
    return row === null || row === block || block.place.cell.row === 0 ? null : brandOfHead(row, namings);
  }
  for (let head = outline.above(block); head !== null; head = outline.above(head))
    if (namings.has(head)) return brandOfHead(head, namings);
  return null;
}
