import fc from 'fast-check';
import type { Store } from '../../src/storage/driver/database.ts';
import { ACME_BRAND, iso, pipelineOn } from './world.ts';

/** Random answers, as import lines, for tests that count the stored data again by hand. */

export interface RandomMention {
  readonly mentioned: boolean;
  readonly rank: number | null;
  readonly count: number | null;
  readonly framing: 'recommended' | 'neutral' | 'negative' | null;
}

/** An answer, or a failed collection. A brand without a mention was not tracked. */
export interface RandomAnswer {
  readonly engine: string;
  readonly prompt: string;
  readonly at: number;
  /** Null: the engine did not say. */
  readonly model: string | null;
  readonly failed: boolean;
  readonly mentions: Readonly<Record<string, RandomMention>>;
  readonly urls: readonly string[];
  readonly searches: readonly string[];
}

export const RANDOM_ENGINES = ['chatgpt', 'claude', 'gemini'];
export const RANDOM_PROMPTS = ['one', 'two', 'three'];
/** The prompts' tags where they are declared. */
export const RANDOM_TAGS: Readonly<Record<string, readonly string[]>> = {
  one: ['odd', 'first'],
  two: ['even'],
  three: ['odd'],
};
export const RANDOM_MODELS = ['m-1', 'm-2'];

/** URLs that are one page or one site, and others that only look like it. */
export const RANDOM_URLS = [
  'https://www.acme.example/a',
  'https://shop.acme.example/a?utm_source=x',
  'https://bolt.example/',
  'http://bolt.example',
  'https://wiki.example/page#one',
  'https://wiki.example/page?gclid=1',
  'https://wiki.example/other',
  'https://de.wiki.example/page',
  'https://notwiki.example/page',
  'https://under_score.example/100%25',
  'https://status.amazonaws.com/page',
  'https://bucket.s3.amazonaws.com/page',
];

export const RANDOM_QUERIES = ['best anvils', 'Best Anvils', 'anvil prices', 'Anvil-Preise für Ünsere'];

export const ABSENT: RandomMention = { mentioned: false, rank: null, count: null, framing: null };

const mention: fc.Arbitrary<RandomMention> = fc.oneof(
  fc.constant(ABSENT),
  fc.record({
    mentioned: fc.constant(true),
    rank: fc.constantFrom(null, 1, 2, 7),
    count: fc.constantFrom(null, 1, 2, 5),
    framing: fc.constantFrom(null, 'recommended', 'neutral', 'negative'),
  }),
);

/** An answer from one of these times, tracking these brands. */
export function randomAnswer(
  at: fc.Arbitrary<number>,
  brands: readonly string[],
): fc.Arbitrary<RandomAnswer> {
  return fc.record({
    engine: fc.constantFrom(...RANDOM_ENGINES),
    prompt: fc.constantFrom(...RANDOM_PROMPTS),
    at,
    model: fc.constantFrom(...RANDOM_MODELS, null),
    failed: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
    mentions: fc.record(Object.fromEntries(brands.map((brand) => [brand, mention]))),
    urls: fc.array(fc.constantFrom(...RANDOM_URLS), { maxLength: 4 }),
    searches: fc.array(fc.constantFrom(...RANDOM_QUERIES), { maxLength: 3 }),
  });
}

/** The text that identifies an answer in a list. It names nobody. */
export function randomText(index: number): string {
  return `It depends, says ${index}.`;
}

/** The import line for a brand's `index`-th answer. */
export function randomLine(answer: RandomAnswer, brand: string, index: number): object {
  const { engine, prompt, at, model, failed, mentions, urls, searches } = answer;
  const line = { brand, engine, prompt, model, collected_at: iso(at), external_id: String(index) };
  if (failed) return { ...line, outcome: 'timeout' };
  return {
    ...line,
    answer: randomText(index),
    searches,
    mentions: Object.entries(mentions).map(([name, each]) => ({ brand: name, ...each })),
    citations: urls.map((url) => ({ url })),
  };
}

/** Answers with every competitor tracked, and some from before Cargo was. */
export interface RandomHistory {
  readonly all: readonly RandomAnswer[];
  readonly some: readonly RandomAnswer[];
}

let histories = 0;

/** Stores these answers under one more brand of a store. @returns its id */
export async function randomBrand(store: Store, { all, some }: RandomHistory): Promise<string> {
  histories += 1;
  const id = `history-${histories}`;
  const { apply, importLines } = pipelineOn(store);
  const declare = async (names: readonly string[]) => {
    const competitors = names.map((name) => ({ name, domain: `${name.toLowerCase()}.example` }));
    const brands = [{ ...ACME_BRAND, id, engines: RANDOM_ENGINES, competitors }];
    const alerts = { min_sample_each_side: 5, min_delta_points: 10 };
    await apply({ organizations: [{ name: id, plan: { name: 'growth' }, alerts, brands }] });
  };
  await declare(['Bolt']);
  await importLines(some.map((each, index) => randomLine(each, id, index)));
  await declare(['Bolt', 'Cargo']);
  await importLines(all.map((each, index) => randomLine(each, id, 1000 + index)));
  return id;
}
