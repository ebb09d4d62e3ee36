import type { CountedAnswers, Sums } from './panel.ts';
import { type CountQuery, filterGroups, type RowOf, sumsBySegment, Totals } from './scan.ts';
import type { Kind } from './segment.ts';

/**
 * Finds the groups with the most answers without adding up the long tail: nearly all of a brand's hundreds of
 * thousands of pages and queries are in a handful of answers.
 */

/** Groups read from each segment first, then if these are not enough. */
const DEPTHS = [512, 2048, 8192];

/**
 * Maps the `limit` groups with the most answers, and ties for the last.
 *
 * A group outside every segment's first `depth` has at most the sum of the segments' next counts. So the result is
 * final once the last listed group exceeds that sum.
 *
 * @param counting counts each answer once per group, in any of the group's counts
 * @param isOne filters groups; null for all
 */
export async function countTopGroups<Kinds extends Kind, Row>(
  answers: CountedAnswers,
  counting: CountQuery<Kinds>,
  limit: number,
  rowOf: RowOf<Row>,
  isOne: ((group: number) => boolean) | null = null,
): Promise<Row[]> {
  const { width } = counting;
  const sums = await sumsBySegment(answers, mostFirst(counting));
  const all = isOne === null ? sums : sums.map((each) => filterGroups(isOne, each));
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

/** Maps these groups; skips groups without answers. */
export async function countGivenGroups<Kinds extends Kind, Row>(
  answers: CountedAnswers,
  counting: CountQuery<Kinds>,
  groups: ArrayLike<number>,
  rowOf: RowOf<Row>,
): Promise<Row[]> {
  const all = await sumsBySegment(answers, mostFirst(counting));
  return totalsOf(all, counting.width, marksAt(groups)).map(rowOf);
}

/** Orders the query's groups by answers, most first. */
function mostFirst<Kinds extends Kind>({ name, sums, ...rest }: CountQuery<Kinds>): CountQuery<Kinds> {
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

// As in scan.ts, each loop over very many numbers is its own function.

/** Answers per group. */
function answersOf(counts: Sums['counts'], width: number): Uint32Array {
  const answers = new Uint32Array(counts.length / width);
  for (let index = 0; index < answers.length; index++) {
    let sum = 0;
    for (let at = index * width; at < (index + 1) * width; at++) sum += counts[at] as number;
    answers[index] = sum;
  }
  return answers;
}

/** Each number's place in descending order. A counting sort, because the numbers are small. */
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

/** For each number, how many numbers are larger. */
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

/** The answers of the group at a place; 0 past the end. */
function answersAt(counts: Sums['counts'], place: number, width: number): number {
  let answers = 0;
  for (let at = place * width; at < Math.min((place + 1) * width, counts.length); at++) {
    answers += counts[at] as number;
  }
  return answers;
}

/** The marked groups' sums. */
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

/** Marks every segment's first `depth` groups. */
function seenIn(all: readonly Sums[], depth: number): Uint8Array {
  return marksAt(all.flatMap(({ groups }) => [...groups.subarray(0, depth)]));
}

/** 1 for each of these groups. */
function marksAt(groups: ArrayLike<number>): Uint8Array {
  const marks = new Uint8Array(mostIn(groups) + 1);
  for (let index = 0; index < groups.length; index++) marks[groups[index] as number] = 1;
  return marks;
}

/** Answers in the `limit`-th group; 0 if there are fewer groups. */
function leastOf(totals: Totals, limit: number): number {
  const answers = Float64Array.from({ length: totals.size }, (_, place) => totals.sumAt(place)).sort();
  return answers.at(-limit) ?? 0;
}
