import type { DataSet } from './data/data-set.ts';
import {
  coldQuestions,
  filterQuestions,
  type Question,
  reportQuestions,
  sliceQuestions,
  WINDOWED,
} from './data/questions.ts';
import type { Latency } from './latency.ts';
import { STORE_NAMES, type StoreKind } from './support/stores.ts';
import { milliseconds, table, whole } from './support/table.ts';

/** All measurements on one database. */
export interface Measured {
  readonly kind: StoreKind;
  readonly data: DataSet;
  readonly latencies: ReadonlyMap<string, Latency>;
  /** First runs, without a panel in memory. */
  readonly cold: ReadonlyMap<string, Latency>;
  /** Counting both windows of the large brand's comparisons. */
  readonly panel: Latency;
}

/** The measurements as Markdown. */

export function storeTable(all: readonly Measured[]): string {
  const rows = all.map(({ kind, data }) => [
    STORE_NAMES[kind],
    whole(data.answers),
    whole(data.ingestRate),
    data.seconds.toFixed(0),
  ]);
  return `Data, stored in transactions of 200 answers\n\n${table(
    ['database', "large brand's answers", 'answers stored per s', 'built in s'],
    rows,
  )}`;
}

export function latencyTable(all: readonly Measured[]): string {
  const [first] = all;
  if (!first) return '';
  const ratios = WINDOWED.map((report) => [
    `${report}, 365 d / 7 d`,
    ...all.flatMap(({ latencies }) => [
      (found(latencies, `${report}, 365 d`).medianMs / found(latencies, `${report}, 7 d`).medianMs).toFixed(
        2,
      ),
      '',
    ]),
  ]);
  const panels = [
    "once a day: a comparison's counts",
    ...all.flatMap(({ panel }) => [milliseconds(panel.medianMs), milliseconds(panel.p99Ms)]),
  ];
  const rows = [...timesOf(all, reportQuestions(first.data)), ...ratios, panels];
  return `Reports, in process by runReport, warm; p99 of 60 runs is the slowest\n\n${table(headOf('report', all), rows)}`;
}

export function sliceTable(all: readonly Measured[]): string {
  const rows = timesOf(all, sliceQuestions());
  return `Slices, and comparisons with the previous window\n\n${table(headOf('report', all), rows)}`;
}

export function coldTable(all: readonly Measured[]): string {
  const cold = all.map(({ kind, cold: latencies }) => ({ kind, latencies }));
  const rows = timesOf(cold, coldQuestions());
  return `First reports, without a panel in memory; p99 of 5 runs is the slowest\n\n${table(headOf('report', all), rows)}`;
}

export function filterTable(all: readonly Measured[]): string {
  const [first] = all;
  if (!first) return '';
  const rows = timesOf(all, filterQuestions(first.data));
  return `The large brand's first 50 answers, by filter\n\n${table(headOf('filters', all), rows)}`;
}

function headOf(first: string, all: readonly Pick<Measured, 'kind'>[]): string[] {
  return [first, ...all.flatMap(({ kind }) => [`${STORE_NAMES[kind]} median ms`, 'p99 ms'])];
}

function timesOf(all: readonly Pick<Measured, 'latencies'>[], questions: readonly Question[]): string[][] {
  return questions.map(({ title }) => [
    title,
    ...all.flatMap(({ latencies }) => {
      const { medianMs, p99Ms } = found(latencies, title);
      return [milliseconds(medianMs), milliseconds(p99Ms)];
    }),
  ]);
}

function found(latencies: ReadonlyMap<string, Latency>, title: string): Latency {
  const latency = latencies.get(title);
  if (!latency) throw new Error(`${title} was not timed`);
  return latency;
}
