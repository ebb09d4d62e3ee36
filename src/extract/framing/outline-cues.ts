import type { Naming } from '../names/decide-naming.ts';
import type { Block } from '../text/blocks.ts';
import { headOf, isAbout } from '../text/heads.ts';
import type { Outline } from '../text/outline.ts';
import { type Cue, cuesFor, wordsIn } from './cue.ts';
import type { Entity } from './entities.ts';
import { joinedAfter } from './joined-names.ts';
import { isWholeVerdict } from './label-cues.ts';
import { type LabelKind, labelKind, VERDICT_OF } from './label-kind.ts';
import { LINE_NUMBER, lowerCase } from './lines.ts';
import type { MarkedBlock } from './marked-block.ts';

interface OutlinedAnswer {
  readonly blocks: readonly Block[];
  readonly outline: Outline;
  readonly namings: ReadonlyMap<Block, readonly Naming[]>;
  readonly marked: ReadonlyMap<Block, MarkedBlock>;
}

/** Cues in headings, labels, and heads of columns and rows, and in signs before names. */
export function outlineCues(answer: OutlinedAnswer): Cue[] {
  if (answer.namings.size === 0) return [];
  const found = answer.blocks.flatMap((block) =>
    block.place.cell === null ? cuesOfHead(block, answer) : cuesOfCell(block, answer),
  );
  return [...found, ...signCues(answer)];
}

/** Above more entries, a pick's head is only a list's title. */
const MOST_PICKS = 6;

/** A verdict applies to the names directly under its head, up to the next head at its level. */
function cuesOfHead(block: Block, { outline, namings, marked }: OutlinedAnswer): Cue[] {
  const under = outline.under(block);
  const kind = under.length === 0 || namings.has(block) ? null : verdictOf(block);
  if (kind === null) return [];
  const entries = under.filter((each, index) => index === 0 || isEntry(each));
  if (kind === 'pick' && entries.length > MOST_PICKS) return [];
  return entries.flatMap((each) =>
    cuesFor(namesAtHead(marked.get(each)), VERDICT_OF[kind], block, all(block)),
  );
}

/** The kind of a block that is a label; null for a category or a title with a year, which are often only headings. */
function verdictOf({ text }: Block): LabelKind | null {
  const kind = labelKind(lowerCase(text));
  return kind === 'category' || /(?<!\d)20\d\d(?!\d)/.test(text) ? null : kind;
}

function all({ text }: Block) {
  return wordsIn(text, { from: 0, to: text.length });
}

/** A cell with only names, below `Winner` or after `Top pick`. */
function cuesOfCell(cell: Block, { outline, namings, marked }: OutlinedAnswer): Cue[] {
  const own = marked.get(cell);
  const names = namesAtHead(own);
  const [column, row] = [outline.columnHead(cell), outline.rowHead(cell)];
  if (!own || names.length === 0 || column === cell || !isWholeVerdict(own, names)) return [];
  for (const head of [column, row]) {
    const kind = head === null || head === cell || namings.has(head) ? null : verdictOf(head);
    if (head !== null && kind !== null) return cuesFor(names, VERDICT_OF[kind], head, all(head));
  }
  return [];
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
  const isLater = entities.slice(0, index).some((each) => each.to > head.from);
  return isLater || /^'s? \p{Ll}/u.test(text.slice(first.to)) ? [] : joinedAfter(text, entities, index);
}

/** A sign before the name in a block's head. */
const SIGN =
  /^[\s*]*(?:\d{1,3}[.)]\s*)?(?:(?<top>[🏆🥇👑])|(?<good>[✅👍🟢💚👌]|⭐{5})|(?<bad>[❌👎⛔🚫🔴🛑])|(?<one>⭐))\uFE0F?[\s*:–—-]*(?:\d{1,3}[.)][\s*]*)?$/u;

/**
 * Signs before names: a cup picks, and a cross warns. Check marks pick only beside crosses or single stars, because a
 * list of check marks says nothing about its names; a single star warns only beside five.
 */
function signCues({ blocks, marked }: OutlinedAnswer): Cue[] {
  const found = blocks.flatMap((block) => {
    const names = namesAtHead(marked.get(block));
    const { top, good, bad, one } = SIGN.exec(block.text.slice(0, names[0]?.from ?? 0))?.groups ?? {};
    const sign = top ?? good ?? bad ?? one;
    return sign === undefined
      ? []
      : [{ block, names, sign, isTop: top !== undefined, isGood: good !== undefined }];
  });
  const hasBad = found.some(({ isTop, isGood }) => !isTop && !isGood);
  const hasStars = found.some(({ sign }) => sign.startsWith('⭐⭐'));
  return found.flatMap(({ block, names, sign, isTop, isGood }) => {
    if ((isGood && !hasBad) || (sign === '⭐' && !hasStars)) return [];
    const from = block.text.indexOf(sign);
    const range = { from, to: from + sign.length };
    return cuesFor(names, VERDICT_OF[isTop || isGood ? 'pick' : 'warning'], block, range);
  });
}
