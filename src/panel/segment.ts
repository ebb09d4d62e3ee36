import { DAY_MS, dayOf } from '../domain/time/period.ts';
import { type Column, narrow, type Packed } from './bytes.ts';
import type { PanelNames } from './names.ts';
import {
  type EarlierAnswer,
  type PanelCitation,
  type PanelMention,
  type PanelRow,
  type PanelSaid,
  themeFrom,
  themeKey,
} from './row.ts';

/**
 * Segments: the answers from a range of days in columns, ordered by collection time and id. Kinds separate columns
 * that reports do not read together, and number the answers alike.
 *
 * - `mentions`: each answer's time, engine, prompt, and so on, the brands looked for, and a list of answers per
 * tracked brand.
 * - `voice`: the same lists for the earlier answers that share of voice compares with, with mention counts only.
 * - `sources`: each answer's cited pages, with host and site. `searches`: the engine's search queries.
 * - `said`: each answer's themes per tracked brand.
 */
export const KINDS = ['mentions', 'voice', 'sources', 'searches', 'said'] as const;
export type Kind = (typeof KINDS)[number];

/** For each tracked brand, the answers that mention or cite it, from `start[brand]` to before `end[brand]`. */
export interface Lists {
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  /** Answer places, ascending in each list. */
  readonly row: Uint32Array;
  readonly cell: Column;
  readonly rank: Column;
  readonly times: Column;
}

export type TimesLists = Omit<Lists, 'cell' | 'rank'>;

/** A column of codes; `of` maps a code to the brand's shared number (names.ts). */
export interface Coded {
  readonly codes: Column;
  readonly of: Int32Array | Uint32Array;
}

/** The distinct sets of looked-for brands, and each answer's set. */
export interface BrandSets {
  readonly codes: Column;
  /** Places in `tracked`, ascending. */
  readonly sets: readonly (readonly number[])[];
}

export interface Mentions {
  readonly n: number;
  readonly bytes: number;
  readonly at: Float64Array;
  readonly id: Uint32Array;
  readonly engine: Coded;
  readonly prompt: Coded;
  readonly model: Coded;
  readonly market: Coded;
  readonly reading: Column;
  readonly readings: readonly string[];
  readonly isEmpty: Uint8Array;
  readonly searchesKnown: Uint8Array;
  readonly looked: BrandSets;
  /** Tracked brand ids by place, and the shared numbers. */
  readonly tracked: ArrayLike<number>;
  readonly trackedOf: Int32Array;
  readonly lists: Lists;
}

export interface Voice {
  readonly bytes: number;
  /** Set 0 is empty, for answers without an earlier one. */
  readonly looked: BrandSets;
  readonly tracked: ArrayLike<number>;
  readonly trackedOf: Int32Array;
  readonly lists: TimesLists;
}

export interface Sources {
  readonly bytes: number;
  /** An answer's citations are at `start[row]` to before `start[row + 1]`, in the engine's order. */
  readonly start: Uint32Array;
  /** Places in `page` and `host`. */
  readonly cited: Column;
  /** Shared numbers. */
  readonly page: Uint32Array;
  readonly host: Coded;
  /** By host code. */
  readonly siteOf: Int32Array;
  /** 1 for an answer's first citation of a host. Pages appear once: a page has one host (domain/web/page.ts). */
  readonly isFirst: Uint8Array;
}

export interface Searches {
  readonly bytes: number;
  readonly start: Uint32Array;
  readonly query: Coded;
}

export interface SaidThemes {
  readonly bytes: number;
  /** An answer's themes are at `start[row]` to before `start[row + 1]`. */
  readonly start: Uint32Array;
  /** Places in `theme` and `ways`. */
  readonly code: Column;
  /** A tracked brand's theme. */
  readonly theme: Coded;
  readonly ways: Column;
}

export interface KindData {
  readonly mentions: Mentions;
  readonly voice: Voice;
  readonly sources: Sources;
  readonly searches: Searches;
  readonly said: SaidThemes;
}

interface MentionFacts {
  readonly firstDay: number;
  readonly engines: readonly string[];
  readonly models: readonly (string | null)[];
  readonly readings: readonly string[];
  readonly looked: readonly (readonly number[])[];
}

interface VoiceFacts {
  readonly looked: readonly (readonly number[])[];
}

interface SourceFacts {
  /** `[host, site]` */
  readonly hosts: readonly (readonly [string, string])[];
}

interface SaidFacts {
  /** As from `themeKey`. */
  readonly themes: readonly string[];
}

