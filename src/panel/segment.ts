import { DAY_MS, dayOf } from '../domain/time/period.ts';
import { at, type Column, narrow, type Packed } from './bytes.ts';
import type { PanelNames } from './names.ts';
import {
  type EarlierAnswer,
  judgeFrom,
  judgeKey,
  LOOKED,
  type PanelCitation,
  type PanelJudged,
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
 * - `mentions`: each answer's time, engine, prompt, and so on, and a matrix: how each answer has each tracked brand.
 * - `voice`: the matrix of the earlier answers that share of voice compares with, with mention counts only.
 * - `sources`: each answer's cited pages, with host and site. `searches`: the engine's search queries.
 * - `said`: each answer's themes per tracked brand.
 */
export const KINDS = ['mentions', 'voice', 'sources', 'searches', 'said'] as const;
export type Kind = (typeof KINDS)[number];

/** A tracked brand in each answer. Brands that a segment did not look for have no columns. */
export interface BrandColumns {
  readonly trackedId: number;
  /** LOOKED plus how the answer names, cites, and frames it (row.ts); 0 if it was not looked for. */
  readonly cell: Column;
  /** List position; 0 for none. */
  readonly rank: Column;
  readonly times: Column;
}

/** Mentions in the earlier answer; `cell` is LOOKED or 0. */
export type VoiceColumns = Omit<BrandColumns, 'rank'>;

/** Columns by answer. Engines, prompts, models, and markets have the brand's shared numbers (names.ts). */
export interface Mentions {
  readonly n: number;
  readonly bytes: number;
  readonly at: Float64Array;
  readonly id: Uint32Array;
  readonly engine: Column;
  readonly prompt: Column;
  readonly model: Column;
  readonly market: Column;
  /** Places in `readings`. */
  readonly reading: Column;
  readonly readings: readonly string[];
  readonly isEmpty: Column;
  readonly searchesKnown: Column;
  readonly isImported: Column;
  /** Which model read it (`judgeKey`), by shared number; its statements without proof; the newest that it asked about. */
  readonly judge: Column;
  readonly dropped: Column;
  readonly newestAsked: Column;
  readonly brands: readonly BrandColumns[];
}

export interface Voice {
  readonly bytes: number;
  readonly brands: readonly VoiceColumns[];
}

export interface Sources {
  readonly bytes: number;
  /** An answer's citations are at `start[row]` to before `start[row + 1]`, in the engine's order. */
  readonly start: Uint32Array;
  /** Places in `page` and `hostCode`: the distinct pages, each on a host. */
  readonly cited: Column;
  /** Shared numbers. */
  readonly page: Uint32Array;
  /** Places in `hosts` and `sites`. */
  readonly hostCode: Column;
  /** Shared numbers. */
  readonly hosts: Uint32Array;
  readonly sites: Uint32Array;
  /** 1 for an answer's first citation of a host. Pages appear once: a page has one host (domain/web/page.ts). */
  readonly isFirst: Uint8Array;
}

export interface Searches {
  readonly bytes: number;
  readonly start: Uint32Array;
  /** Shared numbers. */
  readonly query: Column;
}

export interface SaidThemes {
  readonly bytes: number;
  /** An answer's themes are at `start[row]` to before `start[row + 1]`. */
  readonly start: Uint32Array;
  /** Places in `theme` and `ways`. */
  readonly code: Column;
  /** A tracked brand's theme, by shared number. */
  readonly theme: Column;
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
  /** As from `judgeKey`. */
  readonly judges: readonly string[];
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
  readonly voice: Packed<null>;
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

export function inOrder<Row extends { readonly at: number; readonly id: number }>(
  rows: readonly Row[],
): Row[] {
  return rows.toSorted((a, b) => a.at - b.at || a.id - b.id);
}

export const PACKED_OF: { readonly [K in Kind]: (rows: readonly PanelRow[]) => PackedKinds[K] } = {
  mentions: packedMentions,
  voice: packedVoice,
  sources: packedSources,
  searches: packedSearches,
  said: packedSaid,
};

function packedMentions(rows: readonly PanelRow[]): Packed<MentionFacts> {
  const firstDay = dayOf(rows[0]?.at ?? 0);
  const [engines, models] = [new Numbering<string>(), new Numbering<string | null>()];
  const [readings, judges] = [new Numbering<string>(), new Numbering<string>()];
  const [prompts, markets] = [new Numbering<number>(), new Numbering<number>()];
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
    imported: each(({ isImported }) => Number(isImported)),
    judge: each(({ judged }) => judges.codeOf(judgeKey(judged))),
    dropped: each(({ judged }) => judged?.[3] ?? 0),
    newestAsked: each(({ judged }) => judged?.[4] ?? 0),
    prompts: narrow(prompts.values),
    markets: narrow(markets.values),
    ...matrices(rows.map(({ looked, mentions }) => ({ looked, mentions }))),
  };
  const facts = {
    firstDay,
    engines: engines.values,
    models: models.values,
    readings: readings.values,
    judges: judges.values,
  };
  return { facts, columns };
}

function packedVoice(rows: readonly PanelRow[]): Packed<null> {
  const { trackedIds, cell, times } = matrices(
    rows.map(({ before }) => ({
      looked: before?.looked ?? [],
      mentions: (before?.times ?? []).map(([tracked, times]): PanelMention => [tracked, 0, 0, times]),
    })),
  );
  return { facts: null, columns: { trackedIds, cell, times } };
}

/** For each tracked brand in turn, a number for each answer. */
function matrices(answers: readonly Pick<PanelRow, 'looked' | 'mentions'>[]) {
  const tracked = new Numbering<number>();
  for (const { looked } of answers) for (const id of looked) tracked.codeOf(id);
  const n = answers.length;
  const matrix = () => new Array<number>(tracked.values.length * n).fill(0);
  const [cell, rank, times] = [matrix(), matrix(), matrix()];
  answers.forEach(({ looked, mentions }, row) => {
    for (const id of looked) cell[tracked.codeOf(id) * n + row] = LOOKED;
    for (const mention of mentions) {
      const place = tracked.codeOf(mention[0]) * n + row;
      cell[place] = LOOKED + mention[1];
      rank[place] = mention[2];
      times[place] = mention[3];
    }
  });
  return {
    trackedIds: narrow(tracked.values),
    cell: narrow(cell),
    rank: narrow(rank),
    times: narrow(times),
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
    const first = this.values[code];
    if (first?.[1] === citation[1] && first[2] === citation[2]) return code;
    const key = citation.join(' ');
    const other = this.#others.get(key) ?? this.values.push(citation) - 1;
    this.#others.set(key, other);
    return other;
  }
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
  for (let place = 0; place < values.length; place++) {
    const step = at(steps, place);
    value += step % 2 === 1 ? -(step + 1) / 2 : step / 2;
    values[place] = value;
  }
  return values;
}

/** Each run's start, then the last run's end. */
function startsOf(counts: Column): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  let end = 0;
  for (let run = 0; run < counts.length; run++) {
    end += at(counts, run);
    starts[run + 1] = end;
  }
  return starts;
}

