import { bitsIn } from '../../domain/bits.ts';
import { bucketAt } from '../../domain/buckets.ts';
import { brandAt, lookedForAll, wordsFor, wordsNaming } from '../marks.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import { eachSegment, promptAndEngine, type Rows } from '../scan.ts';
import { type Cell, Cells, withRoom } from './cells.ts';

/** The answers of one engine to one question in one week, by whether they name the brand itself. */
export interface InsteadStratum extends Cell {
  /** The place of a competitor among those tracked now. */
  readonly competitor: number;
  readonly absent: number;
  readonly present: number;
  /** Of these, those that name the competitor. */
  readonly namedWhenAbsent: number;
  readonly namedWhenPresent: number;
}

/**
 * Pairs of answers that follow each other, of one engine to one question, for the brands named in them: the brand itself and the competitors tracked
 * now.
 */
export interface PairsOfSets extends Cell {
  /** Of each pair that names any, the brands named in both among those named in either, added up. */
  readonly shares: number;
  readonly pairs: number;
  readonly namingNobody: number;
}

/**
 * Counts answers in which the brand and all of its competitors were looked for.
 *
 * @param visit is called with each competitor and stratum in which some answers name the brand itself and some do not
 * @returns the pairs of each engine and question with such answers
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

/** The brand itself is first in each set: bit 0 of the first word. */
const SELF = 1;

/** Of the pairs of a cell: the shares of those that name any, how many these are, and how many name nobody. */
const PAIRS = 3;

/** Answers come in the order in which they were collected, so one week is counted at a time. */
class NamedSets {
  readonly #brands: readonly number[];
  readonly #words: number;
  readonly #visit: (stratum: InsteadStratum) => void;
  readonly #cells = new Cells();
  /** Answers of the week, by the place of a cell, a brand, and whether they name the brand itself. Of that brand, all are counted. */
  #week = new Uint32Array();
  #end = Number.NEGATIVE_INFINITY;
  /** By the place of a cell, 1 if it had an answer, and the words of its last one. */
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
