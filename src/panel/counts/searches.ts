import { at } from '../bytes.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import { brandOf, type CountQuery, countGroups, eachNewest, isNamed, type Rows } from '../scan.ts';
import { eachHost, eachOf } from '../segment.ts';

/** A query that one engine searched for in a window. */
export interface SearchCount {
  readonly engine: string;
  readonly queryId: number;
  /** Answers with this search, and how many name the brand itself. */
  readonly answers: number;
  readonly named: number;
}

/** The `limit` most frequent queries of engines, in no order, with ties for the last. */
export async function countSearches(answers: CountedAnswers, limit: number): Promise<SearchCount[]> {
  const { engines, queries } = answers.panel.names;
  const tally = await countGroups(answers, byQuery(answers.panel.self));
  return tally.mapMost(limit, ([engine, query], count) => ({
    engine: engines.at(engine),
    queryId: queries.idOf(query),
    answers: count(0) + count(1),
    named: count(1),
  }));
}

/** Counts answers without the brand itself, and with it. */
function byQuery(self: number): CountQuery<'mentions' | 'searches', [engine: number, query: number]> {
  return {
    name: `searches ${self}`,
    kinds: ['mentions', 'searches'],
    key: ['engine', 'query'],
    width: 2,
    byEngine: true,
    add: ({ data: { mentions, searches }, rows }, tally) => {
      const { cell } = brandOf(mentions, self);
      for (const row of rows) {
        const engine = at(mentions.engine, row);
        const each = isNamed(at(cell, row)) ? 1 : 0;
        const end = at(searches.start, row + 1);
        for (let index = at(searches.start, row); index < end; index++) {
          tally.add(tally.groupOf([engine, at(searches.query, index)]), each);
        }
      }
    },
  };
}

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
  /** By shared query number, then engine number. */
  readonly #asked = new Map<number, Map<number, NewestTally>>();

  constructor(panel: Panel, searches: readonly SearchCount[]) {
    const { engines, queries } = panel.names;
    this.#panel = panel;
    this.all = searches.map(({ queryId, engine, answers }) => {
      const most = Math.min(answers, NEWEST_ANSWERS);
      const tally = { most, found: 0, at: 0, newest: 0, prompts: new Map(), hosts: new Map() };
      const query = queries.numberOf(queryId);
      const ofEngines = this.#asked.get(query) ?? new Map<number, NewestTally>();
      this.#asked.set(query, ofEngines.set(engines.codeOf(engine), tally));
      return tally;
    });
  }

  /** Adds a segment's answers, newest first. @returns whether older ones are needed */
  add({ data, rows }: NewestRows): boolean {
    const { mentions, searches } = data;
    for (const row of rows.toReversed()) {
      eachOf(searches, row, (index) => {
        const tally = this.#asked.get(at(searches.query, index))?.get(at(mentions.engine, row));
        if (tally !== undefined) this.#addAnswer(tally, data, row);
      });
    }
    return this.all.some(({ found, most }) => found < most);
  }

  #addAnswer(tally: NewestTally, { mentions, sources }: NewestRows['data'], row: number): void {
    const time = at(mentions.at, row);
    if (tally.found >= tally.most && time !== tally.at) return;
    if (tally.found === 0) tally.newest = at(mentions.id, row);
    tally.found += 1;
    tally.at = time;
    const { prompts, hosts } = this.#panel.names;
    increase(tally.prompts, prompts.at(at(mentions.prompt, row)));
    eachHost(sources, row, (host) => increase(tally.hosts, hosts.at(host)));
  }
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