type Columns = Packed<unknown>['columns'];

function columnOf(columns: Columns, name: string): Column {
  const column = columns[name];
  if (column === undefined) throw new Error(`a segment has no column ${name}`);
  return column;
}

function sharedNumbers(codes: Column, numbers: Uint32Array): Column {
  const shared = new Uint32Array(codes.length);
  for (let place = 0; place < shared.length; place++) shared[place] = at(numbers, at(codes, place));
  return narrow(shared);
}

/** Approximate memory: the column buffer, and the larger arrays built from it. */
function sizeOf(columns: Columns, made: readonly { readonly byteLength: number }[]): number {
  return [...Object.values(columns), ...made].reduce((sum, { byteLength }) => sum + byteLength, 2000);
}

export const KIND_OF: { readonly [K in Kind]: (packed: PackedKinds[K], names: PanelNames) => KindData[K] } = {
  mentions: mentionsIn,
  voice: voiceIn,
  sources: sourcesIn,
  searches: searchesIn,
  said: saidIn,
};

function mentionsIn({ facts, columns }: Packed<MentionFacts>, names: PanelNames): Mentions {
  const column = (name: string) => columnOf(columns, name);
  const shared = (name: string, numbers: Uint32Array) => sharedNumbers(column(name), numbers);
  const time = column('time');
  const days = column('day');
  const times = new Float64Array(days.length);
  for (let row = 0; row < times.length; row++) {
    times[row] = (facts.firstDay + at(days, row)) * DAY_MS + at(time, row);
  }
  const made = {
    at: times,
    id: unzigzagged(column('id')),
    engine: shared('engine', names.engines.codesOf(facts.engines)),
    prompt: shared('prompt', names.prompts.codesOf(column('prompts'))),
    model: shared('model', names.models.codesOf(facts.models)),
    market: shared('market', names.markets.codesOf(column('markets'))),
    judge: shared('judge', names.judges.codesOf(facts.judges)),
  };
  const [cell, rank, mentioned] = [column('cell'), column('rank'), column('times')];
  return {
    n: times.length,
    bytes: sizeOf(columns, Object.values(made)),
    ...made,
    reading: column('reading'),
    readings: facts.readings,
    isEmpty: column('empty'),
    searchesKnown: column('searchesKnown'),
    isImported: column('imported'),
    dropped: column('dropped'),
    newestAsked: column('newestAsked'),
    brands: brandsIn(columns, (from, to) => ({
      cell: cell.subarray(from, to),
      rank: rank.subarray(from, to),
      times: mentioned.subarray(from, to),
    })),
  };
}

