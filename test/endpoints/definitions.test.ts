import assert from 'node:assert/strict';
import { test } from 'node:test';
import { definitions } from '../../src/reports/brands/definitions.ts';
import type { Envelope } from '../../src/reports/run/run-report.ts';
import { noteUnder } from '../../src/reports/show/table-view.ts';
import { pluck } from '../support/pluck.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, acmeWith, DAY_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const reportsOn = reportsAmong(definitions);

interface Figure {
  readonly engine: string;
  readonly definition: string;
  readonly numerator: number;
  readonly denominator: number | null;
  readonly value: number | null;
  readonly why_not: string | null;
  readonly interval: object | null;
}

interface Body {
  readonly data: {
    readonly figures: Figure[];
    readonly not_computed: { readonly definition: string; readonly value: null; readonly why_not: string }[];
    readonly sources: {
      readonly definition: string;
      readonly name: string;
      readonly url: string | null;
      readonly read_on: string;
    }[];
  };
  readonly meta: {
    readonly branded_prompts: number;
    readonly answers_left_out: number;
    readonly note: string;
  };
}

async function askingAcme(fresh: () => Promise<TestStore>) {
  const store = await fresh();
  const pipeline = pipelineOn(store);
  await pipeline.apply(acmeFile());
  const { key } = await pipeline.createKey();
  const api = reportsOn(store);
  const ask = async (query = '') => {
    const { status, body } = await api.get(`/definitions?engine=chatgpt${query}`, key);
    assert.equal(status, 200, JSON.stringify(body));
    return body as Body;
  };
  return { ...pipeline, store, ask, get: (query: string) => api.get(`/definitions${query}`, key) };
}

/** Numerator, denominator, and value by definition. */
const figuresOf = ({ data }: Body) =>
  Object.fromEntries(
    data.figures.map((row) => [row.definition, [row.numerator, row.denominator, row.value]]),
  );

