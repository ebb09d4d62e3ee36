import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { siteOf } from '../../src/domain/web/site.ts';
import { addEvent } from '../../src/pipeline/declare/events.ts';
import { why } from '../../src/reports/alerts/why.ts';
import { effort } from '../support/effort.ts';
import { pluck } from '../support/pluck.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { acmeFile, DAY_MS, iso, line, NOW, newBrand, pipelineOn, random, saying } from '../support/world.ts';

const reportsOn = reportsAmong(why);

/** Answers in a window that ended this many days ago; the first `named` name Acme. */
function answersTo(prompt: string, daysAgo: number, named: number, of: number, more: object = {}) {
  return Array.from({ length: of }, (_, index) =>
    line({
      prompt,
      collected_at: iso(NOW - daysAgo * DAY_MS - index),
      ...saying(index < named ? 'Acme' : 'It depends.'),
      ...more,
    }),
  );
}

const NOW_IN = 0;
const BEFORE = 7;

/** The rows about Acme, with 7-day windows. */
async function whyOf(store: TestStore, lines: readonly object[], query = '') {
  const { apply, importLines, createKey } = pipelineOn(store);
  await apply(acmeFile());
  await importLines(lines);
  const { key } = await createKey();
  return await reportsOn(store).get(`/why?days=7${query}`, key);
}

type Row = {
  readonly engine: string;
  readonly term: string;
  readonly points: number | null;
  readonly question: { readonly text: string } | null;
  readonly folded: { readonly rows: number; readonly terms: readonly string[] } | null;
};

const inShort = (rows: readonly Row[]) => rows.map(({ term, points }) => [term, points]);

const DROPPED = [
  ...answersTo('best anvils', NOW_IN, 2, 40),
  ...answersTo('best anvils', BEFORE, 30, 40),
  ...answersTo('cheap anvils', NOW_IN, 11, 40),
  ...answersTo('cheap anvils', BEFORE, 10, 40),
];