function brandsIn<Own>(columns: Columns, cut: (from: number, to: number) => Own) {
  const ids = columnOf(columns, 'trackedIds');
  const n = columnOf(columns, 'cell').length / ids.length;
  return Array.from(ids, (trackedId, place) => ({ trackedId, ...cut(place * n, (place + 1) * n) }));
}

function voiceIn({ columns }: Packed<null>): Voice {
  const [cell, times] = [columnOf(columns, 'cell'), columnOf(columns, 'times')];
  return {
    bytes: sizeOf(columns, []),
    brands: brandsIn(columns, (from, to) => ({
      cell: cell.subarray(from, to),
      times: times.subarray(from, to),
    })),
  };
}

function sourcesIn({ facts, columns }: Packed<SourceFacts>, names: PanelNames): Sources {
  const start = startsOf(columnOf(columns, 'count'));
  const page = names.pages.numbersOf(columnOf(columns, 'page'));
  const sources = {
    start,
    cited: columnOf(columns, 'cited'),
    page,
    hostCode: columnOf(columns, 'host'),
    hosts: names.hosts.codesOf(facts.hosts.map(([host]) => host)),
    sites: names.sites.codesOf(facts.hosts.map(([, site]) => site)),
  };
  const { hostCode, hosts, sites } = sources;
  for (let place = 0; place < page.length; place++) {
    const code = at(hostCode, place);
    names.addPage(at(page, place), at(hosts, code), at(sites, code));
  }
  const isFirst = firstsIn(sources);
  return { bytes: sizeOf(columns, [start, page, hosts, sites, isFirst]), ...sources, isFirst };
}

function firstsIn({ start, cited, hostCode, hosts }: Omit<Sources, 'bytes' | 'isFirst'>): Uint8Array {
  const isFirst = new Uint8Array(cited.length);
  // The last answer with each host, from 1.
  const seen = new Uint32Array(hosts.length);
  for (let row = 0; row + 1 < start.length; row++) {
    for (let index = at(start, row); index < at(start, row + 1); index++) {
      const host = at(hostCode, at(cited, index));
      if (seen[host] !== row + 1) isFirst[index] = 1;
      seen[host] = row + 1;
    }
  }
  return isFirst;
}

function searchesIn({ columns }: Packed<null>, names: PanelNames): Searches {
  const start = startsOf(columnOf(columns, 'count'));
  const queries = names.queries.numbersOf(columnOf(columns, 'queries'));
  const query = sharedNumbers(columnOf(columns, 'query'), queries);
  return { bytes: sizeOf(columns, [start, query]), start, query };
}

function saidIn({ facts, columns }: Packed<SaidFacts>, names: PanelNames): SaidThemes {
  const start = startsOf(columnOf(columns, 'count'));
  const themes = names.themes.codesOf(facts.themes);
  const theme = sharedNumbers(columnOf(columns, 'theme'), themes);
  return {
    bytes: sizeOf(columns, [start, theme]),
    start,
    code: columnOf(columns, 'said'),
    theme,
    ways: columnOf(columns, 'ways'),
  };
}

/** Calls `visit` with each of an answer's places in a kind that lists several for each answer. */
export function eachOf(
  { start }: { readonly start: Uint32Array },
  row: number,
  visit: (index: number) => void,
) {
  const end = at(start, row + 1);
  for (let index = at(start, row); index < end; index++) visit(index);
}

