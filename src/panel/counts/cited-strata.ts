import { bucketAt } from '../../domain/buckets.ts';
import { lookedForAll, naming } from '../marks.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import { eachSegment, promptAndEngine, type Rows, withEngine } from '../scan.ts';
import type { Mentions, Sources } from '../segment.ts';
import type { CitedPart } from './cited-parts.ts';

/** The answers of one engine to one question in one week. Those that cite a part of a site only by pages that are apart are left out of it. */
export interface CitedStratum {
  /** The place of the part. */
  readonly part: number;
  /** A number of the question, in the order in which questions come. */
  readonly question: number;
  /** Answers that cite the part, and of these those that name the brand. */
  readonly citing: number;
  readonly citingNamed: number;
  /** The same of those that do not cite it. */
  readonly others: number;
  readonly othersNamed: number;
}

/**
 * Calls `visit` with each stratum in which some answers cite a part and some do not. Answers in which the brand itself was not looked for
 * do not count.
 *
 * @param parts by their hosts that are cited in the window
 * @param apart ids of pages
 */
export async function visitCitedStrata(
  answers: CountedAnswers,
  parts: readonly Pick<CitedPart, 'hosts'>[],
  apart: ReadonlySet<number>,
  visit: (stratum: CitedStratum) => void,
): Promise<void> {
  const strata = new WeekOfStrata(answers.panel, parts, apart, visit);
  await eachSegment(answers, ['mentions', 'sources'], (rows) => strata.add(rows));
  strata.endWeek();
}

/** What is counted of a question, an engine, and a part. */
const CITING = 0;
const CITING_NAMED = 1;
const APART = 2;
const APART_NAMED = 3;
const WIDTH = 4;

/** A question and an engine in the week that is counted. */
interface Cell {
  readonly question: number;
  answers: number;
  named: number;
}

/** Answers come in the order in which they were collected, so one week is counted at a time. */
class WeekOfStrata {
  readonly #panel: Panel;
  readonly #parts: number;
  /** By the numbers of hosts that all segments share, the place of a part, counted from 1. */
  readonly #partOfHost: ReadonlyMap<number, number>;
  /** By the numbers of pages, 1 for those that are apart. */
  readonly #isApartPage: Uint8Array;
  readonly #visit: (stratum: CitedStratum) => void;
  readonly #cells: Cell[] = [];
  readonly #placeOfCell = new Map<number, number>();
  readonly #questions = new Map<number, number>();
  /** By the place of a cell and of a part. */
  #counts = new Uint32Array(1024);
  /** The places in `#counts` that have any, in the order in which they came. */
  #found: number[] = [];
  #end = Number.NEGATIVE_INFINITY;
  /** By the place of a part, the last answer that cites it, and whether only by pages that are apart. */
  readonly #last: Uint32Array;
  readonly #isApart: Uint8Array;
  #answer = 0;

