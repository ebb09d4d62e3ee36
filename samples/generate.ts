import { writeFileSync } from 'node:fs';
import { appLines } from './app-answers.ts';
import { answerText, type Draft, oneOf, type Random } from './layouts.ts';
import { randomFrom } from './random.ts';
import { PAGES } from './reads.ts';
import { PAUSED, PRODUCTS, type Product, QUESTIONS, type Question } from './words.ts';

/**
 * Writes samples/answers.jsonl, and app-answers.jsonl for the demo alone: invented answers about invented products, the
 * same at every run. Their times count back from the import (`now-90m`), so that the samples never grow old. Run it with
 * `node samples/generate.ts` after a change here or in the files that it imports; a test compares both files with it.
 *
 * What happens in these 60 days, so that every page has something to show:
 * - ChatGPT names Tandemly about half as often as before, since 9 days ago: a drop, which is reported.
 * - Perplexity names Plotwise first, since 17 days ago: a competitor overtakes.
 * - Gemini read pages of Tandemly without naming it, from 27 to 9 days ago.
 * - Claude names Tandemly a little more often since a week: within noise. It has failed for three days.
 * - Google AI Overview is asked little, so its changes lack answers.
 * - Grok was added yesterday.
 * - Two questions were paused 35 days ago.
 * - Until 42 days ago, every question was asked a third as often, which keeps the file small.
 */

const DAYS = 60;
const DAY = 24;
const PAUSED_DAYS = 35;
const SPARSE_BEFORE = { day: 42, times: 3 };
const GEMINI_READS = { from: 27 * DAY, to: 9 * DAY };
const CLAUDE_FAILS_DAYS = 3;
const GROK_DAYS = 2;

interface Engine {
  readonly slug: string;
  /** On how many days a question is asked once; the questions take turns. */
  readonly every: number;
  /** How often it names each product, in their order, on a question of the usual kind; and in the hours before now. */
  readonly chances: (hours: number) => readonly number[];
  /** How many pages it reads, compared with the others. */
  readonly reads: number;
  /** How often it makes each search; null if it does not say. */
  readonly searches: number | null;
}

const ENGINES: readonly Engine[] = [
  {
    slug: 'chatgpt',
    every: 1,
    reads: 0.7,
    searches: 0.5,
    chances: (hours) => (hours < 9 * DAY ? [0.31, 0.58, 0.34, 0.18] : [0.62, 0.55, 0.32, 0.18]),
  },
  {
    slug: 'claude',
    every: 2,
    reads: 0.5,
    searches: 0.4,
    chances: (hours) => (hours < 8 * DAY ? [0.5, 0.5, 0.3, 0.2] : [0.36, 0.52, 0.3, 0.2]),
  },
  {
    slug: 'gemini',
    every: 2,
    reads: 0.9,
    searches: 0.6,
    chances: () => [0.55, 0.58, 0.36, 0.15],
  },
  {
    slug: 'perplexity',
    every: 2,
    reads: 1.25,
    searches: 0.8,
    chances: (hours) => (hours < 17 * DAY ? [0.68, 0.52, 0.9, 0.16] : [0.7, 0.54, 0.3, 0.16]),
  },
  { slug: 'google_ai_overview', every: 3, reads: 1, searches: null, chances: () => [0.4, 0.5, 0.2, 0.1] },
  { slug: 'grok', every: 6, reads: 0.6, searches: 0.3, chances: () => [0.4, 0.5, 0.3, 0.1] },
];

/** How often a collection fails. */
const FAILS = 0.015;

