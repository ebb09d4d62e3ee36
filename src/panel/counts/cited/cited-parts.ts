import type { SitePart } from '../../../domain/alerts/recommendation.ts';
import { brandAt, wordsFor, wordsNaming } from '../../marks.ts';
import type { CountedAnswers, Panel, Sums } from '../../panel.ts';
import {
  type CountQuery,
  countGroups,
  engineIn,
  otherIn,
  type Rows,
  sumsBySegment,
  Tally,
  withEngine,
} from '../../scan.ts';
import type { Coded } from '../../segment.ts';
import { BRAND, COMPETITOR, namedBy, namingIn } from './naming.ts';

/** Maps each host to a part of its site; null for no part. */
export interface PartsOfSites {
  /** Equal names mean equal parts. */
  readonly name: string;
  readonly of: (host: string) => SitePart | null;
}

/**
 * A part of a site with its relevant answers: all citing answers for an own part; for others only gaps, which name a
 * current competitor but not the brand itself.
 */
export interface CitedPart {
  /** Unique across sites. */
  readonly number: number;
  readonly site: string;
  readonly part: SitePart;
  /** All hosts cited in the window. */
  readonly hosts: readonly string[];
  readonly answers: number;
  /** Relevant answers that name the brand itself. */
  readonly named: number;
  readonly engines: readonly string[];
  /** Relevant answers that name each current competitor, in order. */
  readonly competitors: readonly number[];
}

/** A page with the number of relevant answers that cite it. */
interface PageOfPart {
  readonly pageId: number;
  readonly answers: number;
}

export interface CitedParts {
  readonly parts: readonly CitedPart[];
  /** For each part its `most` cited pages, with ties for the last. */
  readonly pagesOf: (parts: readonly Pick<CitedPart, 'number'>[], most: number) => Promise<PageOfPart[][]>;
}

/** Counts every site part cited in a window. */
export async function countCitedParts(
  answers: CountedAnswers,
  partsOfSites: PartsOfSites,
): Promise<CitedParts> {
  const numbers = new PartNumbers(answers.panel, partsOfSites);
  return {
    parts: await countParts(answers, numbers),
    pagesOf: async (parts, most) => await countPages(answers, numbers, parts, most),
  };
}

async function countParts(answers: CountedAnswers, numbers: PartNumbers): Promise<CitedPart[]> {
  const { panel } = answers;
  const hosts = new Map<number, string[]>();
  (await countGroups(answers, BY_HOST)).each((host) => {
    const number = numbers.of(host);
    const others = hosts.get(number);
    const name = panel.names.hosts.values[host] as string;
    if (others === undefined) hosts.set(number, [name]);
    else others.push(name);
  });
  hosts.delete(NO_PART);
  const totals = new PartTotals(numbers.size, panel.competitors.length);
  for (const sums of await sumsBySegment(answers, byPart(panel, numbers))) totals.add(sums);
  return [...hosts].map(([number, ofPart]) => {
    return {
      number,
      ...numbers.partAt(number),
      hosts: ofPart,
      ...totals.at(number, panel.names.engines.values),
    };
  });
}

/** Cited hosts, by number. */
const BY_HOST: CountQuery<'sources'> = {
  name: 'hosts',
  kinds: ['sources'],
  width: 1,
  sums: ({ data: { mentions, sources }, keep }) => {
    const { start, cited, host } = sources;
    const tally = new Tally(host.of.length, 1, 1);
    for (let row = 0; row < mentions.n; row++) {
      if (keep !== null && keep[row] === 0) continue;
      for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
        tally.counts[host.codes[cited[index] as number] as number] = 1;
      }
    }
    return tally.sums((code) => host.of[code] as number);
  },
};

/** Sums over all segments, by part number. */
class PartTotals {
  readonly #answers: Uint32Array;
  readonly #named: Uint32Array;
  /** Engine bits. */
  readonly #engines: Uint32Array;
  /** Answers by part and competitor. */
  readonly #competitors: Uint32Array;
  readonly #each: number;

  /** @param each number of competitors */
  constructor(size: number, each: number) {
    this.#answers = new Uint32Array(size);
    this.#named = new Uint32Array(size);
    this.#engines = new Uint32Array(size);
    this.#competitors = new Uint32Array(size * each);
    this.#each = each;
  }

