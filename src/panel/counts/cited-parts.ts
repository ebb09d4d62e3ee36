import { placesOf } from '../marks.ts';
import type { CountedAnswers, Panel, Sums } from '../panel.ts';
import { NAMED } from '../row.ts';
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
import type { Mentions } from '../segment.ts';
import { BRAND, namedBy, namingIn, RIVAL } from './naming.ts';
import { byHost } from './sources.ts';

/** The part of a site that is the brand's own, or the part that belongs to nobody tracked. */
export type Part = 'own' | 'others';

/** Which part of its site each host is in: null for neither. */
export interface PartsOfSites {
  /** Same name, same parts. */
  readonly name: string;
  readonly of: (host: string) => Part | null;
}

/**
 * A part of a site and the answers that are looked at for it: all that cite a host of an own part; of any other, only gaps, which name
 * a competitor tracked now and not the brand itself.
 */
export interface CitedPart {
  /** Its number among the parts of all sites. */
  readonly number: number;
  readonly site: string;
  readonly part: Part;
  /** The hosts of the part that are cited in the window, looked at or not. */
  readonly hosts: readonly string[];
  readonly answers: number;
  /** Of these, those that name the brand itself. */
  readonly named: number;
  /** The engines that gave these answers. */
  readonly engines: readonly string[];
  /** How many competitors tracked now these answers name. */
  readonly competitors: number;
}

/** A page of a part, by how many of the answers looked at cite it. */
export interface PageOfPart {
  readonly pageId: number;
  readonly answers: number;
}

/** Every part of a site that is cited in a window. */
export async function countCitedParts(answers: CountedAnswers, parts: PartsOfSites): Promise<CitedPart[]> {
  const { panel } = answers;
  const numbers = new PartNumbers(panel, parts);
  const hosts = await counted(answers, byHost(panel));
  const sums = await counted(answers, byPart(panel, numbers));
  const found = new Map<number, PartTally>();
  hosts.each((host) => {
    const number = numbers.of(host);
    if (number === NO_PART) return;
    const tally = found.get(number) ?? tallyOf(panel, number);
    found.set(number, tally);
    tally.hosts.push(panel.names.hosts.values[host] as string);
  });
  sums.each((group, count) => {
    const tally = found.get(otherIn(group));
    if (tally !== undefined) addEngine(tally, panel.names.engines.values[engineIn(group)] as string, count);
  });
  return [...found.values()].map(({ naming, ...tally }) => ({
    ...tally,
    competitors: naming.filter((times) => times > 0).length,
  }));
}

interface PartTally extends Omit<CitedPart, 'competitors'> {
  readonly hosts: string[];
  readonly engines: string[];
  answers: number;
  named: number;
  /** For each competitor, 0 if no answer names it. */
  readonly naming: number[];
}

function tallyOf({ names, competitors }: Panel, number: number): PartTally {
  return {
    ...{
      number,
      site: names.sites.values[Math.floor(number / 2)] as string,
      part: PARTS[number % 2] as Part,
    },
    ...{ hosts: [], answers: 0, named: 0, engines: [], naming: competitors.map(() => 0) },
  };
}

function addEngine(tally: PartTally, engine: string, count: (each: number) => number): void {
  tally.answers += count(0);
  tally.named += count(1);
  tally.engines.push(engine);
  tally.naming.forEach((times, place) => {
    tally.naming[place] = times + count(FIRST_COMPETITOR + place);
  });
}

const PARTS: readonly Part[] = ['others', 'own'];
const NO_PART = -1;

/** The numbers of the parts that hosts are in: two for each site, in the order of `PARTS`. */
class PartNumbers {
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

  /** @param host its number */
  of(host: number): number {
    this.#known[host] ??= this.#numberOf(host);
    return this.#known[host];
  }

  #numberOf(host: number): number {
    const { hosts, siteOfHost } = this.#panel.names;
    const part = this.#partOf(hosts.values[host] as string);
    return part === null ? NO_PART : 2 * (siteOfHost[host] as number) + PARTS.indexOf(part);
  }
}

/** After the answers and those of them that name the brand, each competitor has a count, which is not 0 if one of them names it. */
const FIRST_COMPETITOR = 2;

