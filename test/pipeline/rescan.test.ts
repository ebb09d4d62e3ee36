import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SightlineError } from '../../src/domain/errors.ts';
import { dayOf } from '../../src/domain/time/period.ts';
import { removeBrand } from '../../src/pipeline/declare/brands.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { packDays } from '../../src/storage/panel/pack.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { contentsOf, readingsOf, sourcesOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, acmeWith, line, NOW, pipelineOn, setUp } from '../support/world.ts';

type Lines = readonly object[];

const [BOLT, CARGO] = ACME_BRAND.competitors;

/** Applies one file, imports, applies another, and rescans. */
async function rescanned(store: Store, before: object, lines: Lines, after: object) {
  const { apply, importLines, rescan } = pipelineOn(store);
  await apply(before);
  assert.equal((await importLines(lines)).bad_lines, 0);
  await apply(after);
  const [acme] = await rescan({ brand: 'acme' });
  assert.deepEqual(await findDifferences(store.main), []);
  return acme;
}

/** Outcomes of answers, with mentions as "name: fields", oldest answer and tracked brand first. */
async function saidOf(store: Store): Promise<string[]> {
  const { answers, mentions, tracked_brands } = await contentsOf(store.main);
  const byId = (a: Record<string, unknown>, b: Record<string, unknown>) =>
    Number(a.brand_id) - Number(b.brand_id) || Number(a.id) - Number(b.id);
  return answers.sort(byId).map((answer) => {
    const ofBrand = (row: Record<string, unknown>) => row.brand_id === answer.brand_id;
    const said = tracked_brands
      .filter(ofBrand)
      .sort(byId)
      .flatMap((tracked) => {
        const row = mentions
          .filter(ofBrand)
          .find((each) => each.answer_id === answer.id && each.tracked_id === tracked.id);
        return row ? [`${tracked.name} ${row.count ?? '?'}${row.cited === 1 ? ' cited' : ''}`] : [];
      });
    return `${answer.outcome}: ${said.join(', ')}`;
  });
}

const citing = (url: string, fields: object = {}) => line({ citations: [{ url }], ...fields });