export type PackedKinds = {
  readonly mentions: Packed<MentionFacts>;
  readonly voice: Packed<VoiceFacts>;
  readonly sources: Packed<SourceFacts>;
  readonly searches: Packed<null>;
  readonly said: Packed<SaidFacts>;
};

/** Numbers distinct values, in order of appearance. */
class Numbering<Value> {
  readonly values: Value[] = [];
  readonly #codes = new Map<unknown, number>();

  codeOf(value: Value, key: unknown = value): number {
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    const code = this.values.push(value) - 1;
    this.#codes.set(key, code);
    return code;
  }
}

/** Sorts rows in segment order. */
export function inOrder<Row extends { readonly at: number; readonly id: number }>(
  rows: readonly Row[],
): Row[] {
  return rows.toSorted((a, b) => a.at - b.at || a.id - b.id);
}

/** Packs a kind from sorted rows. */
export const PACKED_OF: { readonly [K in Kind]: (rows: readonly PanelRow[]) => PackedKinds[K] } = {
  mentions: packedMentions,
  voice: packedVoice,
  sources: packedSources,
  searches: packedSearches,
  said: packedSaid,
};

function packedMentions(rows: readonly PanelRow[]): Packed<MentionFacts> {
  const firstDay = rows.length === 0 ? 0 : dayOf(rows[0]?.at ?? 0);
  const [engines, models, readings] = [
    new Numbering<string>(),
    new Numbering<string | null>(),
    new Numbering<string>(),
  ];
  const [prompts, markets] = [new Numbering<number>(), new Numbering<number>()];
  const brands = new BrandLists();
  const looked = rows.map((row) => brands.lookedIn(row.looked));
  rows.forEach(({ mentions }, place) => {
    for (const mention of mentions) brands.add(place, mention);
  });
  const each = (value: (row: PanelRow) => number) => narrow(rows.map(value));
  const columns = {
    day: each(({ at }) => dayOf(at) - firstDay),
    time: each(({ at }) => at - dayOf(at) * DAY_MS),
    id: narrow(zigzags(rows.map(({ id }) => id))),
    engine: each(({ engine }) => engines.codeOf(engine)),
    prompt: each(({ prompt }) => prompts.codeOf(prompt)),
    model: each(({ model }) => models.codeOf(model)),
    market: each(({ market }) => markets.codeOf(market)),
    reading: each(({ reading }) => readings.codeOf(reading)),
    empty: each(({ isEmpty }) => Number(isEmpty)),
    searchesKnown: each(({ searchesKnown }) => Number(searchesKnown)),
    looked: narrow(looked),
    prompts: narrow(prompts.values),
    markets: narrow(markets.values),
    ...brands.columns(),
  };
  const facts = {
    firstDay,
    engines: engines.values,
    models: models.values,
    readings: readings.values,
    looked: brands.sets,
  };
  return { facts, columns };
}

function packedVoice(rows: readonly PanelRow[]): Packed<VoiceFacts> {
  const brands = new BrandLists();
  brands.lookedIn([]);
  const looked = rows.map(({ before }) => brands.lookedIn(before?.looked ?? []));
  rows.forEach(({ before }, place) => {
    for (const [tracked, times] of before?.times ?? []) brands.add(place, [tracked, 0, 0, times]);
  });
  const { trackedIds, listed, gap, times } = brands.columns();
  return {
    facts: { looked: brands.sets },
    columns: { looked: narrow(looked), trackedIds, listed, gap, times },
  };
}

function packedSources(rows: readonly PanelRow[]): Packed<SourceFacts> {
  const hosts = new Numbering<readonly [string, string]>();
  const pairs = new CitationNumbering();
  const cited: number[] = [];
  for (const row of rows) for (const each of row.cited) cited.push(pairs.codeOf(each));
  const columns = {
    count: narrow(rows.map((row) => row.cited.length)),
    cited: narrow(cited),
    page: narrow(pairs.values.map(([page]) => page)),
    host: narrow(pairs.values.map(([, host, site]) => hosts.codeOf([host, site], `${host} ${site}`))),
  };
  return { facts: { hosts: hosts.values }, columns };
}

function packedSearches(rows: readonly PanelRow[]): Packed<null> {
  const queries = new Numbering<number>();
  const searched: number[] = [];
  for (const row of rows) for (const id of row.searched) searched.push(queries.codeOf(id));
  const columns = {
    count: narrow(rows.map((row) => row.searched.length)),
    query: narrow(searched),
    queries: narrow(queries.values),
  };
  return { facts: null, columns };
}

