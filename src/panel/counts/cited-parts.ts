import type { Column } from '../bytes.ts';
import { placesOf } from '../marks.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import { NAMED } from '../row.ts';
import { eachSegment, type Rows } from '../scan.ts';
import type { Mentions, Sources } from '../segment.ts';
import { BRAND, namingIn, RIVAL } from './naming.ts';

/** The part of a site that is the brand's own, or the part that belongs to nobody tracked. */
export type Part = 'own' | 'others';

/**
 * A part of a site and the answers that are looked at for it: all that cite a host of an own part; of any other, only gaps, which name
 * a competitor tracked now and not the brand itself.
 */
export interface CitedPart {
  /** Its number among the parts. */
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

export interface CitedParts {
  readonly parts: readonly CitedPart[];
  /** For each of these parts, `most` of the pages that most answers cite, and those that as many cite as the last of them. */
  readonly pagesOf: (parts: readonly Pick<CitedPart, 'number'>[], most: number) => PageOfPart[][];
}

/** Every part of a site that is cited in a window. @param partOf which part of its site a host is in; null for neither */
export async function countCitedParts(
  answers: CountedAnswers,
  partOf: (host: string) => Part | null,
): Promise<CitedParts> {
  const tallies = new Tallies(answers.panel, partOf);
  await eachSegment(answers, ['mentions', 'sources'], (rows) => tallies.add(rows));
  const found = tallies.parts.filter(({ hosts }) => hosts.size > 0);
  return {
    parts: found.map((part) => citedPart(part, answers.panel)),
    pagesOf: (parts, most) =>
      tallies.pagesOf(parts.map(({ number }) => number)).map((pages) => mostCited(pages, most)),
  };
}

function citedPart({ last, who, ...tally }: PartTally, { names }: Panel): CitedPart {
  const [ofEngines = 0, ...naming] = who;
  return {
    ...tally,
    hosts: [...tally.hosts],
    engines: names.engines.values.filter((_, engine) => (ofEngines & (1 << engine)) !== 0),
    competitors: naming.reduce((sum, bits) => sum + bitsIn(bits), 0),
  };
}

function bitsIn(word: number): number {
  let bits = 0;
  for (let left = word; left !== 0; left &= left - 1) bits += 1;
  return bits;
}

function mostCited(pages: PageOfPart[], most: number): PageOfPart[] {
  const sorted = pages.sort((a, b) => b.answers - a.answers);
  const least = sorted[most - 1]?.answers ?? 0;
  return sorted.filter(({ answers }) => answers >= least);
}

interface PartTally {
  readonly number: number;
  readonly site: string;
  readonly part: Part;
  readonly hosts: Set<string>;
  answers: number;
  named: number;
  /** The last answer that was counted. */
  last: number;
  /** Words of bits: in the first the engines, in the others the competitors that are named. */
  readonly who: Uint32Array;
}

const BITS = 32;

/** Parts of sites, and pages, added up segment by segment. */
class Tallies {
  readonly parts: PartTally[] = [];
  readonly #panel: Panel;
  readonly #partOf: (host: string) => Part | null;
  readonly #words: number;
  readonly #byName = new Map<string, PartTally>();
  /** By the numbers of hosts that all segments share. */
  readonly #ofHost: (PartTally | null)[] = [];
  /** By the ids of pages: how many answers cite them, and the number of their part. */
  #citing = new Uint32Array();
  #ofPage = new Uint32Array();
  /** How many answers were counted. */
  #count = 0;

  constructor(panel: Panel, partOf: (host: string) => Part | null) {
    this.#panel = panel;
    this.#partOf = partOf;
    this.#words = 1 + Math.ceil(panel.competitors.length / BITS);
  }

