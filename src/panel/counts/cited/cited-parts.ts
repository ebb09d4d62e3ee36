import type { SitePart } from '../../../domain/alerts/recommendation.ts';
import { at } from '../../bytes.ts';
import type { CountedAnswers, Panel } from '../../panel.ts';
import { type CountQuery, countGroups, eachSegment, type Rows } from '../../scan.ts';
import { eachHost, eachOf, hostAt, pageAt } from '../../segment.ts';
import { LongTally, Memo, mostOf } from '../../tally.ts';
import { type Naming, namedBy, namingIn } from './naming.ts';

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
  const { competitors, names } = answers.panel;
  const hosts = new Map<number, string[]>();
  for (const [host] of (await countGroups(answers, BY_HOST)).keys) {
    const number = numbers.of(host);
    if (number === NO_PART) continue;
    hosts.set(number, [...(hosts.get(number) ?? []), names.hosts.at(host)]);
  }
  const tally = await countGroups(answers, byPart(answers.panel, numbers));
  const byNumber = Map.groupBy(tally.keys.keys(), (group) => tally.keyOf(group)[1]);
  return [...hosts].map(([number, ofPart]) => {
    const groups = byNumber.get(number) ?? [];
    const count = (each: number) => groups.reduce((sum, group) => sum + tally.count(group, each), 0);
    const engines = new Set(groups.map((group) => tally.keyOf(group)[0]));
    return {
      number,
      ...numbers.partAt(number),
      hosts: ofPart,
      answers: count(0),
      named: count(1),
      engines: names.engines.values.filter((_, engine) => engines.has(engine)),
      competitors: competitors.map((_, place) => count(FIRST_COMPETITOR + place)),
    };
  });
}

/** Cited hosts. */
const BY_HOST: CountQuery<'mentions' | 'sources', [host: number]> = {
  name: 'hosts',
  kinds: ['mentions', 'sources'],
  width: 0,
  add: ({ data: { sources }, rows }, tally) => {
    for (const row of rows) eachHost(sources, row, (host) => tally.groupOf([host]));
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

/** Whether an answer is relevant for a part that it cites. */
function isRelevant(number: number, { isBrand, competitors }: Naming): boolean {
  return isOwn(number) || (!isBrand && competitors.length > 0);
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
    width: FIRST_COMPETITOR + panel.competitors.length,
    byEngine: true,
    add: (answers, tally) => {
      const { engine } = answers.data.mentions;
      const groups = new Memo((number) => new Memo((asked) => tally.groupOf([asked, number])));
      eachRelevantPart(answers, panel, numbers, (row, number, { isBrand, competitors }) => {
        const group = groups.of(number).of(at(engine, row));
        tally.add(group, 0);
        if (isBrand) tally.add(group, 1);
        for (const place of competitors) tally.add(group, FIRST_COMPETITOR + place);
      });
    },
  };
}

/** Calls `visit` with each answer and each part that it cites and is relevant for. */
function eachRelevantPart(
  { data: { mentions, sources }, rows }: Rows<'mentions' | 'sources'>,
  panel: Panel,
  numbers: PartNumbers,
  visit: (row: number, number: number, named: Naming) => void,
): void {
  const naming = namingIn(panel, mentions);
  for (const row of rows) {
    const named = naming(row);
    const seen: number[] = [];
    eachHost(sources, row, (host) => {
      const number = numbers.of(host);
      if (number === NO_PART || seen.includes(number) || !isRelevant(number, named)) return;
      seen.push(number);
      visit(row, number, named);
    });
  }
}

async function countPages(
  answers: CountedAnswers,
  numbers: PartNumbers,
  parts: readonly Pick<CitedPart, 'number'>[],
  most: number,
): Promise<PageOfPart[][]> {
  const { names } = answers.panel;
  const tally = await countByPage(answers, numbers);
  const byPart = new Map(parts.map(({ number }): [number, number[]] => [number, []]));
  for (const page of tally.numbers()) {
    byPart.get(numbers.of(names.hostOf(page)))?.push(page);
  }
  return parts.map(({ number }) =>
    mostOf(byPart.get(number) ?? [], most, (page) => tally.count(page)).map((page) => ({
      pageId: names.pages.idOf(page),
      answers: tally.count(page),
    })),
  );
}

/** Counts relevant answers by cited page. */
async function countByPage(answers: CountedAnswers, numbers: PartNumbers): Promise<LongTally> {
  const tally = new LongTally();
  await eachSegment(answers, ['mentions', 'sources'], ({ data: { mentions, sources }, rows }) => {
    const naming = namingIn(answers.panel, mentions);
    for (const row of rows) {
      const named = naming(row);
      eachOf(sources, row, (index) => {
        const number = numbers.of(hostAt(sources, index));
        if (number !== NO_PART && isRelevant(number, named)) tally.add(pageAt(sources, index));
      });
    }
  });
  return tally;
}