function packedSaid(rows: readonly PanelRow[]): Packed<SaidFacts> {
  const different = new Numbering<PanelSaid>();
  const themes = new Numbering<string>();
  const said: number[] = [];
  for (const row of rows) for (const each of row.said) said.push(different.codeOf(each, each.join(' ')));
  const columns = {
    count: narrow(rows.map((row) => row.said.length)),
    said: narrow(said),
    theme: narrow(different.values.map((each) => themes.codeOf(themeKey(each)))),
    ways: narrow(different.values.map(([, , ways]) => ways)),
  };
  return { facts: { themes: themes.values }, columns };
}

/** Numbers citations by page, host, and site. Nearly every page has one host, so it rarely builds a text key. */
class CitationNumbering {
  readonly values: PanelCitation[] = [];
  readonly #firstOfPage = new Map<number, number>();
  readonly #others = new Map<string, number>();

  codeOf(citation: PanelCitation): number {
    const code = this.#firstOfPage.get(citation[0]);
    if (code === undefined) {
      this.#firstOfPage.set(citation[0], this.values.length);
      return this.values.push(citation) - 1;
    }
    const first = this.values[code] as PanelCitation;
    if (first[1] === citation[1] && first[2] === citation[2]) return code;
    const key = citation.join(' ');
    const other = this.#others.get(key) ?? this.values.push(citation) - 1;
    this.#others.set(key, other);
    return other;
  }
}

/** The answers that mention or cite a tracked brand. */
interface BrandList {
  readonly gap: number[];
  readonly cell: number[];
  readonly rank: number[];
  readonly times: number[];
  last: number;
}

class BrandLists {
  readonly #tracked = new Numbering<number>();
  readonly #sets = new Numbering<readonly number[]>();
  readonly #lists: BrandList[] = [];
  #lastSet: { readonly ids: readonly number[]; readonly code: number } | undefined;