onReusedStore('GET /definitions', (fresh) => {
  test('200: each definition counts the same answers by its own rules', async () => {
    const { ask, importLines } = await askingAcme(fresh);
    const citations = [{ url: 'https://acme.example/a' }];
    await importLines([
      // Two answers to one prompt on one day: the second is a repeat.
      line({ answer: 'Acme, Acme, and Bolt', citations }),
      line({ answer: 'Acme', collected_at: iso(NOW - 1000) }),
      line({ answer: 'Acme and Bolt', collected_at: iso(NOW - DAY_MS) }),
      line({ prompt: 'cheap anvils', answer: 'Bolt' }),
      line({ prompt: 'good anvils', answer: 'It depends.' }),
      line({ prompt: 'heavy anvils', answer: 'Bolt' }),
      line({ prompt: 'old anvils', answer: 'Cargo' }),
      line({ prompt: 'Is Acme any good?', answer: 'Acme' }),
      line({ outcome: 'error' }),
    ]);
    const body = await ask();
    assert.deepEqual(figuresOf(body), {
      sightline_visibility: [4, 8, 0.5],
      sightline_share_of_voice: [5, 10, 0.5],
      ahrefs_mentions: [4, null, 4],
      airops_share_of_voice: [4, 7, 0.571],
      bluerails_citation_rate: [1, 8, 0.125],
      canonry_share_of_voice: [3, 8, 0.375],
      lettertrace_share_of_voice: [5, 10, 0.5],
      otterly_brand_mentions: [3, null, 3],
      otterly_share_of_voice: [3, 8, 0.375],
      otterly_brand_coverage: [2, 6, 0.333],
      peec_visibility: [4, 8, 0.5],
      peec_share_of_voice: [5, 10, 0.5],
      scrunch_brand_presence: [3, 7, 0.429],
      semrush_mentions: [2, null, 2],
    });
    assert.deepEqual([body.meta.branded_prompts, body.meta.answers_left_out], [1, 0]);
  });

  test('200: without repeats, the first answer of a day is the first in the window, not one before or after it', async () => {
    const { ask, importLines } = await askingAcme(fresh);
    const at = (time: string, answer: string) =>
      line({ prompt: answer, answer: 'Acme', collected_at: `2026-11-${time}:00:00Z` });
    await importLines([
      // The window: from noon on the 12th to noon on the 14th. The order of storage decides which answer is
      // first.
      at('12T08', 'a'),
      at('12T13', 'a'),
      at('12T14', 'a'),
      at('14T20', 'b'),
      at('14T09', 'b'),
      at('14T10', 'b'),
      at('12T15', 'c'),
      at('12T09', 'c'),
      at('12T16', 'c'),
      at('13T01', 'd'),
      at('13T23', 'd'),
      at('12T11', 'e'),
      at('14T13', 'f'),
      at('13T06', 'g'),
      at('13T07', 'g'),
      at('13T05', 'g'),
    ]);
    const body = await ask('&days=2&until=2026-11-14T12:00:00Z');
    const { ahrefs_mentions: all, otterly_brand_mentions: without } = figuresOf(body);
    assert.deepEqual([all?.[0], without?.[0]], [11, 5]);
  });

  test('200: too little to divide by is null with the reason; a count is not', async () => {
    const { ask, importLines } = await askingAcme(fresh);
    await importLines([1, 2, 3, 4].map(() => line({ answer: 'Acme' })));
    const { data } = await ask();
    for (const { value, denominator, why_not, interval } of data.figures) {
      assert.equal(value === null, denominator !== null);
      assert.equal(why_not === null, denominator === null);
      assert.equal(interval, null);
    }
  });

  test('200: a definition without the needed data has no figure, and says why', async () => {
    const { data } = await (await askingAcme(fresh)).ask();
    assert.ok(data.not_computed.some(({ definition }) => definition === 'profound_visibility_score'));
    for (const { value, why_not } of data.not_computed) {
      assert.equal(value, null);
      assert.notEqual(why_not, '');
    }
  });

  test('200: engines stay separate, whatever a publisher does, and an engine that is not asked is absent', async () => {
    const { importLines, get, ask } = await askingAcme(fresh);
    await importLines([line({ answer: 'Acme' }), line({ engine: 'claude', answer: 'Bolt' })]);
    const { body } = await get('');
    const { figures } = (body as Body).data;
    assert.deepEqual([...new Set(figures.map(({ engine }) => engine))], ['chatgpt', 'claude']);
    const pooled = figures.filter(({ definition }) => definition === 'otterly_brand_mentions');
    assert.deepEqual(pluck(pooled, 'numerator'), [1, 0]);
    const one = ((await get('?definition=otterly_brand_mentions')).body as Body).data;
    assert.deepEqual(one.figures, pooled, 'one definition on every engine');
    assert.equal(
      (await ask()).data.figures.every(({ engine }) => engine === 'chatgpt'),
      true,
    );
  });

  test('200: omits answers without a new competitor from all definitions, until the rescan', async () => {
    const { apply, ask, importLines, rescan } = await askingAcme(fresh);
    await importLines([1, 2, 3, 4, 5].map(() => line({ answer: 'Acme and Dart' })));
    await apply(acmeWith({ competitors: [...ACME_BRAND.competitors, { name: 'Dart' }] }));
    const before = await ask();
    assert.deepEqual(figuresOf(before).sightline_visibility, [0, 0, null]);
    assert.equal(before.meta.answers_left_out, 5);
    const said =
      /5 answers in the window do not count, because Sightline did not look for every brand tracked now in them\./;
    assert.match(before.meta.note, said);
    assert.match(noteUnder(definitions, before as unknown as Envelope), said);
    await rescan();
    const after = await ask();
    assert.deepEqual(figuresOf(after).sightline_share_of_voice, [5, 10, 0.5]);
    assert.equal(after.meta.answers_left_out, 0);
    assert.doesNotMatch(after.meta.note, /do not count, because/);
  });

  test('200: every definition links its pages, each with its reading date', async () => {
    const { ask } = await askingAcme(fresh);
    const { data } = await ask();
    const known = new Set([...data.figures, ...data.not_computed].map(({ definition }) => definition));
    assert.deepEqual(new Set(data.sources.map(({ definition }) => definition)), known);
    for (const { definition, url, read_on } of data.sources) {
      if (definition.startsWith('sightline_')) assert.equal(url, null);
      else assert.match(url ?? '', /^https:\/\//);
      assert.match(read_on, /^\d{4}-\d\d-\d\d$/);
    }
    const one = await ask('&definition=ahrefs_mentions');
    const missing = new Set(one.data.not_computed.map(({ definition }) => definition));
    const found = new Set(one.data.sources.map(({ definition }) => definition));
    assert.deepEqual(found, missing.add('ahrefs_mentions'));
  });
});
