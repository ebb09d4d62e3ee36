import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { Naming } from '../names/decide-naming.ts';
import type { NamedAnswer } from '../names/named-answer.ts';
import type { Block } from '../text/blocks.ts';
import { headOf, isAbout } from '../text/heads.ts';
import { Outline } from '../text/outline.ts';
import type { Range } from '../text/ranges.ts';
import { PRONOUN } from './clauses.ts';
import { NAME, OTHER_NAME } from './name-marks.ts';

/** A sentence, a line of a list, or a cell that is about the brand itself. */
export interface Statement {
  /** Its visible text, with NAME for each character of the brand's name, and OTHER_NAME of others'. Before a cell stands its label. */
  readonly text: string;
  /** As it is written, with its markup. */
  readonly shown: string;
}

/** Whom a heading, or the head of an item, is about. */
type Holder = 'self' | 'other' | 'nobody';

/** How many sentences after one that names the brand are still about it: later ones may be about what the one between names. */
const FARTHEST = 1;
/** Longer sentences are scraped text, where places mean little. */
const LONGEST = 400;

/**
 * What an answer says of the brand itself: sentences that name it or follow one that does, and what stands under its name.
 *
 * @param isLabel whether a head is the words of a fact, such as `Pro`: it then stands before what is under it
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
    const { holder: held, label } = holdersOf(block, { outline, namings, self, isLabel });
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
      const text = blanked(block, range, inside, self);
      const shown = shownOf(answer, block, range);
      found.push(
        label === null || isOfOtherField(text)
          ? { text, shown }
          : { text: `${label}: ${withoutSigns(text)}`, shown: `${label}: ${shown}` },
      );
    }
  }
  const ours = new Set([...tables].filter(([, isOurs]) => isOurs).map(([table]) => table));
  return [...found, ...cellsOf(answer, { blocks, outline, namings, self }, ours)];
}

/** What the places of a block's heads are known by. */
interface Heads {
  readonly outline: Outline;
  readonly namings: ReadonlyMap<Block, readonly Naming[]>;
  readonly self: TrackedBrand;
  readonly isLabel: (head: string) => boolean;
}

/** Whom a block is about because of what it is and where it stands, and the words of a fact that stand above it within that. */
function holdersOf(block: Block, { outline, namings, self, isLabel }: Heads) {
  let label: string | null = null;
  for (let head: Block | null = block; head !== null; head = outline.above(head)) {
    const holder = holderOf(head, namings.get(head) ?? [], self);
    if (holder !== 'nobody') return { holder, label };
    if (head === block) continue;
    const text = withoutSigns(head.text).replace(/[\s:：*]+$/u, '');
    if (isLabel(text)) label ??= text;
    else if (head.place.heading !== null && !FIELD.test(head.text)) return { holder: 'other', label };
  }
  return { holder: 'nobody', label: null } as const;
}

/** A line without the signs and numbers that it begins with. */
function withoutSigns(text: string): string {
  return text.replace(/^[\s\p{Extended_Pictographic}\p{M}\p{Cf}*•–—-]+/u, '').replace(/^\d{1,2}[.)]\s+/u, '');
}

/** What a heading under a brand's may be called without being about something else. */
const FIELD =
  /^[\s\p{Extended_Pictographic}\p{M}*\d.)]*(?:pric(?:e|es|ing)|plans?|costs?|features?|overview|key facts?|facts|about|company|background|details|summary|pros|cons|specs?|preise?|tarife?|kosten|funktionen|überblick|unternehmen|fakten|prix|tarifs?|forfaits?|fonctionnalités|aperçu|précios|precios?|planes|características|resumen|prezzi|piani|funzionalità|panoramica|preços?|planos|recursos|resumo|prijzen|prijs|functies|overzicht|ceny|cennik|funkcje|цены|тарифы|料金|価格|プラン|概要|价格|定价|套餐|가격|요금)/iu;

/** Whether a line has a label of its own: `Storage: $5`. */
function isOfOtherField(text: string): boolean {
  return /^[^:：\d]{2,40}[:：]/u.test(text) && !FIELD.test(text);
}

function holderOf(block: Block, namings: readonly Naming[], self: TrackedBrand): Holder {
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

/** A heading about more than one. */
const SEVERAL =
  /(?<!\p{L})(?:vs\.?|versus|and|or|und|oder|et|ou|y|o|e|en|of|alternativ\p{L}*|competitors?|compar\p{L}*|vergleich\p{L}*|konkurren\p{L}*)(?!\p{L})|&|と/iu;

/** `Acme pricing`, `Acme's plans:`: what is left of a short line is a field of the brand. */
function isOwnField(text: string, { from, to }: Range): boolean {
  const rest = text.slice(to).replace(/^['’]s\b/u, '');
  return (
    /^[\s\p{Extended_Pictographic}\p{M}*\d.)]*$/u.test(text.slice(0, from)) &&
    rest.length < 40 &&
    FIELD.test(rest)
  );
}

/** A paragraph that introduces what follows: a short line in bold, or with a colon at its end. */
function isLead({ text, spans }: Block): boolean {
  if (text.length > 100) return false;
  if (/[:：]\s*$/u.test(text)) return true;
  const bold = spans.find(({ kind }) => kind === 'strong');
  return bold !== undefined && bold.from <= 4 && text.trim().length - (bold.to - bold.from) <= 4;
}

/** The cells of tables in the brand's row, or in its column; and all cells of a table under its name. */
function cellsOf(
  answer: string,
  { blocks, outline, namings, self }: Omit<Heads, 'isLabel'> & { readonly blocks: readonly Block[] },
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
    const shown = `${label.text.trim()}: ${shownOf(answer, block, wholeOf(block))}`;
    return [{ text: `${row}: ${label.text.trim()}: ${block.text.trim()}`, shown }];
  });
}

/** The cell that names the brand, which may say which of its products the row or column is of. */
function cellText(
  cell: Block | null,
  namings: ReadonlyMap<Block, readonly Naming[]>,
  self: TrackedBrand,
): string {
  return cell === null ? '' : blanked(cell, wholeOf(cell), namings.get(cell) ?? [], self).trim();
}

function wholeOf({ text }: Block): Range {
  return { from: 0, to: text.length };
}

function blanked({ text }: Block, { from, to }: Range, names: readonly Naming[], self: TrackedBrand): string {
  let [blanks, at] = ['', from];
  for (const name of names) {
    if (name.from < at) continue;
    blanks +=
      text.slice(at, name.from) + (name.brand === self ? NAME : OTHER_NAME).repeat(name.to - name.from);
    at = name.to;
  }
  return blanks + text.slice(at, to);
}

function shownOf(answer: string, block: Block, { from, to }: Range): string {
  const source = block.sourceOf(from, to);
  return answer.slice(source.from, source.to);
}
