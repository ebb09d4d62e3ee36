import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time/period.ts';
import { applyFile } from '../../src/pipeline/declare/apply/apply.ts';
import { createKey, type KeyRequest } from '../../src/pipeline/declare/keys.ts';
import { type IngestOptions, importAnswers } from '../../src/pipeline/intake/ingest.ts';
import { type RescanOptions, rescan } from '../../src/pipeline/intake/rescan.ts';
import { type WatchOptions, watch } from '../../src/pipeline/watch/watch.ts';
import type { Store } from '../../src/storage/driver/database.ts';

export { DAY_MS, HOUR_MS, MINUTE_MS };

/** A Friday, in the middle of a minute, an hour, and a day: every window ends within a bucket. */
export const NOW = Date.UTC(2026, 10, 20, 13, 37, 21, 123);

/** A clock that stands still until a test sets it. */
export class Clock {
  at = NOW;
  now = (): number => this.at;
}

let drawn: Uint8Array = new Uint8Array();

/** Bytes from a stock: a draw for each id would be a twentieth of a test's time. */
export function random(size: number): Uint8Array {
  if (drawn.length < size) drawn = randomBytes(Math.max(size, 2 ** 16));
  const bytes = drawn.subarray(0, size);
  drawn = drawn.subarray(size);
  return bytes;
}

/** A store's pipeline, by default with a standing clock. */
export function pipelineOn(store: Store, clock: { readonly now: () => number } = new Clock()) {
  const deps = { db: store.main, now: clock.now, random };
  return {
    apply: (file: object | string) => applyFile(deps, typeof file === 'string' ? file : JSON.stringify(file)),
    importLines: (lines: readonly (object | string)[], options?: IngestOptions) =>
      importAnswers(deps, bytesOf(lines), options),
    rescan: (options?: RescanOptions) => rescan(store.main, options),
    watch: (options: WatchOptions) => watch(deps, options),
    createKey: (request: Partial<KeyRequest> = {}) =>
      createKey({ ...deps, actor: 'test' }, { organization: 'Acme Inc', ...request }),
  };
}

/** A fresh store after an apply file and an import, with its pipeline. */
export async function setUp<S extends Store>(
  fresh: () => Promise<S>,
  file: object | string = acmeFile(),
  lines: readonly (object | string)[] = [],
) {
  const store = await fresh();
  const pipeline = pipelineOn(store);
  await pipeline.apply(file);
  if (lines.length > 0) await pipeline.importLines(lines);
  return { store, ...pipeline };
}

/** A store that is set up, with a key of Acme Inc. */
export async function setUpWithKey<S extends Store>(...given: Parameters<typeof setUp<S>>) {
  const set = await setUp(...given);
  return { ...set, key: (await set.createKey()).key };
}

/** What a list of imports says of one by a test. */
export const SOURCE = { fileName: 'a.csv', tool: 'table', mapping: '[]', startedBy: 'test', task: null };

/** An import file with these lines: text unchanged, anything else as JSON. */
export function bytesOf(lines: readonly (object | string)[]): AsyncIterable<Uint8Array> {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return Readable.from([Buffer.from(`${text}\n`)]);
}

export const ACME_BRAND = {
  id: 'acme',
  name: 'Acme',
  domain: 'acme.example',
  market: { location_code: 2840, language_code: 'en' },
  configured: true,
  engines: ['chatgpt', 'claude'],
  competitors: [
    { name: 'Bolt', domain: 'bolt.example' },
    { name: 'Cargo', domain: 'cargo.example' },
  ],
  prompts: [{ text: 'best anvils' }],
};

/** An apply file for one organization, Acme Inc, with these brands. */
export function acmeFile(brands: readonly object[] = [ACME_BRAND], organization: object = {}): object {
  return {
    organizations: [
      { name: 'Acme Inc', plan: { name: 'growth', status: 'active' }, brands, ...organization },
    ],
  };
}

/** Acme's apply file, with other fields of the brand and of the organization. */
export function acmeWith(brand: object, organization: object = {}): object {
  return acmeFile([{ ...ACME_BRAND, ...brand }], organization);
}

let brands = 0;

/** Applies one more brand to a store, in its own organization, beside earlier ones. Returns its id. */
export async function newBrand(store: Store, fields: object = {}): Promise<string> {
  brands += 1;
  const id = `brand-${brands}`;
  const organization = { name: id, plan: { name: 'growth' }, brands: [{ ...ACME_BRAND, ...fields, id }] };
  await pipelineOn(store).apply({ organizations: [organization] });
  return id;
}

let lines = 0;

/** An import line: a ChatGPT answer for Acme from an hour ago that names nobody, with overrides. */
export function line(fields: object = {}): Record<string, unknown> {
  lines += 1;
  return {
    brand: 'acme',
    engine: 'chatgpt',
    prompt: 'best anvils',
    collected_at: iso(NOW - HOUR_MS),
    external_id: `line-${lines}`,
    answer: 'It depends.',
    ...fields,
  };
}

/** An answer with given mentions of Acme's brands that it names, which costs a tenth of reading it. */
export function saying(answer: string): object {
  const named = ['Acme', 'Bolt', 'Cargo'].filter((brand) => answer.includes(brand));
  return { answer, mentions: named.map((brand) => ({ brand, mentioned: true })) };
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}
