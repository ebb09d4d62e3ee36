import type { SitePart } from '../../domain/recommendation.ts';
import { brandAt, wordsFor, wordsNaming } from '../marks.ts';
import type { CountedAnswers, Panel, Sums } from '../panel.ts';
import {
  type Counting,
  counted,
  engineIn,
  otherIn,
  type Rows,
  sumsOfEach,
  Tally,
  withEngine,
} from '../scan.ts';
import type { Coded } from '../segment.ts';
import { BRAND, namedBy, namingIn, RIVAL } from './naming.ts';

/** Which part of its site each host is in: null for neither. */
export interface PartsOfSites {
  /** Same name, same parts. */
  readonly name: string;
  readonly of: (host: string) => SitePart | null;
}

/**
 * A part of a site and the answers that are looked at for it: all that cite a host of an own part; of any other, only gaps, which name
 * a competitor tracked now and not the brand itself.
 */
export interface CitedPart {
  /** Its number among the parts of all sites. */
  readonly number: number;
  readonly site: string;
  readonly part: SitePart;
  /** The hosts of the part that are cited in the window, looked at or not. */
  readonly hosts: readonly string[];
  readonly answers: number;
  /** Of these, those that name the brand itself. */
  readonly named: number;
  /** The engines that gave these answers. */
  readonly engines: readonly string[];
  /** How many of these answers name each of the competitors tracked now, in their order. */
  readonly rivals: readonly number[];
}

/** A page of a part, by how many of the answers looked at cite it. */
export interface PageOfPart {
  readonly pageId: number;
  readonly answers: number;
}

export interface CitedParts {
  readonly parts: readonly CitedPart[];
  /** For each of these parts, `most` of the pages that most answers cite, and those that as many cite as the last of them. */
  readonly pagesOf: (parts: readonly Pick<CitedPart, 'number'>[], most: number) => Promise<PageOfPart[][]>;
}

/** Every part of a site that is cited in a window. */
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
  (await counted(answers, BY_HOST)).each((host) => {
    const number = numbers.of(host);
    const others = hosts.get(number);
    const name = panel.names.hosts.values[host] as string;
    if (others === undefined) hosts.set(number, [name]);
    else others.push(name);
  });
  hosts.delete(NO_PART);
  const totals = new PartTotals(numbers.size, panel.competitors.length);
  for (const sums of await sumsOfEach(answers, byPart(panel, numbers))) totals.add(sums);
  return [...hosts].map(([number, ofPart]) => {
    return {
      number,
      ...numbers.partAt(number),
      hosts: ofPart,
      ...totals.at(number, panel.names.engines.values),
    };
  });
}

/** Hosts that are cited, by their numbers. */
const BY_HOST: Counting<'sources'> = {
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

/** What all segments come to, by the numbers of parts. */
class PartTotals {
  readonly #answers: Uint32Array;
  readonly #named: Uint32Array;
  /** The bits of engines. */
  readonly #engines: Uint32Array;
  /** Of each part, answers by competitor. */
  readonly #rivals: Uint32Array;
  readonly #each: number;

  /** @param each how many competitors there are */
  constructor(size: number, each: number) {
    this.#answers = new Uint32Array(size);
    this.#named = new Uint32Array(size);
    this.#engines = new Uint32Array(size);
    this.#rivals = new Uint32Array(size * each);
    this.#each = each;
  }

  add({ groups, counts }: Sums): void {
    const each = this.#each;
    for (let index = 0; index < groups.length; index++) {
      const group = groups[index] as number;
      const [part, at] = [otherIn(group), index * (FIRST_RIVAL + each)];
      this.#answers[part] = (this.#answers[part] as number) + (counts[at] as number);
      this.#named[part] = (this.#named[part] as number) + (counts[at + 1] as number);
      this.#engines[part] = (this.#engines[part] as number) | (1 << engineIn(group));
      for (let rival = 0; rival < each; rival++) {
        const own = part * each + rival;
        this.#rivals[own] = (this.#rivals[own] as number) + (counts[at + FIRST_RIVAL + rival] as number);
      }
    }
  }

  at(part: number, engines: readonly string[]): Pick<CitedPart, 'answers' | 'named' | 'engines' | 'rivals'> {
    return {
      ...{ answers: this.#answers[part] as number, named: this.#named[part] as number },
      engines: engines.filter((_, engine) => ((this.#engines[part] as number) & (1 << engine)) !== 0),
      rivals: [...this.#rivals.subarray(part * this.#each, (part + 1) * this.#each)],
    };
  }
}

const PARTS: readonly SitePart[] = ['others', 'own'];
const NO_PART = -1;

/** The numbers of the parts that hosts are in: two for each site, in the order of `PARTS`. */
export class PartNumbers {
  readonly name: string;
  readonly #panel: Panel;
  readonly #partOf: PartsOfSites['of'];
  /** By the numbers of hosts. */
  readonly #known: number[] = [];

  constructor(panel: Panel, parts: PartsOfSites) {
    this.#panel = panel;
    this.name = parts.name;
    this.#partOf = parts.of;
  }

  /** All are lower. */
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

/** Before the counts of competitors there are the answers, and those of them that name the brand. */
const FIRST_RIVAL = 2;

/** The answers that are looked at, by engine: how many there are, and how many of them name whom. */
function byPart(panel: Panel, numbers: PartNumbers): Counting<'mentions' | 'sources'> {
  const width = FIRST_RIVAL + panel.competitors.length;
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

/** The parts that a segment has, and for each of its hosts the place of its part, counted from 1; 0 for none. */
interface PartsIn {
  readonly parts: readonly number[];
  readonly ofHost: Uint32Array;
  /** The same, of own parts alone. */
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
  const width = FIRST_RIVAL + panel.competitors.length;
  // By the place of a part, the last answer that cites it.
  const last = new Int32Array(ofHost.length + 1).fill(-1);
  for (let row = 0; row < mentions.n; row++) {
    if (keep !== null && keep[row] === 0) continue;
    const placeOf = naming[row] === RIVAL ? ofHost : ownOfHost;
    for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
      const place = placeOf[host.codes[cited[index] as number] as number] as number;
      if (place === 0 || last[place] === row) continue;
      last[place] = row;
      const at = ((place - 1) * engine.of.length + (engine.codes[row] as number)) * width;
      counts[at] = (counts[at] as number) + 1;
      counts[at + 1] = (counts[at + 1] as number) + ((naming[row] as number) & BRAND);
      for (let word = 0; word < each; word++) {
        for (let bits = words[row * each + word] as number; bits !== 0; bits &= bits - 1) {
          const own = at + FIRST_RIVAL + brandAt(word, bits);
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
  const all = await sumsOfEach(answers, byPage(answers.panel, numbers));
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

/** Calls `visit` with each page that is cited on hosts which have a place. */
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

/** Puts a number in its place among the largest, the largest first, if it is one of them. */
function insert(largest: number[], number: number): void {
  if (number <= (largest.at(-1) as number)) return;
  largest[largest.length - 1] = number;
  largest.sort((a, b) => b - a);
}

/** Of the answers that are looked at for the part that a page is in, how many cite it. */
function byPage(panel: Panel, numbers: PartNumbers): Counting<'mentions' | 'sources'> {
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
        const partOf = naming[row] === RIVAL ? ofHost : ownOfHost;
        for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
          const pair = cited[index] as number;
          if (partOf[host.codes[pair] as number] !== 0) tally.add(pair, 0, 1);
        }
      }
      return tally.sumsOf(page);
    },
  };
}
