import type { DataSet } from './data/data-set.ts';
import { ANSWERS_PER_BRAND } from './data/panel-data.ts';
import {
  coldQuestions,
  filterQuestions,
  interfaceQuestions,
  type Question,
  reportQuestions,
  sliceQuestions,
  WINDOWED,
} from './data/questions.ts';
import type { Latency } from './latency.ts';
import type { TimedPage } from './pages.ts';
import { STORE_NAMES, type StoreKind } from './support/stores.ts';
import { milliseconds, table, whole } from './support/table.ts';
import type { Serving, Throughput } from './throughput.ts';
import type { WatchPass } from './watch-pass.ts';

/** All measurements on one database. */
export interface Measured {
  readonly kind: StoreKind;
  readonly data: DataSet;
  readonly latencies: ReadonlyMap<string, Latency>;
  /** First runs, without a panel in memory. */
  readonly cold: ReadonlyMap<string, Latency>;
  /** Counting both windows of the large brand's comparisons. */
  readonly panel: Latency;
  readonly serving: Serving;
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

export function interfaceTable(all: readonly Measured[]): string {
  const rows = timesOf(all, interfaceQuestions());
  return `The large brand's reports as data, as CSV, as a tool, and every record\n\n${table(headOf('report', all), rows)}`;
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

export function throughputTable(all: readonly Measured[]): string {
  const rows = all.flatMap(({ kind, serving: { sightline, bare, bodyBytes } }) => [
    throughputRow(`Sightline, ${STORE_NAMES[kind]}`, sightline, bare),
    throughputRow(`bare node:http, ${whole(bodyBytes)} bytes`, bare, bare),
  ]);
  return `HTTP, small brand /visibility?days=7, 50 connections, in turns with the bare server\n\n${table(
    ['server', 'requests/s', 'of bare', 'its CPU ms/request', 'of bare', 'not 200'],
    rows,
  )}`;
}

function throughputRow(title: string, its: Throughput, bare: Throughput): string[] {
  const processor = its.processorMsPerRequest;
  const bareProcessor = bare.processorMsPerRequest;
  return [
    title,
    whole(its.requestsPerSecond),
    (its.requestsPerSecond / bare.requestsPerSecond).toFixed(2),
    processor === null ? '?' : processor.toFixed(3),
    processor === null || bareProcessor === null ? '?' : (processor / bareProcessor).toFixed(1),
    whole(its.notOk),
  ];
}

export function memoryTable(all: readonly Measured[]): string {
  const megabytes = (value: number | null) => (value === null ? '?' : value.toFixed(0));
  const rows = all.map(({ kind, serving: { memory } }) => [
    STORE_NAMES[kind],
    megabytes(memory.afterStart),
    megabytes(memory.afterLoad),
    megabytes(memory.afterHalfWalk),
    megabytes(memory.afterWalk),
    megabytes(memory.most),
    megabytes(memory.afterBackground),
  ]);
  return `The server's resident memory, MB\n\n${table(
    [
      'database',
      'after start',
      'after the load',
      'after 100 large reports',
      'after 200',
      'at most',
      'after background work and 200 more',
    ],
    rows,
  )}`;
}

/** One evaluation of many brands on one database. */
export interface Watched {
  readonly kind: StoreKind;
  readonly pass: WatchPass;
}

export function watchTable(all: readonly Watched[]): string {
  const rows = all.map(({ kind, pass }) => [
    STORE_NAMES[kind],
    whole(pass.brands),
    whole(pass.brands * ANSWERS_PER_BRAND),
    whole(pass.comparisons),
    pass.seconds.toFixed(1),
    ((pass.seconds * 1000) / pass.brands).toFixed(1),
    pass.startMb.toFixed(0),
    pass.peakMb.toFixed(0),
  ]);
  return `One evaluation of every brand, engine, and kind, in its own process\n\n${table(
    ['database', 'brands', 'answers', 'comparisons', 's', 'ms/brand', 'MB before', 'MB at most'],
    rows,
  )}`;
}

/** Pages by title, with their sizes, which hardly differ between databases. */
export function pageTable(
  all: readonly { readonly kind: StoreKind; readonly pages: readonly TimedPage[] }[],
): string {
  const [first] = all;
  if (!first) return '';
  const rows = first.pages.map(({ title, bytes, compressedBytes, requests }) => [
    title,
    ...all.flatMap(({ pages }) => {
      const latency = pages.find((page) => page.title === title)?.latency;
      return latency ? [milliseconds(latency.medianMs), milliseconds(latency.p99Ms)] : ['?', '?'];
    }),
    (bytes / 1000).toFixed(0),
    (compressedBytes / 1000).toFixed(1),
    String(requests),
  ]);
  const head = [...headOf('page', all), 'kB', 'kB compressed', 'requests'];
  return `The large brand's pages, in process, with Brotli\n\n${table(head, rows)}`;
}
