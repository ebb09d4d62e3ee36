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
  /** The number of the engine. */
  readonly engine: number;
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

/** A question and an engine in the week that is counted. */
interface Cell {
  readonly question: number;
  readonly engine: number;
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
  /**
   * Answers that cite a part, by the place of a cell, by whether they name the brand, and by the place of the part; and those that cite it only by
   * pages that are apart.
   */
  #citing = new Uint32Array();
  #apart = new Uint32Array();
  #end = Number.NEGATIVE_INFINITY;
  /** By the place of a part, the last answer that cites it: its number twice, and 1 more if only by pages that are apart. */
  readonly #last: Float64Array;
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
    this.#last = new Float64Array(parts.length);
  }

  add({ data: { mentions, sources }, keep }: Rows<'mentions' | 'sources'>): void {
    const [isLookedFor, isNamed] = [
      lookedForAll(mentions, [this.#panel.self]),
      naming(mentions, [this.#panel.self]),
    ];
    const cells = this.#cellsOf(mentions);
    const partOf = Uint32Array.from(sources.host.of, (number) => this.#partOfHost.get(number) ?? 0);
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
      this.#addCited(sources, partOf, row, (2 * place + named) * this.#parts);
    }
  }

  /** @param base where the counts of its cell begin, of those that name the brand as it does */
  #addCited(
    { start, cited, page, host: { codes } }: Sources,
    partOf: Uint32Array,
    row: number,
    base: number,
  ): void {
    const [citing, apart, last] = [this.#citing, this.#apart, this.#last];
    this.#answer += 2;
    const cites = this.#answer;
    const end = start[row + 1] as number;
    for (let index = start[row] as number; index < end; index++) {
      const pair = cited[index] as number;
      const part = (partOf[codes[pair] as number] as number) - 1;
      if (part < 0 || last[part] === cites) continue;
      const at = base + part;
      const isKnown = last[part] === cites + 1;
      if (this.#isApartPage[page[pair] as number] === 1) {
        if (isKnown) continue;
        last[part] = cites + 1;
        apart[at] = (apart[at] as number) + 1;
      } else {
        last[part] = cites;
        citing[at] = (citing[at] as number) + 1;
        if (isKnown) apart[at] = (apart[at] as number) - 1;
      }
    }
  }

  endWeek(): void {
    for (const [place, cell] of this.#cells.entries()) {
      if (cell.answers > 0) this.#visitCell(cell, 2 * place * this.#parts);
      cell.answers = 0;
      cell.named = 0;
    }
    this.#citing.fill(0);
    this.#apart.fill(0);
  }

  #visitCell({ question, engine, answers, named }: Cell, base: number): void {
    const [citing, apart, parts] = [this.#citing, this.#apart, this.#parts];
    for (let part = 0; part < parts; part++) {
      const [at, andNamed] = [base + part, base + parts + part];
      const citingNamed = citing[andNamed] as number;
      const all = (citing[at] as number) + citingNamed;
      if (all === 0) continue;
      const others = answers - all - (apart[at] as number) - (apart[andNamed] as number);
      if (others === 0) continue;
      const othersNamed = named - citingNamed - (apart[andNamed] as number);
      this.#visit({ part, engine, question, citing: all, citingNamed, others, othersNamed });
    }
  }

  /** By the numbers that a segment has for questions and engines, their places among the cells. */
  #cellsOf({ prompt, engine }: Mentions): Int32Array {
    const engines = engine.of.length;
    const cells = Int32Array.from({ length: prompt.of.length * engines }, (_, local) =>
      this.#cellOf(prompt.of[Math.floor(local / engines)] as number, engine.of[local % engines] as number),
    );
    const needed = 2 * this.#cells.length * this.#parts;
    this.#citing = withRoom(this.#citing, needed);
    this.#apart = withRoom(this.#apart, needed);
    return cells;
  }

  #cellOf(prompt: number, engine: number): number {
    const key = withEngine(prompt, engine);
    const known = this.#placeOfCell.get(key);
    if (known !== undefined) return known;
    const question = this.#questions.get(prompt) ?? this.#questions.size;
    this.#questions.set(prompt, question);
    const place = this.#cells.push({ question, engine, answers: 0, named: 0 }) - 1;
    this.#placeOfCell.set(key, place);
    return place;
  }
}

/** The same counts with room for so many, or for more of them. */
function withRoom(counts: Uint32Array<ArrayBuffer>, needed: number): Uint32Array<ArrayBuffer> {
  if (needed <= counts.length) return counts;
  const larger = new Uint32Array(2 * needed);
  larger.set(counts);
  return larger;
}
