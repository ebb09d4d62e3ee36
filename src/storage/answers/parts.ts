import { type RawBuilder, sql } from 'kysely';
import {
  MENTION_SPANS,
  PANEL_SPANS,
  type Parts,
  type Period,
  partsOf,
  QUARTER,
  SPANS,
  sealedPartsOf,
} from '../../domain/period.ts';
import { integer, unionAll } from '../driver/fragments.ts';

/**
 * A period's parts as the parameters of one statement: always two edges and as many runs as any period can need, the
 * unneeded ones empty. So there is one statement, and one plan, for every period.
 */
export const EDGES: readonly number[] = [0, 1];

/** As many runs as a period can have in blocks of some lengths, by their numbers. */
const runsIn = (spans: number) => Array.from({ length: 2 * spans - 1 }, (_, index) => index);

export type PartParameters = Readonly<Record<string, number>>;

/** The same with the brand whose answers they are. */
export type BrandParts = PartParameters & { readonly brandId: number };

/** And the only engine that is wanted; null for each. */
export type EngineParts = Readonly<Record<string, number | string | null>> &
  Readonly<{ brandId: number; engine: string | null }>;

/** The condition that a row is of an engine that is wanted. */
export function isWanted({ engine }: EngineParts): RawBuilder<unknown> {
  return sql`engine = coalesce(${engine}, engine)`;
}

/** A condition on the engine of a row, for a statement with one plan: the given engine, or any if that is null. */
export function isOfEngine(engine: string | number | null | undefined): RawBuilder<unknown> {
  return sql`(cast(${engine} as text) is null or engine = ${engine})`;
}

function namesFor(spans: readonly number[]): readonly string[] {
  return [
    ...EDGES.flatMap((edge) => [`from${edge}`, `to${edge}`, `edgeSign${edge}`]),
    ...runsIn(spans.length).flatMap((run) => [`span${run}`, `first${run}`, `last${run}`, `runSign${run}`]),
  ];
}

/** The names of the parameters, and of those for blocks of mentions and of panels. */
export const PART_NAMES = namesFor(SPANS);
export const MENTION_PART_NAMES = namesFor(MENTION_SPANS);
export const PANEL_PART_NAMES = namesFor(PANEL_SPANS);

/** The number that a length of blocks is stored under: its days, or 0 for a quarter of one. */
export function spanNumber(span: number): number {
  return span === QUARTER ? 0 : span;
}

/** A brand whose answers are counted. */
export interface CountedBrand {
  readonly id: number;
  /** The first day that its longer blocks do not hold, in the snapshot that is read (sealing.ts). */
  readonly sealedDay: number;
}

/** The values of the parameters for a period. An empty edge is [0, 0), an empty run the blocks from 0 to -1. */
export function partParameters(
  period: Period,
  { sealedDay }: CountedBrand,
  spans: readonly number[] = SPANS,
): PartParameters {
  return valuesOf(partsOf(period, spans, sealedDay), Math.max(spans.length, SPANS.length));
}

/** A run of more blocks than this is read from raw rows: of the longest, more than a decade. */
export const MOST_PANEL_BLOCKS = 16;

/** The values for counts of panels. */
export function panelParameters(period: Period, { sealedDay }: CountedBrand): PartParameters {
  const parts = sealedPartsOf(period, PANEL_SPANS, sealedDay);
  const isLong = parts.runs.some(({ first, last }) => last - first >= MOST_PANEL_BLOCKS);
  return valuesOf(isLong ? { edges: [{ ...period, sign: 1 }], runs: [] } : parts, PANEL_SPANS.length);
}

function valuesOf({ edges, runs }: Parts, spans: number): PartParameters {
  const values: Record<string, number> = {};
  for (const index of EDGES) {
    values[`from${index}`] = edges[index]?.from ?? 0;
    values[`to${index}`] = edges[index]?.to ?? 0;
    values[`edgeSign${index}`] = edges[index]?.sign ?? 1;
  }
  for (const index of runsIn(spans)) {
    values[`span${index}`] = spanNumber(runs[index]?.span ?? 0);
    values[`first${index}`] = runs[index]?.first ?? 0;
    values[`last${index}`] = runs[index]?.last ?? -1;
    values[`runSign${index}`] = runs[index]?.sign ?? 1;
  }
  return values;
}

/** An edge, with its parameters where a query has values. */
export interface EdgeGiven {
  readonly from: number;
  readonly to: number;
  readonly sign: RawBuilder<number>;
}

/** A run, likewise. */
export interface RunGiven {
  readonly span: number;
  readonly first: number;
  readonly last: number;
  readonly sign: RawBuilder<number>;
}

type Given = Readonly<Record<string, string | number | null>>;

/** One query per part: an edge's is of raw rows collected in [from, to), a run's of the blocks first to last. */
export function perPart(
  given: Given,
  edge: (edge: EdgeGiven) => RawBuilder<unknown>,
  run: (run: RunGiven) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return unionAll([...runsGiven(given).map(run), ...edgesGiven(given).map(edge)]);
}

/** One query per edge. */
export function perEdge(given: Given, edge: (edge: EdgeGiven) => RawBuilder<unknown>): RawBuilder<unknown> {
  return unionAll(edgesGiven(given).map(edge));
}

/** For `with`: the runs as rows that a table of counts is joined to, which both databases begin sooner than a query per run. */
export function runsAsRows(given: Given): RawBuilder<unknown> {
  const rows = runsGiven(given).map(
    ({ span, first, last, sign }) => sql`(${integer(span)}, ${integer(first)}, ${integer(last)}, ${sign})`,
  );
  return sql`runs (span, first, last, sign) as (values ${sql.join(rows)})`;
}

/** Which blocks of a brand in a table of counts are of a run in `runs`. */
export function isOfRun(brandId: unknown, table: string): RawBuilder<unknown> {
  return sql`brand_id = ${brandId} and ${sql.ref(`${table}.span`)} = runs.span and block between runs.first and runs.last`;
}

const valueIn = (given: Given, name: string, index: number) => given[`${name}${index}`] as number;

/** A sign is cast, because PostgreSQL cannot tell what type a parameter is of that is only multiplied. */
const signIn = (given: Given, name: string, index: number) => integer(valueIn(given, name, index));

function runsGiven(given: Given): RunGiven[] {
  const runs = Object.keys(given).filter((name) => name.startsWith('runSign')).length;
  return Array.from({ length: runs }, (_, index) => ({
    span: valueIn(given, 'span', index),
    first: valueIn(given, 'first', index),
    last: valueIn(given, 'last', index),
    sign: signIn(given, 'runSign', index),
  }));
}

function edgesGiven(given: Given): EdgeGiven[] {
  return EDGES.map((index) => ({
    from: valueIn(given, 'from', index),
    to: valueIn(given, 'to', index),
    sign: signIn(given, 'edgeSign', index),
  }));
}