export function hostAt({ cited, hostCode, hosts }: Sources, index: number): number {
  return at(hosts, at(hostCode, at(cited, index)));
}

/** Calls `visit` with each host that an answer cites, by shared number. */
export function eachHost(sources: Sources, row: number, visit: (host: number) => void): void {
  const { start, isFirst, cited, hostCode, hosts } = sources;
  const end = start[row + 1] ?? 0;
  for (let index = start[row] ?? 0; index < end; index++) {
    if (isFirst[index] === 1) visit(hosts[hostCode[cited[index] ?? 0] ?? 0] ?? 0);
  }
}

export function pageAt({ cited, page }: Sources, index: number): number {
  return at(page, at(cited, index));
}

export function rowsOf(
  { mentions, voice, sources, searches, said }: Pick<KindData, 'mentions'> & Partial<KindData>,
  names: PanelNames,
): PanelRow[] {
  return Array.from({ length: mentions.n }, (_, row) => ({
    id: at(mentions.id, row),
    at: at(mentions.at, row),
    prompt: names.prompts.at(at(mentions.prompt, row)),
    engine: names.engines.at(at(mentions.engine, row)),
    model: names.models.at(at(mentions.model, row)),
    market: names.markets.at(at(mentions.market, row)),
    reading: mentions.readings[at(mentions.reading, row)] ?? '',
    isEmpty: mentions.isEmpty[row] === 1,
    searchesKnown: mentions.searchesKnown[row] === 1,
    isImported: mentions.isImported[row] === 1,
    judged: judgedIn(mentions, names, row),
    looked: lookedIn(mentions, row),
    mentions: mentionsOf(mentions, row),
    cited: sources ? citationsOf(sources, names, row) : [],
    searched: searches ? listOf(searches, row, (index) => names.queries.idOf(at(searches.query, index))) : [],
    said: said ? listOf(said, row, (index) => saidAt(said, names, index)) : [],
    ...(voice && { before: beforeOf(voice, row) }),
  }));
}

function judgedIn(
  { judge, dropped, newestAsked }: Mentions,
  names: PanelNames,
  row: number,
): PanelJudged | null {
  const by = judgeFrom(names.judges.at(at(judge, row)));
  return by && [by.name, by.prompt, by.isRead ? 1 : 0, at(dropped, row), at(newestAsked, row)];
}

function lookedIn({ brands }: Mentions | Voice, row: number): number[] {
  const looked = brands.filter(({ cell }) => at(cell, row) >= LOOKED);
  return looked.map(({ trackedId }) => trackedId).sort((a, b) => a - b);
}

function mentionsOf({ brands }: Mentions, row: number): PanelMention[] {
  const all = brands.map(({ trackedId, cell, rank, times }): PanelMention => {
    return [trackedId, at(cell, row) % LOOKED, at(rank, row), at(times, row)];
  });
  return sortedByBrand(all.filter(([, ...said]) => said.some((each) => each > 0)));
}

function beforeOf(voice: Voice, row: number): EarlierAnswer | null {
  const looked = lookedIn(voice, row);
  if (looked.length === 0) return null;
  const times = voice.brands.map(({ trackedId, times }) => [trackedId, at(times, row)] as const);
  return { looked, times: sortedByBrand(times.filter(([, each]) => each > 0)) };
}

function sortedByBrand<Of extends readonly [number, ...number[]]>(all: readonly Of[]): Of[] {
  return all.toSorted((a, b) => a[0] - b[0]);
}

function listOf<Value>(
  lists: { readonly start: Uint32Array },
  row: number,
  valueAt: (index: number) => Value,
) {
  const values: Value[] = [];
  eachOf(lists, row, (index) => values.push(valueAt(index)));
  return values;
}

function citationsOf(sources: Sources, names: PanelNames, row: number): PanelCitation[] {
  const { cited, page, hostCode, hosts, sites } = sources;
  return listOf(sources, row, (index) => {
    const code = at(hostCode, at(cited, index));
    return [
      names.pages.idOf(at(page, at(cited, index))),
      names.hosts.at(at(hosts, code)),
      names.sites.at(at(sites, code)),
    ];
  });
}

function saidAt({ code, theme, ways }: SaidThemes, names: PanelNames, index: number): PanelSaid {
  const each = at(code, index);
  const { tracked, theme: own } = themeFrom(names.themes.at(at(theme, each)));
  return [tracked, own, at(ways, each)];
}
