import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { Naming } from '../names/decide-naming.ts';
import type { Block } from '../text/blocks.ts';
import { isAbout, isCoordinated } from '../text/heads.ts';
import { indexFrom, type Range } from '../text/ranges.ts';
import type { Entry } from './list-entries.ts';

/** Each block's namings, in order. */
export type NamingsByBlock = ReadonlyMap<Block, readonly Naming[]>;

/** The brands that an entry is about: the first in its head, and those coordinated with it. */
export function subjectsOf({ block, heads }: Entry, byBlock: NamingsByBlock): TrackedBrand[] {
  for (const head of heads) {
    const subjects = subjectsIn(block, head, byBlock);
    if (subjects.length > 0) return subjects;
  }
  return [];
}

function subjectsIn(block: Block, head: Range, byBlock: NamingsByBlock): TrackedBrand[] {
  const known = byBlock.get(block) ?? [];
  const near = known.slice(indexFrom(known, head.from), indexFrom(known, head.to + SECOND_NAME_REACH));
  const named = near.filter((each) => each.from < head.to || isSecondName(block.text, head, each));
  const first = named[0];
  if (!first || !isAbout(block.text, head, first)) return [];
  const subjects = [first.brand];
  let end = first.to;
  for (const each of named.slice(1)) {
    if (each.from >= end && !isCoordinated(block.text.slice(end, each.from))) break;
    if (!subjects.includes(each.brand)) subjects.push(each.brand);
    end = Math.max(end, each.to);
  }
  return subjects;
}

/** The largest distance from a head to the second name in `Lark (Feishu)`. */
const SECOND_NAME_REACH = 4;

/** A second name in parentheses right after a head: `Lark (Feishu)`. */
function isSecondName(text: string, head: Range, name: Range): boolean {
  const between = text.slice(head.to, name.from);
  return /^\s?[(（]\s?$/.test(between) && /^\s?[)）]/.test(text.slice(name.to, name.to + 2));
}

/** The label before an entry's subject, such as `Best overall`; null for none. */
export function labelOf({ block, heads: [whole, named] }: Entry): string | null {
  if (whole === undefined || named === undefined || named.from <= whole.from) return null;
  return block.text.slice(whole.from, whole.to);
}

/** Whether lower case follows a name in an entry, as in a sentence, but not in a product's name. */
export function isStatement({ block, heads }: Entry, brand: TrackedBrand, byBlock: NamingsByBlock): boolean {
  const known = byBlock.get(block) ?? [];
  const start = indexFrom(known, heads[0]?.from ?? 0);
  const naming = known.slice(start, start + 10).find((each) => each.brand === brand);
  return naming !== undefined && /^(?:['’]s)?\s+\p{Ll}/u.test(block.text.slice(naming.to, naming.to + 40));
}
