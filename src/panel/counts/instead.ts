import { bitsIn } from '../../domain/figures/bits.ts';
import { bucketAt } from '../../domain/time/buckets.ts';
import { brandAt, lookedForAll, wordsFor, wordsNaming } from '../marks.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import { eachSegment, promptAndEngine, type Rows } from '../scan.ts';
import { type Cell, Cells, withRoom } from './spreads/cells.ts';

/** One engine's answers to one question in one week, by whether they name the brand itself. */
export interface InsteadStratum extends Cell {
  /** The competitor's place among the current ones. */
  readonly competitor: number;
  readonly absent: number;
  readonly present: number;
  /** Answers without the brand that name the competitor. */
  readonly namedWhenAbsent: number;
  readonly namedWhenPresent: number;
}

/** Pairs of consecutive answers by one engine to one question, with the brands (own and current competitors) that each names. */
export interface PairsOfSets extends Cell {
  /** Sum over non-empty pairs of the Jaccard index: brands named in both / brands named in either. */
  readonly shares: number;
  readonly pairs: number;
  readonly namingNobody: number;
}

/**
 * Counts answers in which the brand and all its competitors were looked for.
 *
 * @param visit gets each competitor and stratum that has answers with and without the brand itself
 * @returns the pairs for each such engine and question
 */
export async function countInstead(
  answers: CountedAnswers,
  visit: (stratum: InsteadStratum) => void,
): Promise<PairsOfSets[]> {
  const counting = new NamedSets(answers.panel, visit);
  await eachSegment(answers, ['mentions'], (rows) => counting.add(rows));
  counting.endWeek();
  return counting.pairs();
}

/** Bit 0 in the first word is the brand itself. */
const SELF = 1;

/** The brand itself: bit 0 in the first word. */
const PAIRS = 3;

/** Counts one week at a time: answers come in collection order. */
class NamedSets {
  readonly #brands: readonly number[];
  readonly #words: number;
  readonly #visit: (stratum: InsteadStratum) => void;
  readonly #cells = new Cells();
  /** The week's answers, by cell, brand, and whether they name the brand itself, for which all are counted. */
  #week = new Uint32Array();
  #end = Number.NEGATIVE_INFINITY;
  /** By cell: 1 if it had an answer; and the last answer's words. */
  #isKnown = new Uint32Array();
  #last = new Uint32Array();
  #pairs = new Float64Array();

  constructor({ self, competitors }: Panel, visit: (stratum: InsteadStratum) => void) {
    this.#brands = [self, ...competitors];
    this.#words = wordsFor(this.#brands);
    this.#visit = visit;
  }

  add({ data: { mentions }, keep }: Rows<'mentions'>): void {
    const isLookedFor = lookedForAll(mentions, this.#brands);
    const words = wordsNaming(mentions, this.#brands);
    const cells = this.#cells.placesIn(mentions);
    this.#makeRoom();
    for (let row = 0; row < mentions.n; row++) {
      if (isLookedFor[row] === 0 || (keep !== null && keep[row] === 0)) continue;
      const at = mentions.at[row] as number;
      if (at >= this.#end) {
        this.endWeek();
        this.#end = bucketAt(at, 'week').to;
      }
      const place = cells[promptAndEngine(mentions, row)] as number;
      this.#addToWeek(words, row, place);
      this.#addPair(words, row, place);
    }
  }

  #addToWeek(words: Uint32Array, row: number, place: number): void {
    const week = this.#week;
    const first = row * this.#words;
    const side = (words[first] as number) & SELF;
    const base = 2 * place * this.#brands.length + side;
    week[base] = (week[base] as number) + 1;
    for (let word = 0; word < this.#words; word++) {
      let bits = words[first + word] as number;
      if (word === 0) bits &= ~SELF;
      for (; bits !== 0; bits &= bits - 1) {
        const own = base + 2 * brandAt(word, bits);
        week[own] = (week[own] as number) + 1;
      }
    }
  }

  #addPair(words: Uint32Array, row: number, place: number): void {
    const [last, pairs] = [this.#last, this.#pairs];
    let [both, either] = [0, 0];
    for (let word = 0; word < this.#words; word++) {
      const own = place * this.#words + word;
      const [is, was] = [words[row * this.#words + word] as number, last[own] as number];
      both += bitsIn(is & was);
      either += bitsIn(is | was);
      last[own] = is;
    }
    if (this.#isKnown[place] === 0) this.#isKnown[place] = 1;
    else if (either === 0) pairs[PAIRS * place + 2] = (pairs[PAIRS * place + 2] as number) + 1;
    else {
      pairs[PAIRS * place] = (pairs[PAIRS * place] as number) + both / either;
      pairs[PAIRS * place + 1] = (pairs[PAIRS * place + 1] as number) + 1;
    }
  }

  endWeek(): void {
    const [week, brands] = [this.#week, this.#brands.length];
    for (const [place, { question, engine }] of this.#cells.all.entries()) {
      const base = 2 * place * brands;
      const [absent, present] = [week[base] as number, week[base + 1] as number];
      if (absent === 0 || present === 0) continue;
      for (let competitor = 0; competitor < brands - 1; competitor++) {
        const own = base + 2 * (competitor + 1);
        const [namedWhenAbsent, namedWhenPresent] = [week[own] as number, week[own + 1] as number];
        this.#visit({ competitor, question, engine, absent, present, namedWhenAbsent, namedWhenPresent });
      }
    }
    week.fill(0);
  }

  pairs(): PairsOfSets[] {
    return this.#cells.all.flatMap((cell, place) => {
      if (this.#isKnown[place] === 0) return [];
      const [shares, pairs, namingNobody] = this.#pairs.subarray(PAIRS * place, PAIRS * (place + 1));
      return [{ ...cell, shares: shares ?? 0, pairs: pairs ?? 0, namingNobody: namingNobody ?? 0 }];
    });
  }

  #makeRoom(): void {
    const cells = this.#cells.all.length;
    this.#week = withRoom(this.#week, 2 * cells * this.#brands.length);
    this.#isKnown = withRoom(this.#isKnown, cells);
    this.#last = withRoom(this.#last, cells * this.#words);
    this.#pairs = withRoom(this.#pairs, PAIRS * cells);
  }
}
