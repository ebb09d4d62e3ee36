import { bucketAt } from '../../domain/buckets.ts';
import { lookedForAll, naming } from '../marks.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import { eachSegment, promptAndEngine, type Rows } from '../scan.ts';
import type { Coded } from '../segment.ts';
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
  readonly #partOfHost: Uint32Array;
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
  /** By the place of a part, the last answer that cites it, and 1 more if only by pages that are apart: answers have odd numbers. */
  readonly #last: Float64Array;
  #answer = 1;

  constructor(
    panel: Panel,
    parts: readonly Pick<CitedPart, 'hosts'>[],
    apart: ReadonlySet<number>,
    visit: (stratum: CitedStratum) => void,
  ) {
    this.#panel = panel;
    this.#parts = parts.length;
    const { hosts } = panel.names;
    this.#partOfHost = new Uint32Array(hosts.values.length);
    for (const [place, part] of parts.entries()) {
      for (const host of part.hosts) this.#partOfHost[hosts.known(host) as number] = place + 1;
    }
    const numbers = panel.names.pages.numbersOf([...apart]);
    this.#isApartPage = new Uint8Array(panel.names.pages.size);
    this.#hasApart = new Uint8Array(parts.length);
    for (const number of numbers) {
      this.#isApartPage[number] = 1;
      const part = this.#partOfHost[panel.names.hostOfPage[number] as number] ?? 0;
      if (part > 0) this.#hasApart[part - 1] = 1;
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
    const partOf = this.#partsOf(sources.host.of);
    const { start, cited, page } = sources;
    const { codes } = sources.host;
    const [answers, citing, last, parts] = [this.#answers, this.#citing, this.#last, this.#parts];
    const hasApart = this.#hasApart;
    for (let row = 0; row < mentions.n; row++) {
      if (isLookedFor[row] === 0 || (keep !== null && keep[row] === 0)) continue;
      if ((mentions.at[row] as number) >= this.#end) this.#beginWeek(mentions.at[row] as number);
      const group = 2 * (cells[promptAndEngine(mentions, row)] as number) + (isNamed[row] as number);
      answers[group] = (answers[group] as number) + 1;
      const cites = this.#answer;
      this.#answer += 2;
      const end = start[row + 1] as number;
      for (let index = start[row] as number; index < end; index++) {
        const pair = cited[index] as number;
        const part = (partOf[codes[pair] as number] as number) - 1;
        if (part < 0 || last[part] === cites) continue;
        const at = group * parts + part;
        if (hasApart[part] === 1 && this.#isApart(page[pair] as number, part, cites, at)) continue;
        last[part] = cites;
        citing[at] = (citing[at] as number) + 1;
      }
    }
  }

  /**
   * Whether a page of a part is apart. So far the answer cites the part by no other page that is not; if by pages that are, it counts as apart until
   * one comes that is not.
   */
  #isApart(page: number, part: number, cites: number, at: number): boolean {
    const [apart, last] = [this.#apart, this.#last];
    const [isApart, isCounted] = [this.#isApartPage[page] === 1, last[part] === cites + 1];
    if (isApart && !isCounted) apart[at] = (apart[at] as number) + 1;
    if (!isApart && isCounted) apart[at] = (apart[at] as number) - 1;
    if (isApart) last[part] = cites + 1;
    return isApart;
  }

  #beginWeek(at: number): void {
    this.endWeek();
    this.#end = bucketAt(at, 'week').to;
  }

  endWeek(): void {
    for (let part = 0; part < this.#parts; part++) this.#visitPart(part);
    this.#answers.fill(0);
    this.#citing.fill(0);
    this.#apart.fill(0);
  }

  #visitPart(part: number): void {
    const [answers, citingOf, apart, parts] = [this.#answers, this.#citing, this.#apart, this.#parts];
    const cells = this.#cells.all;
    const hasApart = this.#hasApart[part] === 1;
    for (let place = 0; place < cells.length; place++) {
      const at = 2 * place * parts + part;
      const citingNamed = citingOf[at + parts] as number;
      const citing = (citingOf[at] as number) + citingNamed;
      if (citing === 0) continue;
      const [left, leftNamed] = hasApart ? [apart[at] as number, apart[at + parts] as number] : [0, 0];
      const [unnamed, named] = [answers[2 * place] as number, answers[2 * place + 1] as number];
      const others = unnamed + named - citing - left - leftNamed;
      if (others === 0) continue;
      const { question, engine } = cells[place] as Cell;
      const othersNamed = named - citingNamed - leftNamed;
      this.#visit({ part, engine, question, citing, citingNamed, others, othersNamed });
    }
  }

  /** By the codes of hosts, the places of their parts, counted from 1; 0 for none. */
  #partsOf(hosts: Coded['of']): Uint32Array {
    const parts = new Uint32Array(hosts.length);
    for (const [code, host] of hosts.entries()) parts[code] = this.#partOfHost[host] ?? 0;
    return parts;
  }

  #makeRoom(): void {
    const groups = 2 * this.#cells.all.length;
    this.#answers = withRoom(this.#answers, groups);
    this.#citing = withRoom(this.#citing, groups * this.#parts);
    this.#apart = withRoom(this.#apart, groups * this.#parts);
  }
}