  add({ groups, counts }: Sums): void {
    const each = this.#each;
    for (let index = 0; index < groups.length; index++) {
      const group = groups[index] as number;
      const [part, at] = [otherIn(group), index * (FIRST_COMPETITOR + each)];
      this.#answers[part] = (this.#answers[part] as number) + (counts[at] as number);
      this.#named[part] = (this.#named[part] as number) + (counts[at + 1] as number);
      this.#engines[part] = (this.#engines[part] as number) | (1 << engineIn(group));
      for (let competitor = 0; competitor < each; competitor++) {
        const own = part * each + competitor;
        this.#competitors[own] =
          (this.#competitors[own] as number) + (counts[at + FIRST_COMPETITOR + competitor] as number);
      }
    }
  }

  at(
    part: number,
    engines: readonly string[],
  ): Pick<CitedPart, 'answers' | 'named' | 'engines' | 'competitors'> {
    return {
      answers: this.#answers[part] as number,
      named: this.#named[part] as number,
      engines: engines.filter((_, engine) => ((this.#engines[part] as number) & (1 << engine)) !== 0),
      competitors: [...this.#competitors.subarray(part * this.#each, (part + 1) * this.#each)],
    };
  }
}

const PARTS: readonly SitePart[] = ['others', 'own'];
const NO_PART = -1;

/** Numbers the parts: two per site, in `PARTS` order. */
export class PartNumbers {
  readonly name: string;
  readonly #panel: Panel;
  readonly #partOf: PartsOfSites['of'];
  readonly #known: number[] = [];

  constructor(panel: Panel, parts: PartsOfSites) {
    this.#panel = panel;
    this.name = parts.name;
    this.#partOf = parts.of;
  }

  get size(): number {
    return PARTS.length * this.#panel.names.sites.values.length;
  }

  /** @param host its number */
  of(host: number): number {
    this.#known[host] ??= this.#numberOf(host);
    return this.#known[host];
  }

  partAt(number: number): Pick<CitedPart, 'site' | 'part'> {
    const site = this.#panel.names.sites.values[Math.floor(number / PARTS.length)] as string;
    return { site, part: PARTS[number % PARTS.length] as SitePart };
  }

  #numberOf(host: number): number {
    const { hosts, siteOfHost } = this.#panel.names;
    const part = this.#partOf(hosts.values[host] as string);
    return part === null ? NO_PART : PARTS.length * (siteOfHost[host] as number) + PARTS.indexOf(part);
  }
}

function isOwn(number: number): boolean {
  return PARTS[number % PARTS.length] === 'own';
}

/** Competitor counts follow two others: answers, and answers that name the brand. */
const FIRST_COMPETITOR = 2;

/** Counts relevant answers by part and engine, and the brands that they name. */
function byPart(panel: Panel, numbers: PartNumbers): CountQuery<'mentions' | 'sources'> {
  const width = FIRST_COMPETITOR + panel.competitors.length;
  return {
    name: namedBy(`parts ${numbers.name}`, panel),
    kinds: ['mentions', 'sources'],
    width,
    byEngine: true,
    sums: (rows) => {
      const { engine } = rows.data.mentions;
      const engines = engine.of.length;
      const { parts, ...ofHosts } = partsIn(rows.data.sources.host.of, numbers);
      const tally = new Tally(parts.length * engines, width);
      addAnswers(rows, panel, ofHosts, tally.counts);
      return tally.sums((group) =>
        withEngine(parts[Math.floor(group / engines)] as number, engine.of[group % engines] as number),
      );
    },
  };
}

/** A segment's parts, and for each host its part's place from 1; 0 for none. */
interface PartsIn {
  readonly parts: readonly number[];
  readonly ofHost: Uint32Array;
  /** `ofHost` for own parts only. */
  readonly ownOfHost: Uint32Array;
}

function partsIn(hosts: Coded['of'], numbers: PartNumbers): PartsIn {
  const parts: number[] = [];
  const placeOf = new Uint32Array(numbers.size);
  const [ofHost, ownOfHost] = [new Uint32Array(hosts.length), new Uint32Array(hosts.length)];
  for (let code = 0; code < hosts.length; code++) {
    const number = numbers.of(hosts[code] as number);
    if (number === NO_PART) continue;
    if (placeOf[number] === 0) placeOf[number] = parts.push(number);
    const place = placeOf[number] as number;
    ofHost[code] = place;
    if (isOwn(number)) ownOfHost[code] = place;
  }
  return { parts, ofHost, ownOfHost };
}

function addAnswers(
  { data: { mentions, sources }, keep }: Rows<'mentions' | 'sources'>,
  panel: Panel,
  { ofHost, ownOfHost }: Omit<PartsIn, 'parts'>,
  counts: Tally['counts'],
): void {
  const { start, cited, host } = sources;
  const { engine } = mentions;
  const [naming, words] = [namingIn(panel, mentions), wordsNaming(mentions, panel.competitors)];
  const each = wordsFor(panel.competitors);
  const width = FIRST_COMPETITOR + panel.competitors.length;
  // The last citing answer, by part place.
  const last = new Int32Array(ofHost.length + 1).fill(-1);
  for (let row = 0; row < mentions.n; row++) {
    if (keep !== null && keep[row] === 0) continue;
    const placeOf = naming[row] === COMPETITOR ? ofHost : ownOfHost;
    for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
      const place = placeOf[host.codes[cited[index] as number] as number] as number;
      if (place === 0 || last[place] === row) continue;
      last[place] = row;
      const at = ((place - 1) * engine.of.length + (engine.codes[row] as number)) * width;
      counts[at] = (counts[at] as number) + 1;
      counts[at + 1] = (counts[at + 1] as number) + ((naming[row] as number) & BRAND);
      for (let word = 0; word < each; word++) {
        for (let bits = words[row * each + word] as number; bits !== 0; bits &= bits - 1) {
          const own = at + FIRST_COMPETITOR + brandAt(word, bits);
          counts[own] = (counts[own] as number) + 1;
        }
      }
    }
  }
}

async function countPages(
  answers: CountedAnswers,
  numbers: PartNumbers,
  parts: readonly Pick<CitedPart, 'number'>[],
  most: number,
): Promise<PageOfPart[][]> {
  const { names } = answers.panel;
  const all = await sumsBySegment(answers, byPage(answers.panel, numbers));
  const citing = new Uint32Array(names.pages.size);
  for (const { groups, counts } of all) addCounts(citing, groups, counts);
  const places = new Map(parts.map(({ number }, place) => [number, place]));
  const placeOfHost = Int32Array.from(names.hosts.values, (_, host) => places.get(numbers.of(host)) ?? -1);
  const counts = parts.map(() => new Array<number>(most).fill(0));
  eachPage(citing, names.hostOfPage, placeOfHost, (place, _, count) =>
    insert(counts[place] as number[], count),
  );
  const listed: PageOfPart[][] = parts.map(() => []);
  eachPage(citing, names.hostOfPage, placeOfHost, (place, page, count) => {
    if (count < (counts[place]?.at(-1) as number)) return;
    listed[place]?.push({ pageId: names.pages.idOf(page), answers: count });
  });
  return listed;
}

function addCounts(citing: Uint32Array, pages: Sums['groups'], counts: Sums['counts']): void {
  for (let index = 0; index < pages.length; index++) {
    const page = pages[index] as number;
    citing[page] = (citing[page] as number) + (counts[index] as number);
  }
}

/** Calls `visit` with each page cited on a host that has a place. */
function eachPage(
  citing: Uint32Array,
  hostOfPage: readonly number[],
  placeOfHost: Int32Array,
  visit: (place: number, page: number, count: number) => void,
): void {
  for (let page = 0; page < citing.length; page++) {
    if (citing[page] === 0) continue;
    const place = placeOfHost[hostOfPage[page] as number] as number;
    if (place >= 0) visit(place, page, citing[page] as number);
  }
}

/** Inserts a number into the descending list if it is large enough. */
function insert(largest: number[], number: number): void {
  if (number <= (largest.at(-1) as number)) return;
  largest[largest.length - 1] = number;
  largest.sort((a, b) => b - a);
}

/** Counts relevant answers by cited page. */
function byPage(panel: Panel, numbers: PartNumbers): CountQuery<'mentions' | 'sources'> {
  return {
    name: namedBy(`pages of parts ${numbers.name}`, panel),
    kinds: ['mentions', 'sources'],
    width: 1,
    sums: ({ data: { mentions, sources }, keep }) => {
      const { start, cited, page, host } = sources;
      const naming = namingIn(panel, mentions);
      const { ofHost, ownOfHost } = partsIn(host.of, numbers);
      const tally = new Tally(page.length, 1, mentions.n);
      for (let row = 0; row < mentions.n; row++) {
        if (keep !== null && keep[row] === 0) continue;
        const partOf = naming[row] === COMPETITOR ? ofHost : ownOfHost;
        for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
          const pair = cited[index] as number;
          if (partOf[host.codes[pair] as number] !== 0) tally.add(pair, 0, 1);
        }
      }
      return tally.sumsOf(page);
    },
  };
}
