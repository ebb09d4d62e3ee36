import { type Period, partsOf, SPANS } from '../domain/period.ts';

/**
 * A period's parts as the parameters of one statement: always two edges and as many runs as any period can need, the
 * ones it does not need empty. So there is one statement, and one plan, for every period.
 */
const EDGES = [0, 1];
const RUNS = Array.from({ length: 2 * SPANS.length - 1 }, (_, index) => index);

export type PartParameters = Readonly<Record<string, number>>;

/** The names of the parameters. */
export const PART_NAMES: readonly string[] = [
  ...EDGES.flatMap((edge) => [`from${edge}`, `to${edge}`]),
  ...RUNS.flatMap((run) => [`span${run}`, `first${run}`, `last${run}`]),
];

/** The values of the parameters for a period. An empty edge is [0, 0), an empty run the blocks from 0 to -1. */
export function partParameters(period: Period): PartParameters {
  const { edges, runs } = partsOf(period);
  const values: Record<string, number> = {};
  for (const index of EDGES) {
    values[`from${index}`] = edges[index]?.from ?? 0;
    values[`to${index}`] = edges[index]?.to ?? 0;
  }
  for (const index of RUNS) {
    values[`span${index}`] = runs[index]?.span ?? 0;
    values[`first${index}`] = runs[index]?.first ?? 0;
    values[`last${index}`] = runs[index]?.last ?? -1;
  }
  return values;
}

/** One query per part: `edge` of raw rows collected in [from, to), `run` of the blocks first to last of a span. */
export function perPart<Query>(
  given: PartParameters,
  edge: (from: number, to: number) => Query,
  run: (span: number, first: number, last: number) => Query,
): Query[] {
  const value = (name: string) => given[name] as number;
  return [
    ...RUNS.map((index) => run(value(`span${index}`), value(`first${index}`), value(`last${index}`))),
    ...EDGES.map((index) => edge(value(`from${index}`), value(`to${index}`))),
  ];
}
