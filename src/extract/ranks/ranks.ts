import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { Naming } from '../names/decide-naming.ts';
import type { Block } from '../text/blocks.ts';
import { isNameLike, isPraise } from '../text/heads.ts';
import type { Range } from '../text/ranges.ts';
import { isStatement, labelOf, type NamingsByBlock, subjectsOf } from './entry-subjects.ts';
import { type Entry, entriesOf, RANK_RULES, type RankRule } from './list-entries.ts';

export interface Rank {
  readonly position: number;
  readonly rule: RankRule;
  /** The number of entries in the deciding list. */
  readonly entries: number;
  /** The number of lists with a position for the brand. */
  readonly lists: number;
  /** The deciding entry's head. */
  readonly block: Block;
  readonly head: Range;
}

/** A brand's position in one of the lists. */
interface Candidate {
  readonly brand: TrackedBrand;
  readonly entry: Entry;
  readonly entries: number;
  /** The list's index among all lists. */
  readonly order: number;
}

/**
 * Each brand's 1-based list position, if any. Evidence counts in RANK_RULES' order; among lists of one kind, the one
 * with the most entries counts, then the first. Only strict lists count: no bullets, plain headings, mention order, or
 * steps, and no brand that an entry names only in its body.
 */
export function ranksOf(blocks: readonly Block[], namings: readonly Naming[]): Map<TrackedBrand, Rank> {
  const byBlock = Map.groupBy(
    namings.filter(({ names }) => names),
    ({ block }) => block,
  );
  const lists = Map.groupBy(entriesOf(blocks), ({ list }) => list);
  const candidates = [...lists.values()].flatMap((list, order) => candidatesIn(list, order, byBlock));
  const byBrand = Map.groupBy(candidates, ({ brand }) => brand);
  return new Map(
    [...byBrand].flatMap(([brand, found]) => bestOf(found).map((rank) => [brand, rank] as const)),
  );
}

/** Each brand's first position in a list. */
function candidatesIn(list: readonly Entry[], order: number, byBlock: NamingsByBlock): Candidate[] {
  if (!isRanking(list, byBlock)) return [];
  const entries = new Set(list.map(({ position }) => position)).size;
  const first = new Map<TrackedBrand, Candidate>();
  for (const { entry, brands } of withSubjects(list, byBlock)) {
    for (const brand of brands) {
      if (!first.has(brand)) first.set(brand, { brand, entry, entries, order });
    }
  }
  return [...first.values()];
}

function bestOf(candidates: readonly Candidate[]): Rank[] {
  return candidates
    .toSorted(byEvidence)
    .slice(0, 1)
    .map(({ entry: { position, rule, block, heads }, entries }) => {
      const head = heads[0] ?? { from: 0, to: 0 };
      return { position, rule, entries, lists: candidates.length, block, head };
    });
}

function byEvidence(a: Candidate, b: Candidate): number {
  return (
    RANK_RULES.indexOf(a.entry.rule) - RANK_RULES.indexOf(b.entry.rule) ||
    b.entries - a.entries ||
    a.order - b.order
  );
}

/** Whether a list may be a ranking: at least half of its heads may be names. A list of steps is not a ranking. */
function isRanking(list: readonly Entry[], byBlock: NamingsByBlock): boolean {
  const heads = list.filter((entry) => isNameLike(headText(entry)) || subjectsOf(entry, byBlock).length > 0);
  return heads.length * 2 >= list.length;
}

function headText({ block, heads }: Entry): string {
  const head = heads.at(-1);
  return head ? block.text.slice(head.from, head.to) : '';
}

/** Entries with their brands, except brands whose reasons or faults the list enumerates. */
function withSubjects(list: readonly Entry[], byBlock: NamingsByBlock) {
  const isOfAwards = list.filter((entry) => labelOf(entry) !== null).length * 2 >= list.length;
  const subjects = list.map((entry) => {
    const isReason = (brand: TrackedBrand) => isReasonFor(brand, entry, isOfAwards, byBlock);
    return { entry, brands: subjectsOf(entry, byBlock).filter((brand) => !isReason(brand)) };
  });
  const pairs = subjects.flatMap(({ entry, brands }) => brands.map((brand) => ({ entry, brand })));
  const byBrand = Map.groupBy(pairs, ({ brand }) => brand);
  const topics = new Set(
    [...byBrand]
      .filter(([brand, own]) =>
        isTopic(
          brand,
          own.map(({ entry }) => entry),
          list,
          byBlock,
        ),
      )
      .map(([brand]) => brand),
  );
  return subjects.map(({ entry, brands }) => ({ entry, brands: brands.filter((each) => !topics.has(each)) }));
}

/**
 * Whether an entry gives a reason for a brand, `Good service: T answers in an hour`: its label states a strength, or
 * the list has few labels.
 */
function isReasonFor(
  brand: TrackedBrand,
  entry: Entry,
  isOfAwards: boolean,
  byBlock: NamingsByBlock,
): boolean {
  const label = labelOf(entry);
  return label !== null && (!isOfAwards || isPraise(label)) && isStatement(entry, brand, byBlock);
}

/** Whether most entries make statements about a brand, `T is slow`, so that the list doesn't rank it. */
function isTopic(
  brand: TrackedBrand,
  own: readonly Entry[],
  list: readonly Entry[],
  byBlock: NamingsByBlock,
): boolean {
  const isMost = own.length > 1 && own.length * 2 > list.length;
  return isMost && own.every((entry) => isStatement(entry, brand, byBlock));
}
