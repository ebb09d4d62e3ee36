/**
 * Measures what the largest hostile texts cost: the processor time of each reader as a ratio to a plain text of the same
 * size in the same run, and the longest turn of the event loop while its thread reads them.
 *
 *   npm run bench:hostile -- [--only pages]
 */

import { parseArgs } from 'node:util';
import { answerHtml } from '../src/dashboard/answer-text/answer-html.ts';
import type { Mark } from '../src/dashboard/answer-text/marks.ts';
import { namesOf, type TrackedBrand } from '../src/domain/brand/tracked-brand.ts';
import { logoOf } from '../src/domain/sharing/logo.ts';
import { extractorFor } from '../src/extract/extractor.ts';
import { TextThreads, TooMuch } from '../src/main/process/text-threads.ts';
import { readApplyFile } from '../src/pipeline/declare/apply/apply-file.ts';
import { readImportLine } from '../src/pipeline/intake/import-line.ts';
import { type DrainText, readDrain } from '../src/pipeline/traffic/read-drain.ts';
import { type PageReading, readPage } from '../src/propose/page-reading.ts';
import { proposalsOf } from '../src/propose/proposals.ts';
import { readSearches } from '../src/propose/search-console.ts';
import { combined, LOGGED_BRAND, lineAt } from './data/log-lines.ts';
import * as texts from './support/hostile-texts.ts';
import { longestTurnOf } from './support/longest-turn.ts';
import { milliseconds, table } from './support/table.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const MOST_MS = 10_000;
const SITE = 'https://tandemly.example/';
const PROSE =
  'For most teams the lamp by Vexo is a great choice, while Square lacks a second port. It was sold at Blue Apron in 2021.\n\n';

/** A reader of outside texts, with the size to read. */
interface Reader<Text> {
  readonly size: number;
  readonly plain: Text;
  readonly hostile: Readonly<Record<string, Text>>;
  readonly read: (text: Text) => unknown;
  /** Its job, if it runs in a thread. */
  readonly job?: (threads: TextThreads, text: Text) => Promise<unknown>;
}

const ofSize = (kinds: texts.Texts, size: number) =>
  Object.fromEntries(Object.entries(kinds).map(([kind, textOf]) => [kind, textOf(size)]));

const reader = <Text>(given: Reader<Text>) => given;
/** The largest allowed sizes; of a line and a batch (16 MB) and of an answer (1,000,000) a part, so that this takes minutes. */
const [PAGE, TABLE, LOGO, FILE, LINE, ANSWER, BATCH] = [
  2_000_000,
  2 * 1024 * 1024,
  200 * 1024,
  512 * 1024,
  2 * 1024 * 1024,
  100_000,
  2 * 1024 * 1024,
];

function brandsNamed(...names: readonly string[]): TrackedBrand[] {
  return names.map((name, index) => ({
    id: index + 1,
    role: index === 0 ? 'self' : 'competitor',
    name,
    names: namesOf(name, {}, []),
    hosts: [`${name.toLowerCase().replace(/[^a-z]/g, '')}x.example`],
  }));
}
const tracked = brandsNamed('Vexo', 'Vexo Prime', 'Nestlé', 'Square', 'T-fal', '飞书', '3M', 'Yahoo!');
const extractor = extractorFor(tracked);

const UNREAD = { citedHosts: [], stored: { mentions: new Map() } };

/** A mark on every name; every second one extends over the next. */
function marksIn(answer: string): Mark[] {
  return [...answer.matchAll(/Vexo/g)].slice(0, 1000).map(({ index }, place) => ({
    kind: 'competitor',
    from: index,
    to: index + (place % 2 === 0 ? 4 : 12),
    id: `mark-${place}`,
    title: 'a name',
  }));
}

/** Thirty pages with as many headings, links, and things as a page may have. */
function pagesWith(phrase: (index: number) => string): PageReading[] {
  const many = <Each>(length: number, of: (text: string, index: number) => Each) =>
    Array.from({ length }, (_, index) => of(phrase(index), index));
  return Array.from({ length: 30 }, (_, page) => ({
    ...readPage('<html lang="en"><title>Tandemly</title>', `${SITE}compare/${page}`),
    title: phrase(page),
    headings: many(300, (text, index) => ({ level: 1 + (index % 2), text: `${text}${page}` })),
    links: many(1500, (text, index) => ({ url: `${SITE}p/${page}-${index}`, text: `${text}${page}` })),
    things: many(300, (text, index) => ({
      types: ['Organization', 'Product', 'Question'],
      name: `${text.slice(0, 40)}${page}`,
      otherNames: [],
      url: null,
      sameAs: [`https://en.wikipedia.org/wiki/A${index}`],
      published: null,
      changed: null,
    })),
  }));
}
const siteOf = (pages: PageReading[]) => ({ host: 'tandemly.example', typed: 'tandemly.example', pages });

function batchOf(text: string): DrainText {
  const site = { own: [LOGGED_BRAND.domain], site: LOGGED_BRAND.domain, lists: '[]' };
  return { body: Buffer.from(text), site, now: Date.now() };
}

/** As the reader of an import does, whatever comes of it. */
function importLine(line: string): void {
  try {
    readImportLine(line, 0);
  } catch {}
}

