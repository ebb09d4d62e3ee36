import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { DAY_MS } from '../../src/domain/time/period.ts';
import { oneOf, type Random } from '../data/random.ts';
import type { Cleanup } from '../support/cleanup.ts';

export const ORGANIZATION = 'Soak';

export const BRANDS = ['soak-1', 'soak-2', 'soak-3', 'soak-4'] as const;

const PROMPTS = 20;
const RIVALS = 9;
const HISTORY_DAYS = 60;

/**
 * A brand's declaration. A new round of questions replaces the previous one; an alias makes its answers due
 * for a rescan.
 */
export interface BrandState {
  readonly round: number;
  readonly hasAlias: boolean;
}

/** A brand's apply file. */
export function declarationOf(brand: string, { round, hasAlias }: BrandState): string {
  const competitors = Array.from({ length: RIVALS }, (_, index) => ({
    name: `Rival ${index + 1}`,
    domain: `rival-${index + 1}.example`,
    ...(index === 0 && { aliases: hasAlias ? ['Rivalry One'] : [] }),
  }));
  const declared = {
    id: brand,
    name: nameOf(brand),
    domain: `${brand}.example`,
    configured: true,
    engines: ['chatgpt'],
    competitors,
    prompts: promptsOf(round).map((text) => ({ text })),
  };
  const plan = { name: 'agency', prompts_included: 1000 };
  return JSON.stringify({ organizations: [{ name: ORGANIZATION, plan, brands: [declared] }] });
}

function nameOf(brand: string): string {
  return `Tandemly ${brand.slice(-1)}`;
}

function promptsOf(round: number): string[] {
  return Array.from(
    { length: PROMPTS },
    (_, index) => `Which tool suits team ${index + 1} in round ${round}?`,
  );
}

/** An answer with about 2 KB that names some of the brands and cites five pages. */
function answerText(brand: string, random: Random): string {
  const first = random() < 0.5 ? nameOf(brand) : 'Rival 1';
  const second = `Rival ${1 + Math.floor(random() * RIVALS)}`;
  const filler = 'It depends on how the team works, and on who has to approve what. '.repeat(25);
  return `1. **${first}** is a good start.\n2. **${second}** costs less.\n\n${filler}\n\nRivalry One has a free plan.`;
}

function citationsOf(random: Random): { url: string; title: string }[] {
  return Array.from({ length: 5 }, () => {
    const page = Math.floor(random() ** 2 * 500);
    return { url: `https://site-${page % 60}.example/page-${page}`, title: `Page ${page}` };
  });
}

/** Import lines: answers from the last 60 days. */
export function importLines(
  brand: string,
  count: number,
  now: number,
  random: Random,
): AsyncIterable<Uint8Array> {
  const lines = Array.from({ length: count }, () =>
    JSON.stringify({
      brand,
      engine: oneOf(['chatgpt', 'claude', 'gemini'], random),
      prompt: oneOf(promptsOf(0), random),
      collected_at: new Date(now - Math.floor(random() * HISTORY_DAYS * DAY_MS)).toISOString(),
      external_id: `soak-${random()}`,
      answer: answerText(brand, random),
      citations: citationsOf(random),
    }),
  );
  return Readable.from([Buffer.from(`${lines.join('\n')}\n`)]);
}

/** Every so many requests, the engine is overloaded, and Sightline retries. */
const OVERLOADED_EVERY = 97;

/** An engine on this machine that answers immediately. @returns its base URL */
export async function startEngine(random: Random, cleanup: Cleanup): Promise<string> {
  let requests = 0;
  const engine = createServer((request, response) => {
    requests += 1;
    const isOverloaded = requests % OVERLOADED_EVERY === 0;
    request.resume().once('end', () => {
      response.writeHead(isOverloaded ? 503 : 200, { 'content-type': 'application/json' });
      response.end(isOverloaded ? '{}' : replyOf(random));
    });
  });
  engine.listen(0, '127.0.0.1');
  await once(engine, 'listening');
  cleanup.add(async () => {
    engine.closeAllConnections();
    engine.close();
  });
  return `http://127.0.0.1:${(engine.address() as AddressInfo).port}`;
}

function replyOf(random: Random): string {
  const annotations = citationsOf(random).map((page, index) => ({
    type: 'url_citation',
    start_index: index,
    ...page,
  }));
  const text = answerText(oneOf(BRANDS, random), random);
  return JSON.stringify({
    status: 'completed',
    model: 'soak',
    output: [
      { type: 'web_search_call', status: 'completed', action: { type: 'search', sources: [] } },
      { type: 'message', content: [{ type: 'output_text', text, annotations }] },
    ],
  });
}
