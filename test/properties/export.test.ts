import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { isBlank } from '../../src/domain/text.ts';
import { SITE_KINDS } from '../../src/domain/web/site-kinds.ts';
import {
  type BrandDocument,
  brandDocument,
  brandFile,
} from '../../src/pipeline/declare/document/document.ts';
import { applyYaml } from '../../src/pipeline/declare/document/document-yaml.ts';
import { effort } from '../support/effort.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { line, pipelineOn } from '../support/world.ts';

/** Texts with a meaning in YAML, and others. Each begins with a letter, so prompts have something to find. */
const texts = fc
  .oneof(
    fc.constantFrom(
      'yes',
      'null',
      '~',
      '1e3',
      '0x1f',
      '2026-01-01',
      '- a',
      'a: b',
      'a #b',
      '#a',
      '"',
      "'",
      '<<',
    ),
    fc.constantFrom(
      'a\nb',
      'a\r\nb',
      'a\n\n  b',
      'a\tb',
      '| a',
      '> a',
      '*a',
      '&a',
      '!!str a',
      '%a',
      '@a',
      '---',
    ),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
  )
  .map((text) => text.replaceAll('\0', '').trim())
  .filter((text) => !isBlank(text));
const names = texts.map((text) => `a${text}`);
const listOf = <Value>(value: fc.Arbitrary<Value>) => fc.uniqueArray(value, { maxLength: 3 });

const match = fc.record(
  {
    case_sensitive: fc.boolean(),
    not_followed_by: listOf(names),
    not_preceded_by: listOf(names),
    includes_products: fc.boolean(),
  },
  { requiredKeys: [] },
);
const hosts = fc.constantFrom('a.example', 'b.example', 'bücher.example', 'www.c.example', 'd.co.uk');
const site = {
  domain: fc.option(hosts),
  domains: listOf(hosts),
  aliases: fc.uniqueArray(
    fc.oneof(
      names,
      fc.tuple(names, match).map(([name, each]) => ({ name, ...each })),
    ),
    { selector: (alias) => (typeof alias === 'string' ? alias : alias.name), maxLength: 3 },
  ),
  match,
};

const documents = fc
  .record({
    ...site,
    market: fc.record({
      location_code: fc.option(fc.oneof(fc.constantFrom(2840, 'US', 'Norway'), fc.nat())),
      language_code: fc.option(fc.constantFrom('en', 'no', 'de-AT', '')),
    }),
    configured: fc.boolean(),
    samples_per_day: fc.integer({ min: 1, max: 5 }),
    engines: fc.shuffledSubarray(['chatgpt', 'claude', 'gemini', 'google_ai_mode']),
    competitors: fc.uniqueArray(fc.record({ name: names.map((name) => `c${name}`), ...site }), {
      selector: ({ name }) => name,
      maxLength: 3,
    }),
    sites: fc.uniqueArray(fc.record({ host: hosts, kind: fc.constantFrom(...SITE_KINDS.slice(1)) }), {
      selector: ({ host }) => host.replace('www.', ''),
      maxLength: 3,
    }),
    prompts: fc.uniqueArray(
      fc.oneof(
        texts,
        fc.record(
          {
            text: texts,
            tags: fc.array(fc.oneof(texts, fc.constantFrom('a', 'A', ' a ', 'b')), { maxLength: 5 }),
            active: fc.boolean(),
            samples_per_day: fc.integer({ min: 1, max: 5 }),
          },
          { requiredKeys: ['text'] },
        ),
        fc.record(
          { text: texts, active: fc.boolean(), every: fc.constantFrom('day', 'week') },
          { requiredKeys: ['text'] },
        ),
      ),
      { selector: (prompt) => (typeof prompt === 'string' ? prompt : prompt.text), maxLength: 5 },
    ),
  })
  // Repeating a name with other options is a contradiction, which Sightline refuses.
  .map((document) => ({ ...document, name: 'Self' }));

onReusedStore('an export', (fresh) => {
  let store: TestStore;
  let brands = 0;

  before(async () => {
    store = await fresh();
  });

  async function declared(document: object): Promise<string> {
    brands += 1;
    const brand = { id: `brand-${brands}`, ...document };
    await pipelineOn(store).apply({ organizations: [{ name: 'Acme Inc', brands: [brand] }] });
    return brand.id;
  }

  test('changes nothing when applied, and comes out the same again, for any declaration', async () => {
    const property = fc.asyncProperty(documents, async (document) => {
      const { apply, importLines } = pipelineOn(store);
      const brand = await declared({ ...document, name: `Self ${brands}` });
      await importLines([line({ brand, prompt: 'a question that nobody declared' })]);
      const stored = await contentsOf(store.main);
      const exported = applyYaml(await brandFile(store.main, brand));
      assert.deepEqual((await apply(exported)).changes, [], exported);
      assert.deepEqual(await contentsOf(store.main), stored);
      assert.equal(applyYaml(await brandFile(store.main, brand)), exported);
    });
    await fc.assert(property, { numRuns: effort(10, 400) });
  });

  test('is restored by a later apply, after any declarations in between', async () => {
    const property = fc.asyncProperty(documents, documents, async (first, second) => {
      const { apply } = pipelineOn(store);
      const name = `Self ${brands}`;
      const id = await declared({ ...first, name });
      const exported = await brandFile(store.main, id);
      const later = { ...second, id, name };
      await apply({ organizations: [{ name: 'Acme Inc', brands: [later] }] });
      await apply(applyYaml(exported));
      assert.deepEqual(comparable(await brandDocument(store.main, id)), comparable(exported[0].brands[0]));
    });
    await fc.assert(property, { numRuns: effort(6, 250) });
  });
});

/** Questions asked since stay, but inactive. Competitors keep the order of their first use. */
function comparable(document: BrandDocument | undefined) {
  assert.ok(document);
  const { prompts, competitors, ...others } = document;
  const entries = prompts.map((prompt) => (typeof prompt === 'string' ? { text: prompt } : prompt));
  return {
    ...others,
    competitors: competitors.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    asked: pluck(
      entries.filter(({ active }) => active !== false),
      'text',
      'tags',
    ).sort(),
  };
}
