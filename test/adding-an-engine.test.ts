import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { test } from 'node:test';
import { ENGINES } from '../src/domain/answers/engine.ts';
import type { EngineAdapter } from '../src/engines/engine.ts';
import { answered } from '../src/engines/engine-reading.ts';
import { jsonObject, text } from '../src/engines/json.ts';
import { byOneRequest } from '../src/engines/one-request.ts';
import { ADAPTERS } from '../src/engines/registry.ts';
import { baseUrl, choice } from '../src/engines/settings.ts';
import { engineVariablesMarkdown, readEngines } from '../src/main/settings/engines.ts';
import { ask } from './support/engines.ts';
import { ROOT, withEngines } from './support/write-docs.ts';

/** A new engine's folder holds only its adapter and a parser. The registry gains one line. */
const newcomer: EngineAdapter = {
  slug: 'newcomer',
  name: 'Newcomer',
  method: 'api',
  provider: {
    slug: 'newvendor',
    name: 'New Vendor',
    baseUrl: 'https://api.newvendor.example',
    keyHelp: 'an API key',
    settings: [choice('region', ['world', 'eu'], 'Where answers are made.')],
  },
  settings: [baseUrl('archive_url', 'https://archive.newvendor.example', 'Where its pages are.')],
  defaults: { model: 'new-1', concurrency: 2, deadlineSeconds: 60, costUsd: 0.01 },
  mostPromptCharacters: null,
  marketApplied: () => ({ location: false, language: false }),
  ...byOneRequest(
    ({ prompt }, { baseUrl: base, key, model, settings }) => ({
      method: 'POST',
      url: `${base}/${settings.region}/ask`,
      headers: { authorization: key },
      body: { model, prompt, archive: settings.archive_url },
    }),
    ({ body }) => answered(text(jsonObject(body).said) ?? ''),
  ),
};

const WITH_NEWCOMER = [...ADAPTERS, newcomer];
const KEY = { SIGHTLINE_NEWVENDOR_KEY: 'k' };

test("its key, its settings, and its provider's settings are variables, with their defaults", () => {
  const { ready } = readEngines(KEY, WITH_NEWCOMER);
  const found = ready.map(({ adapter, access, micros }) => [adapter.slug, access, micros]);
  assert.deepEqual(found, [
    [
      'newcomer',
      {
        key: 'k',
        baseUrl: 'https://api.newvendor.example',
        model: 'new-1',
        settings: { region: 'world', archive_url: 'https://archive.newvendor.example' },
      },
      10_000,
    ],
  ]);
});

test('its settings reach its request', () => {
  const env = {
    ...KEY,
    SIGHTLINE_NEWVENDOR_REGION: 'eu',
    SIGHTLINE_NEWCOMER_ARCHIVE_URL: 'https://a.example/',
  };
  const [engine] = readEngines(env, WITH_NEWCOMER).ready;
  assert.ok(engine);
  const [request] = newcomer.next(ask('x'), engine.access, []);
  assert.equal(request?.url, 'https://api.newvendor.example/eu/ask');
  assert.deepEqual(request?.body, { model: 'new-1', prompt: 'x', archive: 'https://a.example' });
});

for (const [variable, value, message] of [
  ['SIGHTLINE_NEWVENDOR_REGION', 'moon', 'SIGHTLINE_NEWVENDOR_REGION must be world or eu.'],
  ['SIGHTLINE_NEWCOMER_ARCHIVE_URL', 'moon', 'SIGHTLINE_NEWCOMER_ARCHIVE_URL must be an https:// URL.'],
] as const) {
  test(`refuses ${variable}=${value} by its name`, () =>
    assert.throws(() => readEngines({ [variable]: value }, WITH_NEWCOMER), { message }));
}

test("the table of variables has it, and so has the reports' list", () => {
  const variables = engineVariablesMarkdown(WITH_NEWCOMER);
  for (const row of [
    '| `SIGHTLINE_NEWVENDOR_REGION` | `world` | Where answers are made. |',
    '| `SIGHTLINE_NEWCOMER_ARCHIVE_URL` | `https://archive.newvendor.example` | Where its pages are. |',
    '| `SIGHTLINE_NEWCOMER_MODEL` | `new-1` | Model id for newcomer. |',
    '| `newcomer` | `2` | `60` | `0.01` | – |',
  ]) {
    assert.ok(variables.includes(row), row);
  }
  const list = withEngines('src/domain/answers/engine.ts', WITH_NEWCOMER);
  assert.ok(list.includes("    method: 'api',\n    provider: 'New Vendor',\n  },\n  // </engines>"));
});

test('reports list the engines that the registry has, in its order', () => {
  const displayed = (name: string, method: string) => (method === 'api' ? `${name} (API)` : name);
  assert.deepEqual(
    ENGINES,
    ADAPTERS.map(({ slug, name, method, provider, surface, cards }) => ({
      slug,
      name: displayed(name, method),
      method,
      provider: provider.name,
      ...(surface && { surface }),
      ...(cards && { cards }),
    })),
  );
});

test('no code outside its folder names an engine, its provider or a setting of theirs', () => {
  const own = ADAPTERS.flatMap(({ slug, provider, settings = [] }) => [
    slug,
    provider.slug,
    ...[...settings, ...(provider.settings ?? [])].map(({ name }) => name),
  ]);
  const named = new RegExp(`['"\`.](?:${[...new Set(own)].join('|')})(?![\\w/]|\\.(?:com|ai)\\b)['"\`]?`);
  for (const file of codeOutsideEngines()) {
    const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
    const naming = lines.filter((line) => named.test(line) && !/^\s*(\/\/|\/?\*)/.test(line));
    assert.deepEqual(naming, [], file);
  }
});

const TABLES = ['domain/answers/engine.ts', 'traffic/products.ts', 'traffic/outside-changes.ts'];

/**
 * Source code without tests, without the list generated from the registry, and without other tools' names for engines, and
 * without tables of the web: products that lead people to a site, and what vendors changed, most of it about things that no engine here asks.
 */
function codeOutsideEngines(): string[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => !/^(?:engines|exchange)/.test(path) && !TABLES.includes(path.replaceAll(sep, '/')))
    .map((path) => join('src', path));
}