  /** The set of these brands. Call it before adding their mentions. */
  lookedIn(ids: readonly number[]): number {
    // Usually equals the previous answer's set.
    if (this.#lastSet !== undefined && areSame(this.#lastSet.ids, ids)) return this.#lastSet.code;
    const set = ids.map((id) => this.#placeOf(id));
    const code = this.#sets.codeOf(set, set.join(' '));
    this.#lastSet = { ids, code };
    return code;
  }

  /** Adds a mention by the answer at a place, in ascending order. */
  add(place: number, mention: PanelMention): void {
    const list = this.#lists[this.#placeOf(mention[0])] as BrandList;
    list.gap.push(place - list.last);
    list.cell.push(mention[1]);
    list.rank.push(mention[2]);
    list.times.push(mention[3]);
    list.last = place;
  }

  get sets(): readonly (readonly number[])[] {
    return this.#sets.values;
  }

  columns() {
    const all = (of: (list: BrandList) => number[]) => narrow(this.#lists.flatMap(of));
    return {
      trackedIds: narrow(this.#tracked.values),
      listed: narrow(this.#lists.map(({ gap }) => gap.length)),
      gap: all(({ gap }) => gap),
      cell: all(({ cell }) => cell),
      rank: all(({ rank }) => rank),
      times: all(({ times }) => times),
    };
  }

  #placeOf(id: number): number {
    const place = this.#tracked.codeOf(id);
    if (place === this.#lists.length) this.#lists.push({ gap: [], cell: [], rank: [], times: [], last: 0 });
    return place;
  }
}

function areSame(some: readonly number[], others: readonly number[]): boolean {
  if (some.length !== others.length) return false;
  for (let index = 0; index < some.length; index++) if (some[index] !== others[index]) return false;
  return true;
}

/** Zigzag-encoded deltas, the first from 0: 0, -1, 1, -2, … become 0, 1, 2, 3, … */
function zigzags(values: readonly number[]): number[] {
  return values.map((value, index) => {
    const step = value - (values[index - 1] ?? 0);
    return step < 0 ? -2 * step - 1 : 2 * step;
  });
}

function unzigzagged(steps: Column): Uint32Array {
  const values = new Uint32Array(steps.length);
  let value = 0;
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index] as number;
    value += step % 2 === 1 ? -(step + 1) / 2 : step / 2;
    values[index] = value;
  }
  return values;
}

/** Each run's start, then the last run's end. */
function startsOf(counts: Column): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  for (let index = 0; index < counts.length; index++) {
    starts[index + 1] = (starts[index] as number) + (counts[index] as number);
  }
  return starts;
}

type Columns = Packed<unknown>['columns'];

function columnOf(columns: Columns, name: string): Column {
  const column = columns[name];
  if (column === undefined) throw new Error(`a segment has no column ${name}`);
  return column;
}

/** Approximate memory: the column buffer, and the larger arrays built from it. */
function sizeOf(columns: Columns, made: readonly { readonly byteLength: number }[]): number {
  return [...Object.values(columns), ...made].reduce((sum, { byteLength }) => sum + byteLength, 2000);
}

/** Decodes each kind's columns. */
export const KIND_OF: { readonly [K in Kind]: (packed: PackedKinds[K], names: PanelNames) => KindData[K] } = {
  mentions: mentionsIn,
  voice: voiceIn,
  sources: sourcesIn,
  searches: searchesIn,
  said: saidIn,
};

function mentionsIn({ facts, columns }: Packed<MentionFacts>, names: PanelNames): Mentions {
  const column = (name: string) => columnOf(columns, name);
  const [day, time] = [column('day'), column('time')];
  const at = new Float64Array(day.length);
  for (let row = 0; row < at.length; row++) {
    at[row] = (facts.firstDay + (day[row] as number)) * DAY_MS + (time[row] as number);
  }
  const tracked = column('trackedIds');
  const id = unzigzagged(column('id'));
  const lists = listsIn(columns);
  return {
    n: at.length,
    bytes: sizeOf(columns, [at, id, lists.row]),
    at,
    id,
    engine: { codes: column('engine'), of: names.engines.codesOf(facts.engines) },
    prompt: { codes: column('prompt'), of: names.prompts.codesOf(column('prompts')) },
    model: { codes: column('model'), of: names.models.codesOf(facts.models) },
    market: { codes: column('market'), of: names.markets.codesOf(column('markets')) },
    reading: column('reading'),
    readings: facts.readings,
    isEmpty: column('empty') as Uint8Array,
    searchesKnown: column('searchesKnown') as Uint8Array,
    looked: { codes: column('looked'), sets: facts.looked },
    tracked,
    trackedOf: names.tracked.codesOf(tracked),
    lists: {
      ...lists,
      cell: column('cell'),
      rank: column('rank'),
    },
  };
}

function listsIn(columns: Columns): TimesLists {
  const starts = startsOf(columnOf(columns, 'listed'));
  const [start, end] = [starts.subarray(0, -1), starts.subarray(1)];
  const gaps = columnOf(columns, 'gap');
  const row = new Uint32Array(gaps.length);
  for (let list = 0; list < start.length; list++) {
    let place = 0;
    for (let index = start[list] as number; index < (end[list] as number); index++) {
      place += gaps[index] as number;
      row[index] = place;
    }
  }
  return { start, end, row, times: columnOf(columns, 'times') };
}

function voiceIn({ facts, columns }: Packed<VoiceFacts>, names: PanelNames): Voice {
  const tracked = columnOf(columns, 'trackedIds');
  const lists = listsIn(columns);
  return {
    bytes: sizeOf(columns, [lists.row]),
    looked: { codes: columnOf(columns, 'looked'), sets: facts.looked },
    tracked,
    trackedOf: names.tracked.codesOf(tracked),
    lists,
  };
}

function sourcesIn({ facts, columns }: Packed<SourceFacts>, names: PanelNames): Sources {
  const start = startsOf(columnOf(columns, 'count'));
  const cited = columnOf(columns, 'cited');
  const page = names.pages.numbersOf(columnOf(columns, 'page'));
  const hosts = names.hosts.codesOf(facts.hosts.map(([host]) => host));
  const host = { codes: columnOf(columns, 'host'), of: hosts };
  const siteOf = names.sites.codesOf(facts.hosts.map(([, site]) => site));
  const isFirst = firstsIn(start, cited, host);
  for (let pair = 0; pair < page.length; pair++) {
    names.hostOfPage[page[pair] as number] = hosts[host.codes[pair] as number] as number;
  }
  hosts.forEach((number, code) => {
    names.siteOfHost[number] = siteOf[code] as number;
  });
  const bytes = sizeOf(columns, [start, page, hosts, siteOf, isFirst]);
  return { bytes, start, cited, page, host, siteOf, isFirst };
}

function firstsIn(start: Uint32Array, cited: Column, { codes, of }: Coded): Uint8Array {
  const isFirst = new Uint8Array(cited.length);
  // The last answer with each value, from 1.
  const seen = new Uint32Array(of.length);
  for (let row = 0; row + 1 < start.length; row++) {
    for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
      const host = codes[cited[index] as number] as number;
      if (seen[host] !== row + 1) isFirst[index] = 1;
      seen[host] = row + 1;
    }
  }
  return isFirst;
}

function searchesIn({ columns }: Packed<null>, names: PanelNames): Searches {
  const start = startsOf(columnOf(columns, 'count'));
  const query = {
    codes: columnOf(columns, 'query'),
    of: names.queries.numbersOf(columnOf(columns, 'queries')),
  };
  return { bytes: sizeOf(columns, [start, query.of]), start, query };
}

function saidIn({ facts, columns }: Packed<SaidFacts>, names: PanelNames): SaidThemes {
  const start = startsOf(columnOf(columns, 'count'));
  const of = names.themes.codesOf(facts.themes);
  return {
    bytes: sizeOf(columns, [start, of]),
    start,
    theme: { codes: columnOf(columns, 'theme'), of },
    code: columnOf(columns, 'said'),
    ways: columnOf(columns, 'ways'),
  };
}

/** Sorted rows from these kinds; fields from missing kinds are empty. */
export function rowsOf(
  { mentions, voice, sources, searches, said }: Pick<KindData, 'mentions'> & Partial<KindData>,
  names: PanelNames,
): PanelRow[] {
  const { lists, looked, tracked } = mentions;
  const mentioned = byRow(
    mentions.n,
    lists,
    (list, index): PanelMention => [
      tracked[list] as number,
      lists.cell[index] as number,
      lists.rank[index] as number,
      lists.times[index] as number,
    ],
  );
  const earlier = voice && beforesIn(voice, mentions.n);
  const valueIn = <Value>(values: readonly Value[], { codes, of }: Coded, index: number) =>
    values[of[codes[index] as number] as number] as Value;
  return Array.from({ length: mentions.n }, (_, row) => ({
    id: mentions.id[row] as number,
    at: mentions.at[row] as number,
    prompt: valueIn(names.prompts.values, mentions.prompt, row),
    engine: valueIn(names.engines.values, mentions.engine, row),
    model: valueIn(names.models.values, mentions.model, row),
    market: valueIn(names.markets.values, mentions.market, row),
    reading: mentions.readings[mentions.reading[row] as number] ?? '',
    isEmpty: mentions.isEmpty[row] === 1,
    searchesKnown: mentions.searchesKnown[row] === 1,
    looked: idsIn(looked, tracked, row),
    mentions: sortedByBrand(mentioned[row] ?? []),
    cited: sources ? citationsIn(sources, names, row) : [],
    searched: searches ? searchesOf(searches, names, row) : [],
    said: said ? saidOf(said, names, row) : [],
    ...(earlier && { before: earlier[row] ?? null }),
  }));
}

function beforesIn({ looked, tracked, lists }: Voice, n: number): (EarlierAnswer | null)[] {
  const times = byRow(
    n,
    lists,
    (list, index) => [tracked[list] as number, lists.times[index] as number] as const,
  );
  return times.map((some, row) =>
    looked.codes[row] === 0 ? null : { looked: idsIn(looked, tracked, row), times: sortedByBrand(some) },
  );
}

function idsIn({ codes, sets }: BrandSets, ids: ArrayLike<number>, row: number): number[] {
  return (sets[codes[row] as number] ?? []).map((place) => ids[place] as number);
}

function sortedByBrand<Of extends readonly [number, ...number[]]>(all: readonly Of[]): Of[] {
  return all.toSorted((a, b) => a[0] - b[0]);
}

function citationsIn(
  { start, cited, page, host, siteOf }: Sources,
  names: PanelNames,
  row: number,
): PanelCitation[] {
  const citations: PanelCitation[] = [];
  for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
    const pair = cited[index] as number;
    const code = host.codes[pair] as number;
    citations.push([
      names.pages.idOf(page[pair] as number),
      names.hosts.values[host.of[code] as number] as string,
      names.sites.values[siteOf[code] as number] as string,
    ]);
  }
  return citations;
}

function searchesOf({ start, query }: Searches, names: PanelNames, row: number): number[] {
  const queries: number[] = [];
  for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
    queries.push(names.queries.idOf(query.of[query.codes[index] as number] as number));
  }
  return queries;
}

function saidOf({ start, code, theme, ways }: SaidThemes, names: PanelNames, row: number): PanelSaid[] {
  const said: PanelSaid[] = [];
  for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
    const each = code[index] as number;
    const key = names.themes.values[theme.of[theme.codes[each] as number] as number] as string;
    const { tracked, theme: own } = themeFrom(key);
    said.push([tracked, own, ways[each] as number]);
  }
  return said;
}

function byRow<Value>(
  n: number,
  { start, end, row }: TimesLists,
  valueAt: (list: number, index: number) => Value,
): Value[][] {
  const rows: Value[][] = Array.from({ length: n }, () => []);
  for (let list = 0; list < start.length; list++) {
    for (let index = start[list] as number; index < (end[list] as number); index++) {
      rows[row[index] as number]?.push(valueAt(list, index));
    }
  }
  return rows;
}
