import { bucketAt } from '../../../domain/time/buckets.ts';
import { lookedForAll, naming } from '../../marks.ts';
import type { CountedAnswers, Panel } from '../../panel.ts';
import { eachSegment, promptAndEngine, type Rows } from '../../scan.ts';
import type { Coded } from '../../segment.ts';
import { type Cell, Cells, withRoom } from '../spreads/cells.ts';
import type { CitedPart } from './cited-parts.ts';

/** One engine's answers to one question in one week. Excludes answers that cite a part only by pages set apart. */
export interface CitedStratum extends Cell {
  /** The part's place. */
  readonly part: number;
  /** Answers citing the part, and those that also name the brand. */
  readonly citing: number;
  readonly citingNamed: number;
  /** Answers not citing the part, and those that name the brand. */
  readonly others: number;
  readonly othersNamed: number;
}

/**
 * Calls `visit` with each stratum that has both citing and non-citing answers. Answers count only if the brand itself
 * was looked for.
 *
 * @param parts by their hosts cited in the window
 * @param apart page ids
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

/** Counts one week at a time: answers come in collection order. */
class WeekOfStrata {
  readonly #panel: Panel;
  readonly #parts: number;
  /** Part place (from 1) by shared host number. */
  readonly #partOfHost: Uint32Array;
  /** 1 for pages set apart, by page number; 1 for parts that have such pages, by part place. */
  readonly #isApartPage: Uint8Array;
  readonly #hasApart: Uint8Array;
  readonly #visit: (stratum: CitedStratum) => void;
  readonly #cells = new Cells();
  /** The week's answers, by cell place and by naming the brand. */
  #answers = new Uint32Array();
  /** The citing answers, by cell, naming, and part; then those that cite only pages set apart. */
  #citing = new Uint32Array();
  #apart = new Uint32Array();
  #end = Number.NEGATIVE_INFINITY;
  /** By part place, the last citing answer, plus 1 if it cites only pages set apart: answer numbers are odd. */
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
   * Whether a page of a part is set apart. An answer that cites only such pages counts as apart until it cites
   * another page.
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

  /** Part places from 1, by host code; 0 for none. */
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
