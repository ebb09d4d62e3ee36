import type { SitePart } from '../../../domain/alerts/todo.ts';
import type { CountedAnswers, Panel } from '../../panel.ts';
import { type CountQuery, countGroups, isNamed } from '../../scan.ts';
import type { Sources } from '../../segment.ts';
import { addTo, Memo, mostOf, type Tally } from '../../tally.ts';
import { NAMES_BRAND, NAMES_COMPETITOR, type Naming, namedBy, namingIn } from './naming.ts';

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
}

/** Whose relevant answers they are. */
export interface PartAnswers {
  readonly engines: readonly string[];
  /** How many name each current competitor, in order. */
  readonly competitors: readonly number[];
}

/** A page with the number of relevant answers that cite it. */
interface PageOfPart {
  readonly pageId: number;
  readonly answers: number;
}

type Numbered = Pick<CitedPart, 'number'>;

export interface CitedParts {
  readonly parts: readonly CitedPart[];
  readonly answersOf: (part: Numbered) => PartAnswers;
  /** For each part its `most` cited pages, with ties for the last. */
  readonly pagesOf: (parts: readonly Numbered[], most: number) => Promise<PageOfPart[][]>;
}

export async function countCitedParts(
  answers: CountedAnswers,
  partsOfSites: PartsOfSites,
): Promise<CitedParts> {
  const numbers = new PartNumbers(answers.panel, partsOfSites);
  const tally = await countGroups(answers, byPart(answers.panel, numbers));
  const groupsOf = groupsByPart(tally);
  return {
    parts: await countParts(answers, numbers, tally),
    answersOf: ({ number }) => answersIn(answers.panel, tally, groupsOf(number)),
    pagesOf: async (parts, most) => await countPages(answers, numbers, parts, most),
  };
}

type ByPart = Tally<[engine: number, part: number]>;

async function countParts(
  answers: CountedAnswers,
  numbers: PartNumbers,
  tally: ByPart,
): Promise<CitedPart[]> {
  const { names } = answers.panel;
  const hosts = new Map<number, string[]>();
  const cited = await countGroups(answers, BY_HOST);
  for (let group = 0; group < cited.size; group++) {
    const host = cited.part(group, 0);
    const number = numbers.of(host);
    if (number === NO_PART) continue;
    const ofPart = hosts.get(number);
    if (ofPart) ofPart.push(names.hosts.at(host));
    else hosts.set(number, [names.hosts.at(host)]);
  }
  const [relevant, named] = [new Uint32Array(numbers.size), new Uint32Array(numbers.size)];
  for (let group = 0; group < tally.size; group++) {
    const number = tally.part(group, 1);
    addTo(relevant, number, tally.count(group, 0));
    addTo(named, number, tally.count(group, 1));
  }
  return [...hosts].map(([number, ofPart]) => ({
    number,
    ...numbers.partAt(number),
    hosts: ofPart,
    answers: relevant[number] ?? 0,
    named: named[number] ?? 0,
  }));
}

function groupsByPart(tally: ByPart): (number: number) => readonly number[] {
  const groups = new Memo((_): number[] => []);
  for (let group = 0; group < tally.size; group++) groups.of(tally.part(group, 1)).push(group);
  return (number) => groups.of(number);
}

function answersIn({ names, competitors }: Panel, tally: ByPart, groups: readonly number[]): PartAnswers {
  const count = (each: number) => groups.reduce((sum, group) => sum + tally.count(group, each), 0);
  const engines = new Set(groups.map((group) => tally.part(group, 0)));
  return {
    engines: names.engines.values.filter((_, engine) => engines.has(engine)),
    competitors: competitors.map((_, place) => count(FIRST_COMPETITOR + place)),
  };
}

/** Cited hosts. */
const BY_HOST: CountQuery<'mentions' | 'sources', [host: number]> = {
  name: 'hosts',
  kinds: ['mentions', 'sources'],
  key: ['host'],
  width: 1,
  add: ({ data: { sources }, rows }, tally) => {
    const { start, cited, hostCode, hosts } = sources;
    const counts = new Uint32Array(hosts.length);
    for (const row of rows) {
      const end = start[row + 1] ?? 0;
      for (let index = start[row] ?? 0; index < end; index++)
        addTo(counts, hostCode[cited[index] ?? 0] ?? 0, 1);
    }
    tally.addPlaces(counts, hosts);
  },
};

const PARTS = ['others', 'own'] as const satisfies SitePart[];

const NO_PART = -1;

/** Numbers the parts: two per site, in `PARTS` order. */
export class PartNumbers {
  readonly name: string;
  readonly #byHost: Memo<number>;
  readonly #panel: Panel;