/** The whole file. */
export function sampleLines(): string {
  const lines = [...tandemlyLines(), ...lanternbookLines()];
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

function* tandemlyLines(): Generator<object> {
  const asked = [
    ...QUESTIONS.map((question) => ({ question, from: 0 })),
    ...PAUSED.map((question) => ({ question, from: PAUSED_DAYS })),
  ];
  for (const engine of ENGINES) {
    const days = engine.slug === 'grok' ? GROK_DAYS : DAYS;
    for (const [index, { question, from }] of asked.entries()) {
      for (let day = from; day < days; day += 1) {
        const every = engine.every * (day < SPARSE_BEFORE.day ? 1 : SPARSE_BEFORE.times);
        if ((day + index) % every === 0) yield lineOf(engine, question, { day, index });
      }
    }
  }
}

interface Asked {
  readonly day: number;
  /** Of the question. */
  readonly index: number;
}

function lineOf(engine: Engine, question: Question, { day, index }: Asked): object {
  const hours = day * DAY;
  const id = `${engine.slug}/${index}/${day}`;
  const random = randomFrom(id);
  const line = {
    brand: 'tandemly',
    engine: engine.slug,
    prompt: question.text,
    collected_at: `now-${hours * 60 + index * 7 + 4}m`,
    external_id: id,
  };
  if (hasFailed(engine.slug, hours, random))
    return { ...line, outcome: random() < 0.6 ? 'error' : 'timeout' };
  if (engine.slug === 'google_ai_overview' && random() < 0.06) return { ...line, answer: '', citations: [] };
  const named = namedIn(engine, question, hours, random);
  const citations = readBy(engine, { named, hours, random });
  const draft: Draft = { question, named, hosts: citations.map(({ url }) => hostIn(url)), random };
  return {
    ...line,
    answer: answerText(engine.slug, draft),
    location_code: 2840,
    citations,
    ...searchesOf(engine, question, random),
  };
}

function hasFailed(engine: string, hours: number, random: Random): boolean {
  const isDown = engine === 'claude' && hours < CLAUDE_FAILS_DAYS * DAY;
  return isDown || random() < FAILS;
}

/** The products that an answer names, in its order. */
function namedIn(engine: Engine, question: Question, hours: number, random: Random): Product[] {
  const chances = engine.chances(hours);
  const isPlotwiseAhead = engine.slug === 'perplexity' && hours < 17 * DAY;
  return PRODUCTS.map((product, index) => ({
    product,
    isNamed: random() < question.lean * (chances[index] ?? 0),
  }))
    .map((each) => ({
      ...each,
      at: random() + (isPlotwiseAhead && each.product.name === 'Plotwise' ? -1 : 0),
    }))
    .filter(({ isNamed }) => isNamed)
    .sort((a, b) => a.at - b.at)
    .map(({ product }) => product);
}

interface Reading {
  readonly named: readonly Product[];
  readonly hours: number;
  readonly random: Random;
}

/** The pages that an answer cites: those of products that it names, those of others, and Tandemly's without naming it. */
function readBy(engine: Engine, { named, hours, random }: Reading): { url: string; title: string | null }[] {
  const [tandemly] = PRODUCTS;
  const isReading = engine.slug === 'gemini' && hours >= GEMINI_READS.to && hours < GEMINI_READS.from;
  const ofNamed = named.filter(() => random() < 0.32).map(({ pages }) => oneOf(pages, random));
  const ofOthers = PAGES.filter(({ weight }) => random() < weight * engine.reads);
  const unnamed =
    tandemly !== undefined && !named.includes(tandemly) && random() < (isReading ? 0.75 : 0.06)
      ? [oneOf(tandemly.pages, random)]
      : [];
  return [...ofNamed, ...ofOthers.map(({ url, title }) => ({ url, title })), ...unnamed];
}

const hostIn = (url: string) => new URL(url).hostname.replace(/^www\./, '');

function searchesOf(
  { searches: chance }: Engine,
  { searches }: Question,
  random: Random,
): { searches?: string[] } {
  return chance === null ? {} : { searches: searches.filter(() => random() < chance) };
}

/** A second brand, which has just been set up. */
function* lanternbookLines(): Generator<object> {
  const prompts = ['best team wiki for a small company', 'where do startups keep their handbook'];
  for (const [engine, days] of [
    ['chatgpt', 4],
    ['gemini', 2],
  ] as const) {
    for (let day = 0; day < days; day += 1) {
      for (const [index, prompt] of prompts.entries()) {
        if (engine === 'gemini' && day === 1 && index === 1) continue;
        const id = `lanternbook/${engine}/${index}/${day}`;
        yield {
          brand: 'lanternbook',
          engine,
          prompt,
          collected_at: `now-${day * DAY * 60 + index * 7 + 9}m`,
          external_id: id,
          ...wikiAnswer(randomFrom(id)),
        };
      }
    }
  }
}

function wikiAnswer(random: Random): object {
  const answer = oneOf(
    [
      'A wiki is only useful if it is searched. **Inkharbor** has a search that covers files too, and **Lanternbook** asks an owner to confirm each page twice a year.',
      '1. **Inkharbor**: Inkharbor has templates for handbooks.\n2. **Lanternbook**: Lanternbook shows which pages nobody has confirmed for a while.',
      'Many startups keep it in a shared folder until there are about twenty people, and then move to a wiki such as Inkharbor.',
      'Start with one page per team, and agree on who keeps it current. The tool matters less than that.',
    ],
    random,
  );
  const citations = [
    { url: 'https://wikicompare.example/small-teams', title: 'Wikis for small teams' },
    { url: 'https://lanternbook.example/', title: 'Lanternbook' },
  ].filter(() => random() < 0.4);
  return { answer, location_code: 2840, citations, searches: [] };
}

if (import.meta.main) {
  writeFileSync(new URL('answers.jsonl', import.meta.url), sampleLines());
  writeFileSync(new URL('app-answers.jsonl', import.meta.url), appLines());
}
