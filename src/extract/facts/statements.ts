import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { Naming } from '../names/decide-naming.ts';
import type { NamedAnswer } from '../names/named-answer.ts';
import type { Block } from '../text/blocks.ts';
import { headOf, isAbout } from '../text/heads.ts';
import { Outline } from '../text/outline.ts';
import type { Range } from '../text/ranges.ts';
import { PRONOUN } from './clauses.ts';
import { NAME, OTHER_NAME } from './name-marks.ts';

/** A sentence, list line, or cell about the brand itself. */
export interface Statement {
  /**
   * Its visible text, with NAME for each character of the brand's name, and OTHER_NAME for other brands'. A cell has
   * its label in front.
   */
  readonly text: string;
  /** Its source with markup. */
  readonly shown: string;
}

/** The subject of a heading or an item's head. */
type Subject = 'self' | 'other' | 'nobody';

/** The most sentences after one that names the brand that still count: later ones may have another subject. */
const FARTHEST = 1;
/** Longer sentences are scraped text, where positions mean little. */
const LONGEST = 400;

/**
 * The answer's statements about the brand itself: sentences that name it or follow one that does, and text under its
 * name.
 *
 * @param isLabel whether a head is a fact's words, such as `Pro`, to put before the text under it
 */
export function statementsOf(
  answer: string,
  named: NamedAnswer,
  self: TrackedBrand,
  isLabel: (head: string) => boolean,
): Statement[] {
  const { blocks, sentences } = named;
  const namings = Map.groupBy(named.named, ({ block }) => block);
  const outline = new Outline(blocks);
  const found: Statement[] = [];
  const tables = new Map<number, boolean>();
  for (const block of blocks) {
    const own = namings.get(block) ?? [];
    const { subject: held, label } = subjectWithLabel(block, { outline, namings, self, isLabel });
    if (block.place.cell !== null) {
      const { table } = block.place.cell;
      tables.set(table, (tables.get(table) ?? held === 'self') && own.every(({ brand }) => brand === self));
    }
    if (block.place.heading !== null || block.place.cell !== null) continue;
    let since: number | null = held === 'self' ? 0 : null;
    const isAllNamed = own.every(({ brand }) => brand === self);
    const isAllOurs = since === 0 && isAllNamed;
    let isChain = isAllOurs;
    for (const range of sentences.of(block)) {
      const inside = own.filter(({ from, to }) => from >= range.from && to <= range.to);
      const namesSelf = inside.some(({ brand }) => brand === self);
      const namesOthers = inside.some(({ brand }) => brand !== self);
      const isGoingOn = isAllNamed && PRONOUN.test(block.text.slice(range.from, range.to));
      since = namesSelf ? 0 : namesOthers || since === null ? null : since + 1;
      isChain = namesSelf || (isChain && isGoingOn);
      const isNear = since !== null && (isAllOurs || since <= FARTHEST || isChain);
      if (!isNear || range.to - range.from > LONGEST) continue;
      const text = markedText(block, range, inside, self);
      const shown = sourceText(answer, block, range);
      found.push(
        label === null || hasOwnLabel(text)
          ? { text, shown }
          : { text: `${label}: ${withoutSigns(text)}`, shown: `${label}: ${shown}` },
      );
    }
  }
  const ours = new Set([...tables].filter(([, isOurs]) => isOurs).map(([table]) => table));
  return [...found, ...cellsOf(answer, { blocks, outline, namings, self }, ours)];
}

/** The inputs for finding a block's subject. */
interface SubjectInputs {
  readonly outline: Outline;
  readonly namings: ReadonlyMap<Block, readonly Naming[]>;
  readonly self: TrackedBrand;
  readonly isLabel: (head: string) => boolean;
}

/** A block's subject by its content and place, and the fact's words in a head between the subject and the block. */
function subjectWithLabel(block: Block, { outline, namings, self, isLabel }: SubjectInputs) {
  let label: string | null = null;
  for (let head: Block | null = block; head !== null; head = outline.above(head)) {
    const subject = subjectOf(head, namings.get(head) ?? [], self);
    if (subject !== 'nobody') return { subject, label };
    if (head === block) continue;
    const text = withoutSigns(head.text).replace(/(?<![\s:：*])[\s:：*]+$/u, '');
    if (isLabel(text)) label ??= text;
    else if (head.place.heading !== null && !FIELD.test(head.text)) return { subject: 'other', label };
  }
  return { subject: 'nobody', label: null } as const;
}

/** A line without its leading signs and numbers. */
function withoutSigns(text: string): string {
  return text.replace(/^[\s\p{Extended_Pictographic}\p{M}\p{Cf}*•–—-]+/u, '').replace(/^\d{1,2}[.)]\s+/u, '');
}