/** The answers that are looked at. */
function byPart(panel: Panel, numbers: PartNumbers): Counting<'mentions' | 'sources'> {
  const width = FIRST_COMPETITOR + panel.competitors.length;
  return {
    name: namedBy(`parts ${numbers.name}`, panel),
    kinds: ['mentions', 'sources'],
    width,
    byEngine: true,
    sums: (rows) => {
      const { engine } = rows.data.mentions;
      const engines = engine.of.length;
      const found = partsIn(rows.data.sources.host.of, numbers);
      const tally = new Tally(found.parts.length * engines, width, rows.data.mentions.n);
      addAnswers(rows, panel, found, tally);
      return tally.sums((group) =>
        withEngine(found.parts[Math.floor(group / engines)] as number, engine.of[group % engines] as number),
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

function partsIn(hosts: ArrayLike<number>, numbers: PartNumbers): PartsIn {
  const places = new Map<number, number>([[NO_PART, 0]]);
  const ofHost = Uint32Array.from(hosts, (host) => {
    const number = numbers.of(host);
    const place = places.get(number) ?? places.size;
    places.set(number, place);
    return place;
  });
  const parts = [...places.keys()].slice(1);
  const ownOfHost = ofHost.map((place) => (place > 0 && (parts[place - 1] as number) % 2 === 1 ? place : 0));
  return { parts, ofHost, ownOfHost };
}

function addAnswers(
  { data: { mentions, sources }, keep }: Rows<'mentions' | 'sources'>,
  panel: Panel,
  { parts, ofHost, ownOfHost }: PartsIn,
  tally: Tally,
): void {
  const { start, cited, host } = sources;
  const { engine } = mentions;
  const engines = engine.of.length;
  const [naming, words] = [namingIn(panel, mentions), wordsIn(mentions, panel.competitors)];
  const wordsOfGroup = new Uint32Array(parts.length * engines * words.each);
  // By the place of a part, the last answer that cites it.
  const last = new Int32Array(parts.length + 1).fill(-1);
  for (let row = 0; row < mentions.n; row++) {
    if (keep !== null && keep[row] === 0) continue;
    const partOf = naming[row] === RIVAL ? ofHost : ownOfHost;
    for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
      const part = partOf[host.codes[cited[index] as number] as number] as number;
      if (part === 0 || last[part] === row) continue;
      last[part] = row;
      const group = (part - 1) * engines + (engine.codes[row] as number);
      tally.add(group, 0, 1);
      tally.add(group, 1, (naming[row] as number) & BRAND);
      for (let word = 0; word < words.each; word++) {
        const at = group * words.each + word;
        wordsOfGroup[at] = (wordsOfGroup[at] as number) | (words.of[row * words.each + word] as number);
      }
    }
  }
  addCompetitors(wordsOfGroup, words.each, panel.competitors.length, tally);
}

const BITS = 32;

/** For each answer some words, in which the bits of the competitors are set that it names. */
function wordsIn({ n, lists, tracked }: Mentions, competitors: readonly number[]) {
  const each = Math.ceil(competitors.length / BITS);
  const of = new Uint32Array(n * each);
  for (const place of placesOf(tracked, competitors)) {
    const competitor = competitors.indexOf(tracked[place] as number);
    const [word, bit] = [Math.floor(competitor / BITS), 1 << (competitor % BITS)];
    const end = lists.end[place] as number;
    for (let index = lists.start[place] as number; index < end; index++) {
      if (((lists.cell[index] as number) & NAMED) === 0) continue;
      const at = (lists.row[index] as number) * each + word;
      of[at] = (of[at] as number) | bit;
    }
  }
  return { each, of };
}

/** Counts 1 for each competitor of which the bit is set in the words of a group. */
function addCompetitors(words: Uint32Array, each: number, competitors: number, tally: Tally): void {
  for (let group = 0; group * each < words.length; group++) {
    for (let place = 0; place < competitors; place++) {
      const word = words[group * each + Math.floor(place / BITS)] as number;
      if ((word & (1 << (place % BITS))) !== 0) tally.add(group, FIRST_COMPETITOR + place, 1);
    }
  }
}

/** For each of these parts, `most` of the pages that most answers cite, and those that as many cite as the last of them. */
export async function countPagesOfParts(
  answers: CountedAnswers,
  partsOfSites: PartsOfSites,
  parts: readonly Pick<CitedPart, 'number'>[],
  most: number,
): Promise<PageOfPart[][]> {
  const { names } = answers.panel;
  const numbers = new PartNumbers(answers.panel, partsOfSites);
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