onReusedStore('rescan reads stored answers', (fresh) => {
  test('with a new alias', async () => {
    const store = await fresh();
    const lines = [line({ answer: 'Anvil Co' }), line({ answer: 'Acme' }), line()];
    const done = await rescanned(store, acmeFile(), lines, acmeWith({ aliases: ['Anvil Co'] }));
    assert.deepEqual(done, { brand: 'acme', answers_read: 3, answers_changed: 1 });
    assert.deepEqual(await saidOf(store), [
      'ok: Acme 1, Bolt 0, Cargo 0',
      'ok: Acme 1, Bolt 0, Cargo 0',
      'empty: Acme 0, Bolt 0, Cargo 0',
    ]);
  });

  test('and keeps what a model said of those whom an answer still names', async () => {
    const { store, apply, rescan } = await setUp(fresh, acmeWith({ aliases: ['Anvil Co'] }), [
      line({ answer: 'Acme' }),
      line({ answer: 'Anvil Co' }),
    ]);
    const byModel = { said: '[["price",0,0,4]]', model_framing: 'recommended', model_words: '[]' };
    await store.main.updateTable('mentions').set(byModel).where('mentioned', '=', 1).execute();
    await apply(acmeWith({ aliases: ['Acme Inc'] }));
    await rescan();
    const kept = await store.main
      .selectFrom('mentions')
      .innerJoin('tracked_brands', (join) =>
        join
          .onRef('tracked_brands.brand_id', '=', 'mentions.brand_id')
          .onRef('tracked_brands.id', '=', 'mentions.tracked_id'),
      )
      .select(['mentioned', 'said', 'model_framing', 'model_words'])
      .where('tracked_brands.role', '=', 'self')
      .orderBy('answer_id')
      .execute();
    const none = { said: null, model_framing: null, model_words: null };
    const found = kept.map((row) => ({ ...row }));
    assert.deepEqual(found, [
      { mentioned: 1, ...byModel },
      { mentioned: 0, ...none },
    ]);
  });

  test('without a removed alias', async () => {
    const store = await fresh();
    await rescanned(
      store,
      acmeWith({ aliases: ['Anvil Co'] }),
      [line({ answer: 'Anvil Co' })],
      acmeWith({ aliases: [] }),
    );
    assert.deepEqual(await saidOf(store), ['empty: Acme 0, Bolt 0, Cargo 0']);
  });

  test('for a new competitor, which then has the whole history', async () => {
    const store = await fresh();
    const lines = [
      line({ answer: 'Dart' }),
      citing('https://dart.example/a'),
      line({ answer: 'Acme, Dart' }),
    ];
    const after = acmeWith({ competitors: [BOLT, CARGO, { name: 'Dart', domain: 'dart.example' }] });
    await rescanned(store, acmeFile(), lines, after);
    assert.deepEqual(await saidOf(store), [
      'ok: Acme 0, Bolt 0, Cargo 0, Dart 1',
      'empty: Acme 0, Bolt 0, Cargo 0, Dart 0 cited',
      'ok: Acme 1, Bolt 0, Cargo 0, Dart 1',
    ]);
  });

  test('not for a retired competitor: its rows stay, and an answer that names only it names nobody', async () => {
    const store = await fresh();
    await rescanned(store, acmeFile(), [line({ answer: 'Bolt' })], acmeWith({ competitors: [CARGO] }));
    assert.deepEqual(await saidOf(store), ['empty: Acme 0, Bolt 1, Cargo 0']);
  });

  test('for a competitor that came back, under a name and in answers that it missed', async () => {
    const store = await fresh();
    const { apply, importLines, rescan } = pipelineOn(store);
    await rescanned(
      store,
      acmeFile(),
      [line({ answer: 'Bolt or Thunder' })],
      acmeWith({ competitors: [CARGO] }),
    );
    await importLines([line({ answer: 'Bolt' })]);
    await apply(acmeWith({ competitors: [{ ...BOLT, aliases: ['Thunder'] }, CARGO] }));
    await rescan();
    assert.deepEqual(await saidOf(store), ['ok: Acme 0, Bolt 2, Cargo 0', 'ok: Acme 0, Bolt 1, Cargo 0']);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('with other domains: its citations follow the brand', async () => {
    const store = await fresh();
    const lines = [
      citing('https://acme.example/'),
      citing('https://shop.acme.org/'),
      citing('https://bolt.example/'),
    ];
    await rescanned(store, acmeFile(), lines, acmeWith({ domain: 'acme.org' }));
    assert.deepEqual(await saidOf(store), [
      'empty: Acme 0, Bolt 0, Cargo 0',
      'empty: Acme 0 cited, Bolt 0, Cargo 0',
      'empty: Acme 0, Bolt 0 cited, Cargo 0',
    ]);
  });

  test('with another name of the brand, and sources that follow it', async () => {
    const store = await fresh();
    const lines = [
      citing('https://a.example/', { answer: 'Apex' }),
      citing('https://a.example/', { answer: 'Acme' }),
    ];
    await rescanned(store, acmeFile(), lines, acmeWith({ name: 'Apex' }));
    assert.deepEqual(await saidOf(store), ['ok: Apex 1, Bolt 0, Cargo 0', 'empty: Apex 0, Bolt 0, Cargo 0']);
    assert.deepEqual(await sourcesOf(store.main, 1), [{ host: 'a.example', answers: 2, named: 1, gaps: 0 }]);
  });

  test('when only its match options changed', async () => {
    const store = await fresh();
    await rescanned(store, acmeFile(), [line()], acmeWith({ match: { case_sensitive: true } }));
    const { importLines } = pipelineOn(store);
    await importLines([line()]);
    const { answers } = await contentsOf(store.main);
    assert.equal(new Set(answers.map((row) => row.reading)).size, 1);
  });

  test('as import would read them now, a later import included', async () => {
    const store = await fresh();
    const other = await fresh();
    const before = [
      line({ answer: 'Bolt and Dart' }),
      citing('https://dart.example/'),
      line({ outcome: 'timeout' }),
    ];
    const after = [line({ answer: 'Dart' }), line({ answer: null })];
    const file = acmeWith({ competitors: [CARGO, { name: 'Dart', domain: 'dart.example' }] });
    await rescanned(store, acmeFile(), before, file);
    await pipelineOn(store).importLines(after);
    await pipelineOn(other).apply(file);
    await pipelineOn(other).importLines([...before, ...after]);
    assert.deepEqual(await readingsOf(store.main), await readingsOf(other.main));
  });

  test('and a failed collection stays one', async () => {
    const store = await fresh();
    await rescanned(
      store,
      acmeFile(),
      [line({ outcome: 'error', answer: 'Dart' }), line()],
      acmeWith({ aliases: ['Dart'] }),
    );
    const { collections, answers } = await contentsOf(store.main);
    assert.deepEqual(collections.map((row) => row.outcome).sort(), ['empty', 'error']);
    assert.equal(answers.length, 1);
  });
});

onReusedStore('rescan keeps declared fields', (fresh) => {
  test('an answer stated as ok that names nobody', async () => {
    const store = await fresh();
    await rescanned(store, acmeFile(), [line({ outcome: 'ok' })], acmeWith({ aliases: ['Anvil Co'] }));
    assert.deepEqual(await saidOf(store), ['ok: Acme 0, Bolt 0, Cargo 0']);
  });

  test('an answer stated as empty, which still names nobody', async () => {
    const store = await fresh();
    const lines = [line({ outcome: 'empty', answer: 'Acme and Anvil Co' })];
    await rescanned(store, acmeFile(), lines, acmeWith({ aliases: ['Anvil Co'] }));
    assert.deepEqual(await saidOf(store), ['empty: Acme 0, Bolt 0, Cargo 0']);
  });

  test('derives a derived ok again, and back', async () => {
    const store = await fresh();
    const { apply, rescan } = pipelineOn(store);
    const lines = [line({ answer: 'Anvil Co' })];
    await rescanned(store, acmeFile(), lines, acmeWith({ aliases: ['Anvil Co'] }));
    const outcomes = async () =>
      Object.values(await contentsOf(store.main))
        .flat()
        .flatMap((row) => row.outcome ?? []);
    assert.deepEqual(await outcomes(), ['ok', 'ok']);
    await apply(acmeWith({ aliases: [] }));
    await rescan();
    assert.deepEqual(await outcomes(), ['empty', 'empty']);
    assert.deepEqual(await findDifferences(store.main), []);
  });
});

const GIVEN = {
  brand: 'Acme',
  mentioned: true,
  rank: 3,
  count: 7,
  framing: 'recommended',
  framing_signals: ['top "pick"', 'é'],
  snippet: 'Acme…',
};

onReusedStore('rescan of an answer with given mentions', (fresh) => {
  const given = (fields: object = {}) =>
    line({ answer: 'Bolt, Bolt and Dart or Arrow', mentions: [GIVEN], ...fields });
  const more = (fields: object = {}) =>
    acmeWith({
      competitors: [BOLT, CARGO, { name: 'Dart', domain: 'dart.example', ...fields }],
      aliases: ['Bolts'],
    });

  test('changes none of them, and is not due again', async () => {
    const { store, apply, rescan } = await setUp(fresh, acmeFile(), [given()]);
    const before = (await contentsOf(store.main)).mentions;
    await apply(acmeWith({ aliases: ['Bolt and'] }));
    assert.deepEqual(await rescan(), [{ brand: 'acme', answers_read: 1, answers_changed: 0 }]);
    const { mentions, answers } = await contentsOf(store.main);
    assert.deepEqual([mentions, answers[0]?.reader], [before, 'import']);
    assert.deepEqual(await rescan(), [{ brand: 'acme', answers_read: 0, answers_changed: 0 }]);
  });

  test('but its citations follow the hosts', async () => {
    const store = await fresh();
    const lines = [given({ citations: [{ url: 'https://acme.org/' }] })];
    await rescanned(store, acmeFile(), lines, acmeWith({ domain: 'acme.org' }));
    assert.deepEqual(await saidOf(store), ['ok: Acme 7 cited, Bolt 0, Cargo 0']);
    const { mentions } = await contentsOf(store.main);
    const acme = mentions.find((row) => row.count === 7);
    assert.deepEqual(
      [acme?.rank, acme?.framing, acme?.framing_signals, acme?.snippet],
      [3, 'recommended', JSON.stringify(GIVEN.framing_signals), 'Acme…'],
    );
  });

  test('looks in the text for a brand that they did not know', async () => {
    const store = await fresh();
    await rescanned(store, acmeFile(), [given()], more());
    assert.deepEqual(await saidOf(store), ['ok: Acme 7, Bolt 0, Cargo 0, Dart 1']);
  });

  test('and for that one again when its names change, because the import did not give it', async () => {
    const store = await fresh();
    const { apply, rescan } = pipelineOn(store);
    await rescanned(store, acmeFile(), [given()], more());
    await apply(more({ aliases: ['Arrow'] }));
    await rescan();
    assert.deepEqual(await saidOf(store), ['ok: Acme 7, Bolt 0, Cargo 0, Dart 2']);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('skips a new brand without a text: it was not tracked', async () => {
    const store = await fresh();
    await rescanned(store, acmeFile(), [given({ answer: null })], more());
    assert.deepEqual(await saidOf(store), ['ok: Acme 7, Bolt 0, Cargo 0']);
  });

  test('finds nobody new in an answer stated as empty', async () => {
    const store = await fresh();
    await rescanned(store, acmeFile(), [given({ outcome: 'empty', mentions: [] })], more());
    assert.deepEqual(await saidOf(store), ['empty: Acme 0, Bolt 0, Cargo 0, Dart 0']);
  });

  test('derives the outcome again: a new brand makes it ok', async () => {
    const store = await fresh();
    await rescanned(store, acmeFile(), [given({ mentions: [] })], more());
    assert.deepEqual(await saidOf(store), ['ok: Acme 0, Bolt 0, Cargo 0, Dart 1']);
  });

  test('and makes it empty when the only named one retires', async () => {
    const store = await fresh();
    const lines = [given({ mentions: [{ brand: 'Bolt', mentioned: true }] })];
    await rescanned(store, acmeFile(), lines, acmeWith({ competitors: [CARGO] }));
    assert.deepEqual(await saidOf(store), ['empty: Acme 0, Bolt ?, Cargo 0']);
  });
});

/** Small, so that a few answers are several batches. */
const BATCH = { answers: 4, bytes: 1000 };

onReusedStore('rescan, as a run', (fresh) => {
  const many = (count: number, fields: object = {}) =>
    Array.from({ length: count }, (_, index) =>
      citing('https://a.example/', { answer: index % 2 === 0 ? 'Anvil Co' : 'Bolt', ...fields }),
    );

  /** A batch is 4 answers, so two batches are 5, and three 9. */
  async function dueStore(count: number): Promise<TestStore> {
    const { store, apply } = await setUp(fresh, acmeFile(), many(count));
    await apply(acmeWith({ aliases: ['Anvil Co'] }));
    return store;
  }

  test('reads nothing that is not due, and then writes nothing', async () => {
    const store = await dueStore(3);
    const { rescan } = pipelineOn(store);
    await rescan();
    const before = await contentsOf(store.main);
    assert.deepEqual(await rescan(), [{ brand: 'acme', answers_read: 0, answers_changed: 0 }]);
    assert.deepEqual(await contentsOf(store.main), before);
  });

  test('reports its progress after each batch, which is consistent', async () => {
    const store = await dueStore(5);
    const seen: string[] = [];
    const checks: Promise<unknown>[] = [];
    await pipelineOn(store).rescan({
      batch: BATCH,
      onProgress: ({ brand, done, total }) => {
        seen.push(`${brand} ${done}/${total}`);
        checks.push(findDifferences(store.main).then((found) => assert.deepEqual(found, [])));
      },
    });
    await Promise.all(checks);
    assert.deepEqual(seen, ['acme 4/5', 'acme 5/5']);
  });

  test('interrupted after any batch is complete so far, and the next run finishes it', async () => {
    const store = await dueStore(9);
    const { rescan } = pipelineOn(store);
    for (const left of [5, 1]) {
      const stopping = rescan({
        batch: BATCH,
        onProgress: () => {
          throw new Error('stopped');
        },
      });
      await assert.rejects(stopping, /stopped/);
      assert.deepEqual(await findDifferences(store.main), []);
      const { answers } = await contentsOf(store.main);
      const keys = Map.groupBy(answers, (row) => row.reading);
      assert.ok([...keys.values()].some((rows) => rows.length === left));
    }
    assert.deepEqual(await rescan(), [{ brand: 'acme', answers_read: 1, answers_changed: 1 }]);
    assert.equal((await contentsOf(store.main)).answers.filter((row) => row.outcome === 'empty').length, 0);
  });

  test('with a failing store reports its progress, and how to continue', async () => {
    const store = await dueStore(5);
    const failing = pipelineOn(store).rescan({
      batch: BATCH,
      onProgress: () => {
        throw new SightlineError('unavailable', 'The data store is unavailable.');
      },
    });
    await assert.rejects(failing, {
      code: 'unavailable',
      message:
        'The data store is unavailable. Sightline has read 4 answers again; run the rescan again to finish it.',
    });
  });

  test('during an import leaves every answer read and counted once', async () => {
    const store = await dueStore(9);
    const { importLines, rescan } = pipelineOn(store);
    const reread = () => rescan({ batch: BATCH });
    await Promise.all([reread(), importLines(many(9)), reread()]);
    const { answers } = await contentsOf(store.main);
    assert.deepEqual([answers.length, new Set(answers.map((row) => row.reading)).size], [18, 1]);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('twice concurrently reads every answer once', async () => {
    const store = await dueStore(9);
    const { rescan } = pipelineOn(store);
    const reread = () => rescan({ batch: BATCH });
    const [[one], [other]] = await Promise.all([reread(), reread()]);
    assert.equal((one?.answers_read ?? 0) + (other?.answers_read ?? 0), 9);
    assert.equal((one?.answers_changed ?? 0) + (other?.answers_changed ?? 0), 5);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('whose brands change halfway ends with the new ones', async () => {
    const store = await dueStore(5);
    const { apply, rescan } = pipelineOn(store);
    const applied: Promise<unknown>[] = [];
    await rescan({
      batch: BATCH,
      onProgress: () => {
        if (applied.length === 0) applied.push(apply(acmeWith({ aliases: ['Bolt'], competitors: [CARGO] })));
      },
    });
    await Promise.all(applied);
    await rescan();
    const { answers } = await contentsOf(store.main);
    assert.equal(new Set(answers.map((row) => row.reading)).size, 1);
    assert.equal(answers.filter((row) => row.outcome === 'ok').length, 2);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('that loses its brand in the middle stops', async () => {
    const store = await dueStore(5);
    const removed: Promise<unknown>[] = [];
    const done = await pipelineOn(store).rescan({
      batch: BATCH,
      onProgress: () => {
        if (removed.length === 0) removed.push(removeBrand(store.main, 'acme', NOW));
      },
    });
    await Promise.all(removed);
    assert.ok((done[0]?.answers_read ?? 5) < 5);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('of every brand reads each with its own, and not a deleted one', async () => {
    const brands = ['acme', 'other', 'gone'].map((id) => ({ id, name: id }));
    const { store, apply, rescan } = await setUp(
      fresh,
      acmeFile(brands),
      brands.map(({ id }) => line({ brand: id, answer: 'Anvil Co' })),
    );
    await apply(acmeFile(brands.map((brand) => ({ ...brand, aliases: ['Anvil Co'] }))));
    await removeBrand(store.main, 'gone', NOW);
    assert.deepEqual(await rescan(), [
      { brand: 'acme', answers_read: 1, answers_changed: 1 },
      { brand: 'other', answers_read: 1, answers_changed: 1 },
    ]);
    assert.deepEqual(await saidOf(store), ['ok: acme 1', 'ok: other 1', 'empty: gone 0']);
  });

  test('of one brand does not touch the others', async () => {
    const brands = ['acme', 'other'].map((id) => ({ id, name: id }));
    const { store, apply, rescan } = await setUp(
      fresh,
      acmeFile(brands),
      brands.map(({ id }) => line({ brand: id, answer: 'Anvil Co' })),
    );
    await apply(acmeFile(brands.map((brand) => ({ ...brand, aliases: ['Anvil Co'] }))));
    assert.deepEqual(await rescan({ brand: 'other' }), [
      { brand: 'other', answers_read: 1, answers_changed: 1 },
    ]);
    assert.deepEqual(await saidOf(store), ['empty: acme 0', 'ok: other 1']);
  });

  for (const id of ['nobody', 'acme']) {
    test(`refuses a missing or deleted brand: ${id}`, async () => {
      const store = await dueStore(1);
      await removeBrand(store.main, 'acme', NOW);
      await assert.rejects(pipelineOn(store).rescan({ brand: id }), (error) => {
        assert.ok(error instanceof SightlineError);
        assert.deepEqual([error.code, error.message], ['not_found', `There is no brand ${id}.`]);
        return true;
      });
    });
  }

  test('makes one page of two that an older version told apart, and forgets facts under an old key', async () => {
    const { store, apply, importLines, rescan } = await setUp(fresh);
    const cited = (...paths: string[]) =>
      line({ citations: paths.map((path) => ({ url: `https://a.example${path}`, title: path })) });
    await importLines([
      cited('/old'),
      cited('/N_(app)'),
      cited('/b', '/old', '/N_(app)'),
      cited('/lone', '/b'),
    ]);
    await packDays(store.main, 1, dayOf(NOW) + 1);
    for (const [path, url] of [
      ['/old', 'https://a.example/N_%28app%29'],
      ['/lone', 'https://a.example/l%27eau'],
    ] as const) {
      const page = { url, digest: `made by an older version: ${path}` };
      await store.main.updateTable('cited_pages').set(page).where('title', '=', path).execute();
      await store.main.updateTable('citations').set({ url }).where('title', '=', path).execute();
    }
    const fetched = { brand_id: 1, url: 'https://a.example/N_%28app%29', site: 'a.example', fetched_at: NOW };
    await store.main
      .insertInto('page_facts')
      .values({ ...fetched, digest: 'old', found: '{}' })
      .execute();
    const checks = async () => (await findDifferences(store.main)).map(({ check }) => check);
    assert.deepEqual(await checks(), ['page_facts', 'cited_pages', 'cited_pages']);
    await apply(acmeWith({ aliases: ['Anvil Co'] }));
    await rescan();
    assert.deepEqual(await checks(), []);
    const { cited_pages: pages, citations, page_facts: facts } = await contentsOf(store.main);
    assert.deepEqual(pages.map(({ url }) => url).sort(), [
      'https://a.example/N_%28app%29',
      'https://a.example/b',
      'https://a.example/l%27eau',
    ]);
    assert.deepEqual([citations.length, facts], [6, []]);
    await importLines([cited('/N_%28app%29'), cited("/l'eau")]);
    assert.equal((await contentsOf(store.main)).cited_pages?.length, 3);
  });

  test('holds no more text at a time than a batch may', async () => {
    const text = 'x'.repeat(220);
    const { apply, rescan } = await setUp(
      fresh,
      acmeFile(),
      Array.from({ length: 5 }, () => line({ answer: `Anvil Co ${text}` })),
    );
    await apply(acmeWith({ aliases: ['Anvil Co'] }));
    const seen: number[] = [];
    await rescan({ batch: { ...BATCH, answers: 100 }, onProgress: ({ done }) => seen.push(done) });
    assert.deepEqual(seen, [4, 5]);
  });
});