/** Headings under a brand's that don't change the subject. */
const FIELD =
  /^[\s\p{Extended_Pictographic}\p{M}*\d.)]*(?:pric(?:e|es|ing)|plans?|costs?|features?|overview|key facts?|facts|about|company|background|details|summary|pros|cons|specs?|preise?|tarife?|kosten|funktionen|überblick|unternehmen|fakten|prix|tarifs?|forfaits?|fonctionnalités|aperçu|précios|precios?|planes|características|resumen|prezzi|piani|funzionalità|panoramica|preços?|planos|recursos|resumo|prijzen|prijs|functies|overzicht|ceny|cennik|funkcje|цены|тарифы|料金|価格|プラン|概要|价格|定价|套餐|가격|요금)/iu;

/** Whether a line has its own label: `Storage: $5`. */
function hasOwnLabel(text: string): boolean {
  return /^[^:：\d]{2,40}[:：]/u.test(text) && !FIELD.test(text);
}

function subjectOf(block: Block, namings: readonly Naming[], self: TrackedBrand): Subject {
  const [first] = namings;
  if (first === undefined) return 'nobody';
  const { place, text } = block;
  if (namings.some(({ brand }) => brand !== self)) return 'other';
  if (place.heading !== null && SEVERAL.test(text)) return 'other';
  if (place.heading === null && !place.isHead && !isLead(block)) return 'nobody';
  const number = /^[\s*]*(?:#?\(?\d{1,3}[.)、:])\s*/u.exec(text)?.[0].length ?? 0;
  if (isAbout(text, headOf(block, number), first) || isOwnField(text, first)) return 'self';
  return place.heading === null ? 'nobody' : 'other';
}

/** A heading about several brands. */
const SEVERAL =
  /(?<!\p{L})(?:vs\.?|versus|and|or|und|oder|et|ou|y|o|e|en|of|alternativ\p{L}*|competitors?|compar\p{L}*|vergleich\p{L}*|konkurren\p{L}*)(?!\p{L})|&|と/iu;

/** `Acme pricing`, `Acme's plans:`: the rest of a short line is one of the brand's fields. */
function isOwnField(text: string, { from, to }: Range): boolean {
  const rest = text.slice(to).replace(/^['’]s\b/u, '');
  return (
    /^[\s\p{Extended_Pictographic}\p{M}*\d.)]*$/u.test(text.slice(0, from)) &&
    rest.length < 40 &&
    FIELD.test(rest)
  );
}

/** A paragraph that introduces the text after it: a short bold line, or a line that ends with a colon. */
function isLead({ text, spans }: Block): boolean {
  if (text.length > 100) return false;
  if (/[:：]\s*$/u.test(text)) return true;
  const bold = spans.find(({ kind }) => kind === 'strong');
  return bold !== undefined && bold.from <= 4 && text.trim().length - (bold.to - bold.from) <= 4;
}

/** The cells in the brand's row or column, and all cells in a table under its name. */
function cellsOf(
  answer: string,
  { blocks, outline, namings, self }: Omit<SubjectInputs, 'isLabel'> & { readonly blocks: readonly Block[] },
  tablesOfOurs: ReadonlySet<number>,
): Statement[] {
  const isOurs = (block: Block | null) =>
    block !== null && namings.has(block) && (namings.get(block) ?? []).every(({ brand }) => brand === self);
  return blocks.flatMap((block) => {
    const { cell } = block.place;
    if (!cell || cell.row === 0 || cell.column === 0 || namings.has(block)) return [];
    const [head, first] = [outline.columnHead(block), outline.rowHead(block)];
    const label = isOurs(first) ? head : isOurs(head) ? first : tablesOfOurs.has(cell.table) ? first : null;
    if (label === null || namings.has(label) || block.text.length > LONGEST) return [];
    const row = cellText(label === head ? first : head, namings, self);
    const shown = `${label.text.trim()}: ${sourceText(answer, block, wholeOf(block))}`;
    return [{ text: `${row}: ${label.text.trim()}: ${block.text.trim()}`, shown }];
  });
}

/** The cell that names the brand, and perhaps the row's or column's product. */
function cellText(
  cell: Block | null,
  namings: ReadonlyMap<Block, readonly Naming[]>,
  self: TrackedBrand,
): string {
  return cell === null ? '' : markedText(cell, wholeOf(cell), namings.get(cell) ?? [], self).trim();
}

function wholeOf({ text }: Block): Range {
  return { from: 0, to: text.length };
}

function markedText(
  { text }: Block,
  { from, to }: Range,
  names: readonly Naming[],
  self: TrackedBrand,
): string {
  let [blanks, at] = ['', from];
  for (const name of names) {
    if (name.from < at) continue;
    blanks +=
      text.slice(at, name.from) + (name.brand === self ? NAME : OTHER_NAME).repeat(name.to - name.from);
    at = name.to;
  }
  return blanks + text.slice(at, to);
}

function sourceText(answer: string, block: Block, { from, to }: Range): string {
  const source = block.sourceOf(from, to);
  return answer.slice(source.from, source.to);
}
