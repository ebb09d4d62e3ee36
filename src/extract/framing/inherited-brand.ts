import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { Naming } from '../names/decide-naming.ts';
import type { Block } from '../text/blocks.ts';
import { headOf, isAbout } from '../text/heads.ts';
import { isBold, type Outline } from '../text/outline.ts';
import { isQuestion, LINE_NUMBER } from './lines.ts';
import { sidesOf } from './sides.ts';
import { VERDICT_COLUMN } from './words/verdict-columns.ts';

/** A brand that a block inherits from its place. */
export interface InheritedBrand {
  readonly brand: TrackedBrand;
  /** `row` for a verdict's cell or field. */
  readonly by: 'heading' | 'item' | 'row';
}

type NamingsByBlock = ReadonlyMap<Block, readonly Naming[]>;

/**
 * Blocks about one brand without naming another: blocks under a heading or item head that names only one brand, and
 * cells with statements in one brand's row. Blocks under "Pros" and "Cons" belong to the rule for both sides.
 */
export function inheritedBrands(
  blocks: readonly Block[],
  namings: NamingsByBlock,
  outline: Outline,
): Map<Block, InheritedBrand> {
  const inherited = new Map<Block, InheritedBrand>();
  if (namings.size === 0) return inherited;
  for (const block of blocks) {
    if (block.place.heading !== null) continue;
    const found =
      block.place.cell === null ? sectionOf(block, namings, outline) : verdictOf(block, namings, outline);
    const isOwn = (namings.get(block) ?? []).every(({ brand }) => brand === found?.brand);
    if (found !== null && isOwn) inherited.set(block, found);
  }
  return inherited;
}

/** Whether a block is a verdict's field: `Verdict: skip it`. It counts like a column's cell. */
function isVerdictField({ text }: Block): boolean {
  const label = /^[^.!?:：]{2,30}(?=[:：])/u.exec(text)?.[0];
  return label !== undefined && VERDICT_COLUMN.test(label);
}

function sectionOf(block: Block, namings: NamingsByBlock, outline: Outline): InheritedBrand | null {
  if (sidesOf(block).length > 0) return null;
  for (let head = outline.above(block); head !== null; head = outline.above(head)) {
    if (sidesOf(head).length > 0) return null;
    if (!namings.has(head)) continue;
    const brand = brandOfHead(head, namings);
    if (brand === null) return null;
    return { brand, by: isVerdictField(block) ? 'row' : head.place.inList ? 'item' : 'heading' };
  }
  return null;
}

/** Words that make a heading concern other brands too: `Alternatives to T`, `T vs.` */
const OTHERS =
  /(?<!\p{L})(?:alternativ\p{L}*|instead|rather|statt|anstelle|vs|versus|gegen|contre|contra|contro|tegen|compar\p{L}*|vergleich\p{L}*|vergelijk\p{L}*|beyond|like|similar|competitor\p{L}*|rivals?|migrat\p{L}*|switch\p{L}*|leaving|from|than|others?|andere\p{L}*|autres?|otr[oa]s?|outr[oa]s?|altr[ie]|und|oder|and|or|et|ou|y|o|e|en|of)(?!\p{L})|&|比較|比较|替代|代わり|以外|と(?!は)|和|与|或/iu;

/** `And T?`, `Und was ist mit T?`: a follow-up question about T alone. */
const GOING_ON = /^[^\p{L}]*(?:and|und|et|y|e|en)(?=\s)/iu;

/** Before a name that is only the purpose or means: `Why it is great for T` */
const OBJECT =
  /(?<!\p{L})(?:for|to|in|on|at|by|via|into|für|bei|pour|chez|para|per|su|voor|bij|för|dla|для)\s*$/iu;

/** The only brand in a block that is its head: `### 2. T`, `- **T** – $40`, `**Is T worth it?**`, `### Why T`. */
export function brandOfHead(block: Block, namings: NamingsByBlock): TrackedBrand | null {
  const { text, place } = block;
  const own = namings.get(block) ?? [];
  const [first] = own;
  if (!first || text.length > 120 || own.some(({ brand }) => brand !== first.brand)) return null;
  const isSentence = place.heading === null && /[.!?。！？]\s*$/u.test(text);
  const number = LINE_NUMBER.exec(text)?.[0].length ?? 0;
  if (!isSentence && isAbout(text, headOf(block, number), first)) return first.brand;
  const isTitle = place.heading !== null || (!place.inList && isBold(block));
  if (OBJECT.test(text.slice(0, first.from))) return null;
  const rest = own.reduceRight((left, { from, to }) => left.slice(0, from) + left.slice(to), text);
  return isTitle && !OTHERS.test(isQuestion(text) ? rest.replace(GOING_ON, '') : rest) ? first.brand : null;
}

/** A cell with at least this many characters is a statement rather than a value. Chinese and Japanese need fewer. */
const LONG_CELL = 32;
const LONG_CELL_IN_HAN = 12;

/**
 * The brand of a cell below a header such as `Verdict`, or of a long one, in the brand's row; or of a cell in the row
 * `Verdict` below its name.
 */
function verdictOf(cell: Block, namings: NamingsByBlock, outline: Outline): InheritedBrand | null {
  const [column, row] = [outline.columnHead(cell), outline.rowHead(cell)];
  if (column === null || row === null || column === cell || row === cell) return null;
  const isAsked = (head: Block) => !namings.has(head) && VERDICT_COLUMN.test(head.text);
  const isLong = cell.text.length >= (/\p{Script=Han}/u.test(cell.text) ? LONG_CELL_IN_HAN : LONG_CELL);
  const isOfColumn = isAsked(row) && namings.has(column);
  const named = isOfColumn ? [column] : isAsked(column) || isLong ? outline.rowOf(cell) : [];
  const brands = new Set(named.flatMap((each) => namings.get(each) ?? []).map(({ brand }) => brand));
  const [brand] = brands;
  if (brands.size !== 1 || brand === undefined) return null;
  return { brand, by: isAsked(column) || isAsked(row) ? 'row' : 'item' };
}
