import { naming } from '../marks.ts';
import { countTopGroups } from '../most.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import { type CountQuery, eachNewest, engineIn, otherIn, type Rows, Tally, withEngine } from '../scan.ts';

/** A query that one engine searched for in a window. */
export interface SearchCount {
  readonly engine: string;
  readonly queryId: number;
  /** Answers with this search, and how many name the brand itself. */
  readonly answers: number;
  readonly named: number;
}

/** Each engine's `limit` most frequent queries, in no order, with ties for the last. */
export async function countSearches(answers: CountedAnswers, limit: number): Promise<SearchCount[]> {
  const { engines, queries } = answers.panel.names;
  return await countTopGroups(answers, byQuery(answers.panel), limit, (group, count) => ({
    engine: engines.values[engineIn(group)] as string,
    queryId: queries.idOf(otherIn(group)),
    answers: count(0) + count(1),
    named: count(1),
  }));
}

/** Counts answers without the brand itself, and with it. */
const byQuery = ({ self }: Panel): CountQuery<'mentions' | 'searches'> => ({
  name: `searches ${self}`,
  kinds: ['mentions', 'searches'],
  width: 2,
  byEngine: true,
  sums: ({ data: { mentions, searches }, keep }) => {
    const { engine } = mentions;
    const { start, query } = searches;
    const engines = engine.of.length;
    const named = naming(mentions, [self]);
    const tally = new Tally(query.of.length * engines, 2, mentions.n);
    for (let row = 0; row < mentions.n; row++) {
      if (keep !== null && keep[row] === 0) continue;
      for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
        const group = (query.codes[index] as number) * engines + (engine.codes[row] as number);
        tally.add(group, named[row] as number, 1);
      }
    }
    return tally.sums((group) =>
      withEngine(query.of[Math.floor(group / engines)] as number, engine.of[group % engines] as number),
    );
  },
});

/** Newest answers read per query; more if several share the last one's millisecond. */
export const NEWEST_ANSWERS = 20;

/** The newest answers with one search on one engine. */
export interface NewestAnswers {
  /** The newest answer's id. */
  readonly newest: number;
  /** Answers by prompt id. */
  readonly prompts: ReadonlyMap<number, number>;
  /** Citing answers by host. */
  readonly hosts: ReadonlyMap<string, number>;
}

export async function readNewest(
  answers: CountedAnswers,
  searches: readonly SearchCount[],
): Promise<readonly NewestAnswers[]> {
  const tallies = new NewestTallies(answers.panel, searches);
  if (searches.length > 0) {
    await eachNewest(answers, ['mentions', 'searches', 'sources'], (rows) => tallies.add(rows));
  }
  return tallies.all;
}

interface NewestTally {
  /** Answers to read, and answers read so far. */
  readonly most: number;
  found: number;
  /** When the last of them was collected. */
  at: number;
  newest: number;
  readonly prompts: Map<number, number>;
  readonly hosts: Map<string, number>;
}

type NewestRows = Rows<'mentions' | 'searches' | 'sources'>;

class NewestTallies {
  readonly all: readonly NewestTally[];
  readonly #panel: Panel;
  /** By shared query and engine number. */
  readonly #places: Map<number, Map<number, number>>;

  constructor(panel: Panel, searches: readonly SearchCount[]) {
    const { engines, queries } = panel.names;
    this.#panel = panel;
    this.all = searches.map(({ answers }) => ({
      most: Math.min(answers, NEWEST_ANSWERS),
      found: 0,
      at: 0,
      newest: 0,
      prompts: new Map(),
      hosts: new Map(),
    }));
    this.#places = new Map();
    searches.forEach(({ queryId, engine }, place) => {
      const query = queries.numberOf(queryId);
      const ofEngines = this.#places.get(query) ?? new Map<number, number>();
      this.#places.set(query, ofEngines.set(engines.codeOf(engine), place));
    });
  }

  /** Adds a segment's answers, newest first. @returns whether older ones are needed */
  add(rows: NewestRows): boolean {
    const { keep } = rows;
    const { mentions, searches } = rows.data;
    const engines = mentions.engine.of.length;
    const placeOf = this.#placesIn(rows);
    for (let row = mentions.n - 1; row >= 0; row--) {
      if (keep !== null && keep[row] === 0) continue;
      for (let index = searches.start[row] as number; index < (searches.start[row + 1] as number); index++) {
        const query = searches.query.codes[index] as number;
        const place = placeOf[query * engines + (mentions.engine.codes[row] as number)] as number;
        if (place >= 0) this.#addAnswer(this.all[place] as NewestTally, rows, row);
      }
    }
    return this.all.some(({ found, most }) => found < most);
  }

  /** Search places by segment query and engine; -1 for other searches. */
  #placesIn({ data: { mentions, searches } }: NewestRows): Int32Array {
    const { engine } = mentions;
    const { query } = searches;
    const engines = engine.of.length;
    const places = new Int32Array(query.of.length * engines).fill(-1);
    for (let code = 0; code < query.of.length; code++) {
      const asked = this.#places.get(query.of[code] as number);
      if (asked === undefined) continue;
      for (let each = 0; each < engines; each++) {
        places[code * engines + each] = asked.get(engine.of[each] as number) ?? -1;
      }
    }
    return places;
  }

  #addAnswer(tally: NewestTally, { data: { mentions, sources } }: NewestRows, row: number): void {
    const at = mentions.at[row] as number;
    if (tally.found >= tally.most && at !== tally.at) return;
    if (tally.found === 0) tally.newest = mentions.id[row] as number;
    tally.found += 1;
    tally.at = at;
    const { prompts, hosts } = this.#panel.names;
    const { prompt } = mentions;
    increase(tally.prompts, prompts.values[prompt.of[prompt.codes[row] as number] as number] as number);
    for (let index = sources.start[row] as number; index < (sources.start[row + 1] as number); index++) {
      if (sources.isFirst[index] === 0) continue;
      const code = sources.host.codes[sources.cited[index] as number] as number;
      increase(tally.hosts, hosts.values[sources.host.of[code] as number] as string);
    }
  }
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