  constructor(panel: Panel, parts: PartsOfSites) {
    this.#panel = panel;
    this.name = parts.name;
    this.#byHost = new Memo((host) => {
      const part = parts.of(panel.names.hosts.at(host));
      return part === null ? NO_PART : PARTS.length * panel.names.siteOf(host) + PARTS.indexOf(part);
    });
  }

  /** All numbers are below this one. */
  get size(): number {
    return PARTS.length * this.#panel.names.sites.values.length;
  }

  /** The part of a host, by its number; NO_PART for none. */
  of(host: number): number {
    return this.#byHost.of(host);
  }

  partAt(number: number): Pick<CitedPart, 'site' | 'part'> {
    const site = this.#panel.names.sites.at(Math.floor(number / PARTS.length));
    return { site, part: isOwn(number) ? 'own' : 'others' };
  }
}

function isOwn(number: number): boolean {
  return number % PARTS.length === PARTS.indexOf('own');
}

/**
 * Whether an answer is relevant for a part that it cites.
 *
 * @param naming what it names (naming.ts)
 */
function isRelevant(number: number, naming: number): boolean {
  return naming === NAMES_COMPETITOR || isOwn(number);
}

/** Competitor counts follow two others: answers, and answers that name the brand. */
const FIRST_COMPETITOR = 2;

/** Counts relevant answers by engine and part, and the brands that they name. */
function byPart(
  panel: Panel,
  numbers: PartNumbers,
): CountQuery<'mentions' | 'sources', [engine: number, part: number]> {
  return {
    name: namedBy(`parts ${numbers.name}`, panel),
    kinds: ['mentions', 'sources'],
    key: ['engine', 'part'],
    width: FIRST_COMPETITOR + panel.competitors.length,
    byEngine: true,
    add: (answers, tally) => {
      const { engine } = answers.data.mentions;
      const { start, cited, hostCode } = answers.data.sources;
      const parts = partsIn(answers.data.sources, numbers);
      const { names, competitors } = namingIn(panel, answers);
      const groups = new Memo((by) => new Memo((number) => tally.groupOf([by, number]), numbers.size));
      // The last answer with each part, from 1.
      const seen = new Uint32Array(numbers.size);
      for (const row of answers.rows) {
        const end = start[row + 1] ?? 0;
        const naming = names[row] ?? 0;
        const named = placesNamed(competitors, row);
        const ofEngine = groups.of(engine[row] ?? 0);
        for (let index = start[row] ?? 0; index < end; index++) {
          const number = parts[hostCode[cited[index] ?? 0] ?? 0] ?? NO_PART;
          if (number === NO_PART || seen[number] === row + 1 || !isRelevant(number, naming)) continue;
          seen[number] = row + 1;
          const group = ofEngine.of(number);
          tally.add(group, 0);
          if ((naming & NAMES_BRAND) !== 0) tally.add(group, 1);
          for (const place of named) tally.add(group, FIRST_COMPETITOR + place);
        }
      }
    },
  };
}

/** The competitors that an answer names, by place. */
function placesNamed(competitors: Naming['competitors'], row: number): number[] {
  const named: number[] = [];
  for (let place = 0; place < competitors.length; place++) {
    if (isNamed(competitors[place]?.[row] ?? 0)) named.push(place);
  }
  return named;
}

/** The part of each of a segment's hosts; NO_PART for none. */
function partsIn({ hosts }: Sources, numbers: PartNumbers): Int32Array {
  const parts = new Int32Array(hosts.length);
  for (let place = 0; place < parts.length; place++) parts[place] = numbers.of(hosts[place] ?? 0);
  return parts;
}

async function countPages(
  answers: CountedAnswers,
  numbers: PartNumbers,
  parts: readonly Numbered[],
  most: number,
): Promise<PageOfPart[][]> {
  const { names } = answers.panel;
  const tally = await countGroups(answers, byPage(answers.panel, numbers));
  const byPart: (number[] | undefined)[] = new Array(numbers.size);
  for (const { number } of parts) byPart[number] = [];
  for (let group = 0; group < tally.size; group++) {
    byPart[numbers.of(names.hostOf(tally.part(group, 0)))]?.push(group);
  }
  return parts.map(({ number }) =>
    mostOf(byPart[number] ?? [], most, (group) => tally.count(group, 0)).map((group) => ({
      pageId: names.pages.idOf(tally.part(group, 0)),
      answers: tally.count(group, 0),
    })),
  );
}

/** Counts relevant answers by cited page. */
function byPage(panel: Panel, numbers: PartNumbers): CountQuery<'mentions' | 'sources', [page: number]> {
  return {
    name: namedBy(`pages of parts ${numbers.name}`, panel),
    kinds: ['mentions', 'sources'],
    key: ['page'],
    width: 1,
    add: (answers, tally) => {
      const { names } = namingIn(panel, answers);
      const { sources } = answers.data;
      const { start, cited, page, hostCode } = sources;
      const parts = partsIn(sources, numbers);
      const counts = new Uint32Array(page.length);
      for (const row of answers.rows) {
        const naming = names[row] ?? 0;
        const end = start[row + 1] ?? 0;
        for (let index = start[row] ?? 0; index < end; index++) {
          const place = cited[index] ?? 0;
          const number = parts[hostCode[place] ?? 0] ?? NO_PART;
          if (number !== NO_PART && isRelevant(number, naming)) addTo(counts, place, 1);
        }
      }
      tally.addPlaces(counts, page);
    },
  };
}