onReusedStore('GET /why', (fresh) => {
  test('200: the change of an engine, and the terms that add up to it', async () => {
    const { status, body } = await whyOf(await fresh(), DROPPED, '&by=question');
    assert.equal(status, 200);
    assert.deepEqual(inShort(body.data), [
      ['change', -33.75],
      ['rate', -35],
      ['not_told', 1.25],
    ]);
    const [change, rate, rest] = body.data;
    assert.deepEqual(
      [change.now.present, change.now.responses, change.now.rate, change.before.rate, change.told],
      [13, 80, 0.163, 0.5, true],
    );
    assert.deepEqual([rate.question.text, rate.now.present, rate.before.present], ['best anvils', 2, 30]);
    assert.deepEqual([rest.folded, body.meta.earlier.window_days], [{ rows: 1, terms: ['rate'] }, 7]);
    assert.deepEqual(
      [change.before.from, change.before.until],
      [body.meta.earlier.from, body.meta.earlier.until],
    );
  });

  test('200: questions in one window only are their own terms', async () => {
    const lines = [
      ...answersTo('best anvils', NOW_IN, 20, 40),
      ...answersTo('best anvils', BEFORE, 20, 40),
      ...answersTo('new anvils', NOW_IN, 0, 40),
      ...answersTo('old anvils', BEFORE, 40, 40),
    ];
    const { body } = await whyOf(await fresh(), lines);
    assert.deepEqual(inShort(body.data), [
      ['change', -50],
      ['questions_added', -25],
      ['questions_removed', -25],
      ['not_told', 0],
    ]);
    const { body: shared } = await whyOf(await fresh(), lines, '&shared=true');
    assert.deepEqual(inShort(shared.data), [
      ['change', 0],
      ['not_told', 0],
    ]);
  });

  test('200: a model that took over everywhere at once has no number, and the day', async () => {
    const lines = [
      ...answersTo('best anvils', NOW_IN, 2, 40, { model: 'new' }),
      ...answersTo('best anvils', BEFORE, 30, 40, { model: 'old' }),
    ];
    const { body } = await whyOf(await fresh(), lines);
    assert.deepEqual(inShort(body.data), [
      ['change', -70],
      ['rate', -70],
      ['model_mix', null],
    ]);
    const { model, since } = body.data[2];
    assert.deepEqual([model, since], ['new', iso(NOW).slice(0, 10)]);
  });

  test('200: separates models that answer side by side, also an unknown one', async () => {
    const lines = [BEFORE, NOW_IN].flatMap((daysAgo) => [
      ...answersTo('best anvils', daysAgo, daysAgo === BEFORE ? 38 : 8, daysAgo === BEFORE ? 40 : 10, {
        model: 'old',
      }),
      ...answersTo('best anvils', daysAgo, 0, daysAgo === BEFORE ? 10 : 40),
    ]);
    const { body } = await whyOf(await fresh(), lines);
    assert.deepEqual(pluck(body.data, 'term'), ['change', 'model_mix', 'not_told']);
  });

  test('200: by citation of a site', async () => {
    const citing = { citations: [{ url: 'https://docs.rank.example/anvils' }] };
    const lines = [
      ...answersTo('best anvils', NOW_IN, 1, 40, citing),
      ...answersTo('best anvils', NOW_IN, 10, 40),
      ...answersTo('best anvils', BEFORE, 39, 40, citing),
      ...answersTo('best anvils', BEFORE, 10, 40),
    ];
    const { body } = await whyOf(await fresh(), lines, `&site=${siteOf('docs.rank.example')}`);
    assert.deepEqual(inShort(body.data).slice(0, 2), [
      ['change', -47.5],
      ['rate_where_cited', -47.5],
    ]);
    assert.equal(body.meta.site, 'rank.example');
  });

  test('200: a window with too few answers has neither a rate nor terms of one', async () => {
    const lines = [...answersTo('best anvils', NOW_IN, 2, 4), ...answersTo('best anvils', BEFORE, 30, 40)];
    const { body } = await whyOf(await fresh(), lines);
    assert.deepEqual(inShort(body.data), [['change', null]]);
    assert.deepEqual([body.data[0].now.rate, body.data[0].now.present], [null, 2]);
    assert.match(
      body.meta.note,
      /ChatGPT \(API\) has 4 answers in the window and 40 in the earlier one: a change needs at least 5 in each\./,
    );
  });

  test('200: answers in one window alone are a row, and the note says why it has no terms', async () => {
    const { body } = await whyOf(await fresh(), answersTo('best anvils', NOW_IN, 1, 1));
    assert.deepEqual(inShort(body.data), [['change', null]]);
    assert.deepEqual([body.data[0].now.responses, body.data[0].before.responses], [1, 0]);
    assert.match(body.meta.note, /ChatGPT \(API\) has 1 answer in the window and 0 in the earlier one/);
  });

  test('200: the note says that there are no answers', async () => {
    const { body } = await whyOf(await fresh(), []);
    assert.deepEqual(body.data, []);
    assert.match(body.meta.note, /No engine has answers in either window, so there is no change\./);
  });

  test('200: events of both windows coincide with the change', async () => {
    const store = await fresh();
    await whyOf(store, DROPPED);
    const { createKey } = pipelineOn(store);
    const { key } = await createKey();
    const read = async () => (await reportsOn(store).get('/why?days=7', key)).body.meta;
    const before = (await read()).coincides_with.length;
    const deps = { db: store.main, now: () => NOW, random, actor: 'usr_test' };
    for (const [text, days] of [
      ['Pricing page rewritten', 2],
      ['Campaign started', 12],
      ['Long ago', 15],
    ] as const) {
      await addEvent(deps, 'acme', { text, kind: 'page', day: iso(NOW - days * DAY_MS).slice(0, 10) });
    }
    const { note, coincides_with: events } = await read();
    assert.equal(events.length, before + 2);
    assert.match(
      note,
      /A change here coincides with: .*Pricing page rewritten \(2026-11-18\).*; Campaign started \(2026-11-08\)\./,
    );
    assert.doesNotMatch(note, /Long ago|because/);
  });

  test('200: marks answers read with different names', async () => {
    const store = await fresh();
    await whyOf(store, DROPPED);
    const { createKey, apply } = pipelineOn(store);
    const [brand] = (acmeFile() as { organizations: { brands: object[] }[] }).organizations[0]?.brands ?? [];
    await apply(acmeFile([{ ...brand, aliases: ['Acme Corp'] }]));
    await pipelineOn(store).importLines(answersTo('best anvils', NOW_IN, 1, 1));
    const { key } = await createKey();
    const { body } = await reportsOn(store).get('/why?days=7', key);
    const reading = body.data.find(({ term }: Row) => term === 'reading');
    assert.deepEqual([reading?.points, reading?.told], [null, false]);
  });

  for (const [measure, more, now] of [
    ['cited', { citations: [{ url: 'https://bolt.example/' }] }, 20],
    ['recommended', { mentions: [{ brand: 'Bolt', mentioned: true, framing: 'recommended' }] }, 20],
  ] as const) {
    test(`200: ${measure}, of a competitor`, async () => {
      const lines = [
        ...answersTo('best anvils', NOW_IN, 0, 20, more),
        ...answersTo('best anvils', NOW_IN, 0, 20),
        ...answersTo('best anvils', BEFORE, 0, 40),
      ];
      const { body } = await whyOf(await fresh(), lines, `&measure=${measure}&about=Bolt`);
      const [change] = body.data;
      assert.deepEqual([change.brand, change.now.present, change.points], ['Bolt', now, 50]);
    });
  }

  test('200: the earlier window has compare_days days, and ends where the other begins', async () => {
    const lines = [
      ...answersTo('best anvils', NOW_IN, 0, 20),
      ...answersTo('best anvils', BEFORE, 0, 20),
      line({ collected_at: iso(NOW - 30 * DAY_MS), mentions: [{ brand: 'Acme', mentioned: true }] }),
    ];
    const { body } = await whyOf(await fresh(), lines, '&compare_days=28');
    const { window, earlier } = body.meta;
    assert.deepEqual([earlier.window_days, Date.parse(window.from) - Date.parse(earlier.until)], [28, 1]);
    assert.equal(body.data[0].before.responses, 21);
    const { body: alike } = await whyOf(await fresh(), lines);
    assert.equal(alike.data[0].before.responses, 20);
    const from = iso(NOW - 31 * DAY_MS);
    const { body: apart } = await whyOf(await fresh(), lines, `&compare_days=2&compare=${from}`);
    assert.deepEqual([apart.data[0].before.responses, apart.meta.earlier.from], [1, from]);
  });

  for (const [query, word] of [
    ['&about=Nobody', 'about'],
    ['&by=site', 'by'],
    ['&measure=share', 'measure'],
    ['&site=docs.rank.example', 'site'],
    ['&site=rank.example&by=question', 'site'],
    ['&compare=tomorrow', 'compare'],
    ['&compare=year&compare_days=28', 'compare_days'],
    ['&compare_days=0', 'compare_days'],
  ] as const) {
    test(`400: ${query}`, async () => {
      const { status, body } = await whyOf(await fresh(), [], query);
      assert.deepEqual([status, body.error.code], [400, 'invalid_parameter']);
      assert.match(body.error.message, new RegExp(`\`?${word}\`?`));
    });
  }

  test('the rows of each engine add up to its change to the last digit, by every cut', async () => {
    const store = await fresh();
    const { createKey, importLines } = pipelineOn(store);
    const anyAnswer = fc.record({
      engine: fc.constantFrom('chatgpt', 'claude'),
      prompt: fc.constantFrom('best anvils', 'cheap anvils', 'old anvils'),
      model: fc.constantFrom('a', 'b', null),
      hours: fc.integer({ min: 0, max: 14 * 24 - 1 }),
      named: fc.boolean(),
      cites: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyAnswer, { minLength: 20, maxLength: 90 }), async (answers) => {
        const brand = await newBrand(store);
        await importLines(
          answers.map(({ hours, named, cites, ...fields }) =>
            line({
              brand,
              ...fields,
              collected_at: iso(NOW - (hours * DAY_MS) / 24),
              ...saying(named ? 'Acme' : 'It depends.'),
              citations: cites ? [{ url: 'https://rank.example/' }] : [],
            }),
          ),
        );
        const { key } = await createKey({ organization: brand });
        for (const query of ['', '&by=question', '&by=model', '&site=rank.example']) {
          const { body } = await reportsOn(store).get(`/why?days=7${query}`, key);
          for (const rows of Map.groupBy(body.data as Row[], ({ engine }) => engine).values()) {
            const [change, ...terms] = rows;
            const hundredths = terms.reduce((sum, { points }) => sum + Math.round(100 * (points ?? 0)), 0);
            assert.equal(hundredths, Math.round(100 * (change?.points ?? 0)));
          }
        }
      }),
      { numRuns: effort(6, 60) },
    );
  });
});