  constructor(
    panel: Panel,
    parts: readonly Pick<CitedPart, 'hosts'>[],
    apart: ReadonlySet<number>,
    visit: (stratum: CitedStratum) => void,
  ) {
    this.#panel = panel;
    this.#parts = parts.length;
    const { hosts } = panel.names;
    this.#partOfHost = new Map(
      parts.flatMap((part, place) => part.hosts.map((host) => [hosts.known(host) as number, place + 1])),
    );
    const numbers = panel.names.pages.numbersOf([...apart]);
    this.#isApartPage = new Uint8Array(panel.names.pages.size);
    for (const number of numbers) this.#isApartPage[number] = 1;
    this.#visit = visit;
    this.#last = new Uint32Array(parts.length);
    this.#isApart = new Uint8Array(parts.length);
  }

  add({ data: { mentions, sources }, keep }: Rows<'mentions' | 'sources'>): void {
    const [isLookedFor, isNamed] = [
      lookedForAll(mentions, [this.#panel.self]),
      naming(mentions, [this.#panel.self]),
    ];
    const cells = this.#cellsOf(mentions);
    const parts = this.#partsOf(sources);
    for (let row = 0; row < mentions.n; row++) {
      if (isLookedFor[row] === 0 || (keep !== null && keep[row] === 0)) continue;
      const at = mentions.at[row] as number;
      if (at >= this.#end) {
        this.endWeek();
        this.#end = bucketAt(at, 'week').to;
      }
      const named = isNamed[row] as number;
      const place = cells[promptAndEngine(mentions, row)] as number;
      const cell = this.#cells[place] as Cell;
      cell.answers += 1;
      cell.named += named;
      this.#addCited(sources, parts, row, place * this.#parts, named);
    }
  }

  #addCited({ start, cited }: Sources, parts: Int32Array, row: number, base: number, named: number): void {
    this.#answer += 1;
    const end = start[row + 1] as number;
    for (let index = start[row] as number; index < end; index++) {
      const signed = parts[cited[index] as number] as number;
      if (signed === 0) continue;
      const [part, isApart] = signed < 0 ? [-signed - 1, 1] : [signed - 1, 0];
      const at = (base + part) * WIDTH;
      if (this.#last[part] !== this.#answer) {
        this.#last[part] = this.#answer;
        this.#isApart[part] = isApart;
        this.#count(at, isApart === 1 ? APART : CITING, named, 1);
      } else if (this.#isApart[part] === 1 && isApart === 0) {
        this.#isApart[part] = 0;
        this.#count(at, APART, named, -1);
        this.#count(at, CITING, named, 1);
      }
    }
  }

  #count(at: number, what: typeof APART | typeof CITING, named: number, by: 1 | -1): void {
    const counts = this.#counts;
    if (counts[at + CITING] === 0 && counts[at + APART] === 0 && by > 0) this.#found.push(at);
    counts[at + what] = (counts[at + what] as number) + by;
    const andNamed = at + (what === APART ? APART_NAMED : CITING_NAMED);
    counts[andNamed] = (counts[andNamed] as number) + by * named;
  }

  endWeek(): void {
    const counts = this.#counts;
    for (const at of this.#found) {
      const place = at / WIDTH;
      const cell = this.#cells[Math.floor(place / this.#parts)] as Cell;
      const [citing, citingNamed] = [counts[at + CITING] as number, counts[at + CITING_NAMED] as number];
      const others = cell.answers - citing - (counts[at + APART] as number);
      const othersNamed = cell.named - citingNamed - (counts[at + APART_NAMED] as number);
      for (let each = 0; each < WIDTH; each++) counts[at + each] = 0;
      if (citing === 0 || others === 0) continue;
      const { question } = cell;
      this.#visit({ part: place % this.#parts, question, citing, citingNamed, others, othersNamed });
    }
    this.#found = [];
    for (const cell of this.#cells) {
      cell.answers = 0;
      cell.named = 0;
    }
  }

  /** By the numbers that a segment has for questions and engines, their places among the cells. */
  #cellsOf({ prompt, engine }: Mentions): Int32Array {
    const engines = engine.of.length;
    const cells = Int32Array.from({ length: prompt.of.length * engines }, (_, local) =>
      this.#cellOf(prompt.of[Math.floor(local / engines)] as number, engine.of[local % engines] as number),
    );
    const needed = this.#cells.length * this.#parts * WIDTH;
    if (needed > this.#counts.length) {
      const larger = new Uint32Array(2 * needed);
      larger.set(this.#counts);
      this.#counts = larger;
    }
    return cells;
  }

  #cellOf(prompt: number, engine: number): number {
    const key = withEngine(prompt, engine);
    const known = this.#placeOfCell.get(key);
    if (known !== undefined) return known;
    const question = this.#questions.get(prompt) ?? this.#questions.size;
    this.#questions.set(prompt, question);
    const place = this.#cells.push({ question, answers: 0, named: 0 }) - 1;
    this.#placeOfCell.set(key, place);
    return place;
  }

  /** Of each pair of a page and its host, the place of its part, counted from 1: negative for a page that is apart, 0 for none. */
  #partsOf({ page, host }: Sources): Int32Array {
    const partOf = Int32Array.from(host.of, (number) => this.#partOfHost.get(number) ?? 0);
    const isApart = this.#isApartPage;
    const parts = new Int32Array(page.length);
    for (let pair = 0; pair < parts.length; pair++) {
      const part = partOf[host.codes[pair] as number] as number;
      parts[pair] = isApart[page[pair] as number] === 1 ? -part : part;
    }
    return parts;
  }
}
