import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Market } from '../../src/domain/brand/market.ts';
import type { Access, EngineAdapter, EngineReading, Question, Reply } from '../../src/engines/engine.ts';

/** A reply with this body, as if over HTTP. */
export function replyOf(body: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

/** An engine's fixture by its file name without `.json`. */
export function fixture(slug: string, name: string): string {
  return readFileSync(new URL(`../../src/engines/${slug}/fixtures/${name}.json`, import.meta.url), 'utf8');
}

export const BRITAIN: Market = {
  locationCode: 2826,
  languageCode: 'en',
  country: { code: 'GB', latitude: 51.5074, longitude: -0.1278 },
};

export const NOWHERE: Market = { locationCode: null, languageCode: null, country: null };

export const ACCESS: Access = {
  baseUrl: 'http://127.0.0.1:1',
  key: 'secret-key',
  model: 'some-model',
  settings: { mode: 'live', redirect_base_url: 'http://127.0.0.1:2' },
};

export function ask(prompt: string, market: Market = BRITAIN): Question {
  return { prompt, market };
}

/** How an engine reads one fixture, with the sources as URLs. */
export function readFixture(engine: EngineAdapter, name: string, status = 200, headers = {}) {
  return shortened(engine.read([replyOf(fixture(engine.slug, name), status, headers)]));
}

/** Tests that each recorded refusal, with this status and these headers, has this detail, fault, and wait. */
export function testRefusals(
  engine: EngineAdapter,
  recorded: readonly (readonly [
    name: string,
    status: number,
    headers: Record<string, string>,
    expected: readonly [detail: string, fault: string, retryAfterMs: number | null],
  ])[],
): void {
  for (const [name, status, headers, expected] of recorded) {
    test(`${name}: ${expected.join(', ')}`, () => {
      const reading = readFixture(engine, name, status, headers);
      assert.ok('fault' in reading);
      assert.deepEqual([reading.detail, reading.fault, reading.retryAfterMs], expected);
    });
  }
}

/** How an engine reads these replies, which it must read as an answer with a text. */
export function answerOf(engine: EngineAdapter, ...replies: readonly Reply[]) {
  const reading = engine.read(replies);
  assert.ok(reading.outcome === 'ok');
  return reading;
}

/** How an engine reads these replies, which it must read as a failure. */
export function failureOf(engine: EngineAdapter, ...replies: readonly Reply[]) {
  const reading = engine.read(replies);
  assert.ok('fault' in reading);
  return reading;
}

/** The outcome and detail of an engine's reading. */
export function kindOf(engine: EngineAdapter, ...replies: readonly Reply[]) {
  const { outcome, detail } = engine.read(replies);
  return [outcome, detail];
}

/** A failure in the short form. */
export function failed(detail: string, fault = 'final') {
  return { outcome: 'error', detail, fault, retryAfterMs: null };
}

/** An empty answer in the short form. */
export function nothing(detail: string) {
  return { outcome: 'empty', detail, characters: null, cited: [], retrieved: [] };
}

/** A reading in the short form of the tests' tables. */
export function shortened(reading: EngineReading) {
  if ('fault' in reading) {
    const { outcome, detail, fault, retryAfterMs } = reading;
    return { outcome, detail, fault, retryAfterMs };
  }
  const { outcome, detail, text, cited, retrieved } = reading;
  return {
    outcome,
    detail,
    characters: text?.length ?? null,
    cited: cited.map(({ url }) => url),
    retrieved: retrieved.map(({ url }) => url),
  };
}
