import { bucketAt } from '../../domain/buckets.ts';
import { lookedForAll, naming } from '../marks.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import { eachSegment, promptAndEngine, type Rows } from '../scan.ts';
import { type Cell, Cells, withRoom } from './cells.ts';
import type { CitedPart } from './cited-parts.ts';

/** The answers of one engine to one question in one week. Those that cite a part of a site only by pages that are apart are left out of it. */
export interface CitedStratum extends Cell {
  /** The place of the part. */
  readonly part: number;
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

/** Answers come in the order in which they were collected, so one week is counted at a time. */
class WeekOfStrata {
  readonly #panel: Panel;
  readonly #parts: number;
  /** By the numbers of hosts that all segments share, the place of a part, counted from 1. */
  readonly #partOfHost: ReadonlyMap<number, number>;
  /** By the numbers of pages, 1 for those that are apart, and by the places of parts, 1 for those with any. */
  readonly #isApartPage: Uint8Array;
  readonly #hasApart: Uint8Array;
  readonly #visit: (stratum: CitedStratum) => void;
  readonly #cells = new Cells();
  /** Answers of the week by the place of a cell, and by whether they name the brand. */
  #answers = new Uint32Array();
  /** Those that cite a part, by the same and the place of the part; and those that cite it only by pages that are apart. */
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
    this.#hasApart = new Uint8Array(parts.length);
    for (const number of numbers) {
      this.#isApartPage[number] = 1;
      const part = this.#partOfHost.get(panel.names.hostOfPage[number] as number);
      if (part !== undefined) this.#hasApart[part - 1] = 1;
    }
    this.#visit = visit;
    this.#last = new Float64Array(parts.length);
  }

  add({ data: { mentions, sources }, keep }: Rows<'mentions' | 'sources'>): void {
    const [isLookedFor, isNamed] = [
      lookedForAll(mentions, [this.#panel.self]),
      naming(mentions, [this.#panel.self]),
    ];
    const cells = this.#cells.placesIn(mentions);
    this.#makeRoom();
    const partOf = Uint32Array.from(sources.host.of, (number) => this.#partOfHost.get(number) ?? 0);
    const { start, cited } = sources;
    const { codes } = sources.host;
    const [answers, citing, last, parts] = [this.#answers, this.#citing, this.#last, this.#parts];
    let end = this.#end;
    for (let row = 0; row < mentions.n; row++) {
      if (isLookedFor[row] === 0 || (keep !== null && keep[row] === 0)) continue;
      const at = mentions.at[row] as number;
      if (at >= end) {
        this.endWeek();
        end = bucketAt(at, 'week').to;
      }
      const group = 2 * (cells[promptAndEngine(mentions, row)] as number) + (isNamed[row] as number);
      answers[group] = (answers[group] as number) + 1;
      this.#answer += 2;
      const cites = this.#answer;
      const to = start[row + 1] as number;
      for (let index = start[row] as number; index < to; index++) {
        const pair = cited[index] as number;
        const part = (partOf[codes[pair] as number] as number) - 1;
        if (part < 0 || last[part] === cites) continue;
        const count = group * parts + part;
        if (this.#hasApart[part] === 1 && this.#isKnownApart(part, sources.page[pair] as number, count))
          continue;
        last[part] = cites;
        citing[count] = (citing[count] as number) + 1;
      }
    }
    this.#end = end;
  }

  /** Of a citation of a part that has pages apart, whether it is of one of them; counts it as the only one so far, or no longer as that. */
  #isKnownApart(part: number, page: number, count: number): boolean {
    const only = this.#answer + 1;
    const isKnown = this.#last[part] === only;
    const isApart = this.#isApartPage[page] === 1;
    if (isApart !== isKnown) this.#apart[count] = (this.#apart[count] as number) + (isApart ? 1 : -1);
    if (isApart) this.#last[part] = only;
    return isApart;
  }

  endWeek(): void {
    const answers = this.#answers;
    for (const [place, cell] of this.#cells.all.entries()) {
      const named = answers[2 * place + 1] as number;
      const all = (answers[2 * place] as number) + named;
      if (all > 0) this.#visitCell(cell, { place, all, named });
    }
    answers.fill(0);
    this.#citing.fill(0);
    this.#apart.fill(0);
  }

  #visitCell(
    { question, engine }: Cell,
    { place, all, named }: { place: number; all: number; named: number },
  ): void {
    const [citingOf, apart, parts] = [this.#citing, this.#apart, this.#parts];
    for (let part = 0; part < parts; part++) {
      const at = 2 * place * parts + part;
      const citingNamed = citingOf[at + parts] as number;
      const citing = (citingOf[at] as number) + citingNamed;
      if (citing === 0) continue;
      const apartNamed = apart[at + parts] as number;
      const others = all - citing - (apart[at] as number) - apartNamed;
      if (others === 0) continue;
      const othersNamed = named - citingNamed - apartNamed;
      this.#visit({ part, engine, question, citing, citingNamed, others, othersNamed });
    }
  }

  #makeRoom(): void {
    const groups = 2 * this.#cells.all.length;
    this.#answers = withRoom(this.#answers, groups);
    this.#citing = withRoom(this.#citing, groups * this.#parts);
    this.#apart = withRoom(this.#apart, groups * this.#parts);
  }
}