  add({ data: { mentions, sources }, keep }: Rows<'mentions' | 'sources'>): void {
    const { start, cited, page, host } = sources;
    const [parts, isCited] = [this.#partsOf(sources), new Uint8Array(host.of.length)];
    const [naming, who] = [namingIn(this.#panel, mentions), whoIn(mentions, this.#panel, this.#words)];
    const [citing, ofPage] = this.#pagesTo(mostIn(page));
    for (let row = 0; row < mentions.n; row++) {
      if (keep !== null && keep[row] === 0) continue;
      this.#count += 1;
      const isGap = naming[row] === RIVAL;
      for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
        const pair = cited[index] as number;
        const code = host.codes[pair] as number;
        isCited[code] = 1;
        const part = parts[code] as PartTally | null;
        if (part === null || !(isGap || part.part === 'own')) continue;
        const id = page[pair] as number;
        citing[id] = (citing[id] as number) + 1;
        ofPage[id] = part.number;
        if (part.last === this.#count) continue;
        part.last = this.#count;
        part.answers += 1;
        part.named += (naming[row] as number) & BRAND;
        for (let word = 0; word < this.#words; word++) {
          part.who[word] = (part.who[word] as number) | (who[row * this.#words + word] as number);
        }
      }
    }
    parts.forEach((part, code) => {
      if (isCited[code] === 1)
        part?.hosts.add(this.#panel.names.hosts.values[host.of[code] as number] as string);
    });
  }

  /** The pages of the parts with these numbers. */
  pagesOf(numbers: readonly number[]): PageOfPart[][] {
    const found = new Map(numbers.map((number) => [number, [] as PageOfPart[]]));
    for (let pageId = 0; pageId < this.#citing.length; pageId++) {
      const answers = this.#citing[pageId] as number;
      if (answers > 0) found.get(this.#ofPage[pageId] as number)?.push({ pageId, answers });
    }
    return [...found.values()];
  }

  /** By the codes of hosts, the part that each is in; null for none. */
  #partsOf({ host, siteOf }: Sources): (PartTally | null)[] {
    return Array.from(host.of, (number, code) => {
      const known = this.#ofHost[number];
      if (known !== undefined) return known;
      const { hosts, sites } = this.#panel.names;
      const part = this.#partOf(hosts.values[number] as string);
      const tally =
        part === null ? null : this.#tallyOf(sites.values[siteOf[code] as number] as string, part);
      this.#ofHost[number] = tally;
      return tally;
    });
  }

  #tallyOf(site: string, part: Part): PartTally {
    const known = this.#byName.get(`${part} ${site}`);
    if (known !== undefined) return known;
    const who = new Uint32Array(this.#words);
    const tally = {
      number: this.parts.length,
      site,
      part,
      hosts: new Set<string>(),
      answers: 0,
      named: 0,
      last: 0,
      who,
    };
    this.#byName.set(`${part} ${site}`, tally);
    this.parts.push(tally);
    return tally;
  }

  /** Room for the pages with ids up to this one. */
  #pagesTo(last: number): [Uint32Array, Uint32Array] {
    if (last >= this.#citing.length) {
      const [citing, ofPage] = [new Uint32Array(2 * last + 1), new Uint32Array(2 * last + 1)];
      citing.set(this.#citing);
      ofPage.set(this.#ofPage);
      [this.#citing, this.#ofPage] = [citing, ofPage];
    }
    return [this.#citing, this.#ofPage];
  }
}

function mostIn(values: Column): number {
  let most = 0;
  for (let index = 0; index < values.length; index++) most = Math.max(most, values[index] as number);
  return most;
}

/** Of each answer as many words of bits: in the first its engine, in the others the competitors tracked now that it names. */
function whoIn({ n, engine, lists, tracked }: Mentions, { competitors }: Panel, words: number): Uint32Array {
  const who = new Uint32Array(n * words);
  for (let row = 0; row < n; row++)
    who[row * words] = 1 << (engine.of[engine.codes[row] as number] as number);
  for (const place of placesOf(tracked, competitors)) {
    const competitor = competitors.indexOf(tracked[place] as number);
    const [word, bit] = [1 + Math.floor(competitor / BITS), 1 << (competitor % BITS)];
    const end = lists.end[place] as number;
    for (let index = lists.start[place] as number; index < end; index++) {
      if (((lists.cell[index] as number) & NAMED) === 0) continue;
      const at = (lists.row[index] as number) * words + word;
      who[at] = (who[at] as number) | bit;
    }
  }
  return who;
}