function orRefused(read: (text: string) => unknown): (text: string) => void {
  return (text) => {
    try {
      read(text);
    } catch {}
  };
}

const READERS = {
  pages: reader({
    size: PAGE,
    plain: texts.numbered(
      PAGE,
      (index) =>
        `<section><h2>How do ${index} people plan?</h2><p>Boards for <a href="/g/${index}">teams</a>.</p></section>\n`,
    ),
    hostile: ofSize(texts.PAGES, PAGE),
    read: (html) => readPage(html, SITE),
    job: (threads, html) => threads.run('readPage', { html, url: SITE }, MOST_MS),
  }),
  'proposals from 30 pages': reader({
    size: 30,
    plain: siteOf(pagesWith((index) => `Plan ${index} projects`)),
    hostile: Object.fromEntries(
      Object.entries(texts.PHRASES).map(([kind, phrase]) => [kind, siteOf(pagesWith(phrase))]),
    ),
    read: (site) => proposalsOf(site),
    job: (threads, site) => threads.run('propose', { site, sources: {} }, MOST_MS),
  }),
  'tables of searches': reader({
    size: TABLE,
    plain: `Query,Impressions\n${texts.numbered(TABLE, (index) => `best planner for ${index} teams,${index}\n`)}`,
    hostile: ofSize(texts.TABLES, TABLE),
    read: readSearches,
    job: (threads, text) => threads.run('readSearches', text, MOST_MS),
  }),
  'batches of a drain': reader({
    size: BATCH,
    plain: batchOf(texts.numbered(BATCH, (index) => combined(lineAt(index)))),
    hostile: Object.fromEntries(
      Object.entries(ofSize(texts.BATCHES, BATCH)).map(([kind, text]) => [kind, batchOf(text)]),
    ),
    read: (batch) => readDrain(batch).catch(() => {}),
    job: (threads, batch) => threads.run('readDrain', batch, MOST_MS),
  }),
  'apply files': reader({
    size: FILE,
    plain: `organizations: [{ name: A, brands: [{ name: B, prompts: [${texts.numbered(FILE, (index) => `best planner ${index},`)}] }] }]`,
    hostile: ofSize(texts.FILES, FILE),
    read: orRefused(readApplyFile),
  }),
  answers: reader({
    size: ANSWER,
    plain: texts.filled(ANSWER, PROSE),
    hostile: ofSize(texts.ANSWERS, ANSWER),
    read: (text) => extractor.read({ text, citedHosts: [] }),
    job: (threads, text) => threads.run('explain', { ...UNREAD, text, tracked }, MOST_MS),
  }),
  'answers as HTML': reader({
    size: ANSWER,
    plain: texts.filled(ANSWER, PROSE),
    hostile: ofSize(texts.ANSWERS, ANSWER),
    read: (text) => answerHtml(text, { marks: marksIn(text) }),
    job: (threads, text) => threads.run('answerHtml', { text, options: { marks: marksIn(text) } }, MOST_MS),
  }),
  logos: reader({
    size: LOGO,
    plain: `<svg>${texts.filled(LOGO - 20, '<path d="M0 0h9"/>')}</svg>`,
    hostile: ofSize(texts.DRAWINGS, LOGO - 20),
    read: orRefused((text) => logoOf(Buffer.from(text))),
  }),
  'lines of an import': reader({
    size: LINE,
    plain: `{"brand":"acme","answer":"${texts.filled(LINE, 'Vexo is great. ')}"}`,
    hostile: ofSize(texts.LINES, LINE),
    read: importLine,
  }),
};

/** Processor time in milliseconds, without what loading and compiling take. */
async function timeOf(work: () => unknown): Promise<number> {
  await work();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const SHOWN = 8;

async function measure<Text>(name: string, { plain, hostile, read, job }: Reader<Text>): Promise<void> {
  const base = await timeOf(() => read(plain));
  const times: { kind: string; ms: number }[] = [];
  for (const [kind, text] of Object.entries(hostile))
    times.push({ kind, ms: await timeOf(() => read(text)) });
  const slowest = times.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN);
  const rows = slowest.map(({ kind, ms }) => [kind, milliseconds(ms), `${(ms / base).toFixed(1)} x`]);
  process.stdout.write(`${table([name, 'ms', 'to plain'], [['plain', milliseconds(base), '1'], ...rows])}\n`);
  if (job === undefined) return;
  const threads = new TextThreads();
  await job(threads, plain);
  let longest = { kind: 'plain', ms: 0 };
  let ended = 0;
  for (const [kind, text] of Object.entries({ plain, ...hostile })) {
    const { longestMs } = await longestTurnOf(() =>
      job(threads, text).catch((error) => {
        if (error instanceof TooMuch) ended += 1;
      }),
    );
    if (longestMs > longest.ms) longest = { kind, ms: longestMs };
  }
  const turn = `${milliseconds(longest.ms)} ms (${longest.kind})`;
  process.stdout.write(`Longest turn beside the thread: ${turn}. Ended by a limit: ${ended}.\n\n`);
}

for (const [name, each] of Object.entries(READERS)) {
  if (values.only === undefined || name.startsWith(values.only)) await measure(name, each as Reader<unknown>);
}
