import type { CountedAnswers, Sums } from './panel.ts';
import { type Counting, groupsThat, type RowOf, sumsOfEach, Totals } from './scan.ts';
import type { Kind } from './segment.ts';

/**
 * The groups of the most answers, without adding up the long tail: of the hundreds of thousands of pages and queries of a brand, nearly
 * all are in a handful of answers.
 */

/** How many groups of each segment are looked at first, and how many if these say too little. */
const DEPTHS = [512, 2048, 8192];

/**
 * What `rowOf` makes of the groups of the most answers: of `limit` of them, and of those with as many answers as the last of these.
 *
 * A group that is not among the first of any segment has at most as many answers as those that come next there have together. So
 * the groups seen are the ones of the most answers as soon as the last to be listed has more than that.
 *
 * @param counting it counts each answer of a group once, whichever of the group's counts that is
 * @param isOne whether a group may be one of them; null if all may
 */
export async function mostCounted<Kinds extends Kind, Row>(
  answers: CountedAnswers,
  counting: Counting<Kinds>,
  limit: number,
  rowOf: RowOf<Row>,
  isOne: ((group: number) => boolean) | null = null,
): Promise<Row[]> {
  const { width } = counting;
  const kept = await sumsOfEach(answers, mostFirst(counting));
  const all = isOne === null ? kept : kept.map((sums) => groupsThat(isOne, sums));
  const longest = all.reduce((most, { groups }) => Math.max(most, groups.length), 0);
  for (const depth of [...DEPTHS.filter((each) => each < longest), longest]) {
    const unseen = all.reduce((sum, { counts }) => sum + answersAt(counts, depth, width), 0);
    const totals = totalsOf(all, width, seenIn(all, depth));
    const least = leastOf(totals, limit);
    if (least > unseen || depth === longest)
      return totals.map(rowOf, (place) => totals.sumAt(place) >= least);
    await answers.panel.breathe();
  }
  return [];
}

/** What `rowOf` makes of these groups, those that have answers. */
export async function countedOf<Kinds extends Kind, Row>(
  answers: CountedAnswers,
  counting: Counting<Kinds>,
  groups: ArrayLike<number>,
  rowOf: RowOf<Row>,
): Promise<Row[]> {
  const all = await sumsOfEach(answers, mostFirst(counting));
  return totalsOf(all, counting.width, marksAt(groups)).map(rowOf);
}

/** The same counting with the groups of the most answers first. */
function mostFirst<Kinds extends Kind>({ name, sums, ...rest }: Counting<Kinds>): Counting<Kinds> {
  return {
    ...rest,
    name: name === null ? null : `${name}, most first`,
    sums: (rows) => sorted(sums(rows), rest.width),
  };
}

function sorted({ groups, counts }: Sums, width: number): Sums {
  const places = placesDescending(answersOf(counts, width));
  const [sortedGroups, sortedCounts] = [groups.slice(), counts.slice()];
  for (let index = 0; index < groups.length; index++) {
    const place = places[index] as number;
    sortedGroups[place] = groups[index] as number;
    for (let each = 0; each < width; each++) {
      sortedCounts[place * width + each] = counts[index * width + each] as number;
    }
  }
  return { groups: sortedGroups, counts: sortedCounts };
}

// As in scan.ts, each loop over very many numbers is a function of its own.

/** How many answers each group has. */
function answersOf(counts: Sums['counts'], width: number): Uint32Array {
  const answers = new Uint32Array(counts.length / width);
  for (let index = 0; index < answers.length; index++) {
    let sum = 0;
    for (let at = index * width; at < (index + 1) * width; at++) sum += counts[at] as number;
    answers[index] = sum;
  }
  return answers;
}

/** The place of each number among all of them, the largest first. The numbers are small, so each is counted. */
function placesDescending(numbers: Uint32Array): Uint32Array {
  const next = firstPlaces(numbers);
  const places = new Uint32Array(numbers.length);
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] as number;
    const place = next[number] as number;
    places[index] = place;
    next[number] = place + 1;
  }
  return places;
}

/** By number, how many numbers are larger. */
function firstPlaces(numbers: Uint32Array): Uint32Array {
  const first = new Uint32Array(mostIn(numbers) + 1);
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] as number;
    first[number] = (first[number] as number) + 1;
  }
  let larger = 0;
  for (let number = first.length - 1; number >= 0; number--) {
    const same = first[number] as number;
    first[number] = larger;
    larger += same;
  }
  return first;
}

function mostIn(numbers: ArrayLike<number>): number {
  let most = 0;
  for (let index = 0; index < numbers.length; index++) most = Math.max(most, numbers[index] as number);
  return most;
}

/** How many answers the group at a place has; 0 behind the last one. */
function answersAt(counts: Sums['counts'], place: number, width: number): number {
  let answers = 0;
  for (let at = place * width; at < Math.min((place + 1) * width, counts.length); at++) {
    answers += counts[at] as number;
  }
  return answers;
}

/** What the groups add up to that are marked. */
function totalsOf(all: readonly Sums[], width: number, isWanted: Uint8Array): Totals {
  const totals = new Totals(width, 0);
  for (const sums of all) {
    const { groups } = sums;
    for (let index = 0; index < groups.length; index++) {
      const group = groups[index] as number;
      if (group < isWanted.length && isWanted[group] === 1) totals.addAt(sums, index);
    }
  }
  return totals;
}

/** Marks the groups that are among the first `depth` of any segment. */
function seenIn(all: readonly Sums[], depth: number): Uint8Array {
  return marksAt(all.flatMap(({ groups }) => [...groups.subarray(0, depth)]));
}

/** By group, 1 for these. */
function marksAt(groups: ArrayLike<number>): Uint8Array {
  const marks = new Uint8Array(mostIn(groups) + 1);
  for (let index = 0; index < groups.length; index++) marks[groups[index] as number] = 1;
  return marks;
}

/** How many answers the last of the first `limit` groups has; 0 if there are fewer groups. */
function leastOf(totals: Totals, limit: number): number {
  const answers = Float64Array.from({ length: totals.size }, (_, place) => totals.sumAt(place)).sort();
  return answers.at(-limit) ?? 0;
}
