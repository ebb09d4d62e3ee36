import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PROSPECT_DAYS } from '../../src/domain/brand/prospect.ts';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { planDay, questionsOfOrganization } from '../../src/pipeline/collect/questions.ts';
import { countWorkspace } from '../../src/storage/directory/brands.ts';
import { findDifferences } from '../../src/storage/verify.ts';
import { runCli } from '../support/cli.ts';
import { SHORT_ANSWER } from '../support/engine-bodies.ts';
import { readyAt } from '../support/ready-engine.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { type Stub, startStub } from '../support/stub-engine.ts';
import { acmeWith, Clock, DAY_MS, HOUR_MS, pipelineOn, setUp } from '../support/world.ts';

onReusedStore('a prospect', (fresh) => {
  let stub: Stub;
  before(async () => {
    stub = await startStub(() => ({ body: SHORT_ANSWER }));
  });
  after(async () => await stub.stop());

  const worldOf = async (organization: object = {}) => {
    const { store } = await setUp(fresh, acmeWith({}, organization));
    const clock = new Clock();
    const engines = { ready: [readyAt(chatgpt, stub.baseUrl)], disabled: [] };
    const run = async (...args: string[]) => await runCli(store, args, { clock, engines });
    const prospect = async (...more: string[]) =>
      await run(
        ...['prospect', 'tandemly.example', '--organization', 'Acme Inc', '--name', 'Tandemly', '--yes'],
        ...['--competitors', 'Kestrel Boards', '--questions', 'best kanban app', 'best gantt tool', ...more],
      );
    return { store, clock, run, prospect };
  };
  const brandOf = async (store: TestStore) =>
    await store.main
      .selectFrom('brands')
      .select(['id', 'public_id', 'name', 'purged_at'])
      .where('id', '>', 1)
      .orderBy('id')
      .execute();

  test('is outside the plan, its questions, daily asking, and the search for changes', async () => {
    const { store, clock, prospect, run } = await worldOf();
    const { err, code } = await prospect();
    assert.equal(code, 0, err);
    const [made] = await brandOf(store);
    clock.at += DAY_MS;
    await planDay(store.main, clock.now());
    const jobs = await store.main
      .selectFrom('jobs')
      .select('brand_id')
      .where('next_at', 'is not', null)
      .execute();
    assert.deepEqual(new Set(jobs.map((each) => each.brand_id)), new Set([1]));
    assert.equal((await questionsOfOrganization(store.main, 1, clock.now())).activePrompts, 1);
    assert.equal((await countWorkspace(store.main, 1)).activePrompts, 1);
    const watched = await pipelineOn(store, clock).watch({ at: clock.now() });
    assert.deepEqual(
      watched.map(({ brand }) => brand),
      ['acme'],
    );
    const kept = await run('brand', 'keep', made?.public_id ?? '');
    assert.match(kept.out, /Cost: 0 answers a day .* → 2 answers a day/);
    assert.equal((await questionsOfOrganization(store.main, 1, clock.now())).activePrompts, 3);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('kept on its first day is not asked again on it', async () => {
    const { store, clock, prospect, run } = await worldOf();
    await prospect();
    const [made] = await brandOf(store);
    await run('brand', 'keep', made?.public_id ?? '');
    const open = async () => {
      const { brands } = await questionsOfOrganization(store.main, 1, clock.now());
      await planDay(store.main, clock.now());
      const left = await store.main
        .selectFrom('jobs')
        .select('id')
        .where('brand_id', '=', made?.id ?? 0)
        .where('next_at', 'is not', null)
        .execute();
      return [brands.find(({ brandId }) => brandId === made?.id)?.jobs.length, left.length];
    };
    assert.deepEqual(await open(), [2, 0]);
    clock.at += DAY_MS;
    assert.deepEqual(await open(), [2, 2]);
  });

  test('reports what came before the ceiling, and asks nothing later', async () => {
    const { store, clock, prospect } = await worldOf({ collect: { calls_per_day: 3 } });
    const asked = stub.requests.length;
    const { out, err, code } = await prospect('--times', '2');
    assert.equal(code, 0, err);
    assert.match(out, /The organization's ceiling leaves 3 calls for today\. Sightline stops there/);
    assert.match(
      out,
      /3 of 4 answers came\. 1 was not asked, because the spending ceiling of the day was reached\./,
    );
    assert.match(out, /ChatGPT \(API\): 3 of 3; too few to compare\./);
    const open = await store.main.selectFrom('jobs').select('id').where('next_at', 'is not', null).execute();
    assert.deepEqual(open, []);
    clock.at += 2 * HOUR_MS;
    assert.equal(stub.requests.length - asked, 3);
  });

  for (const collect of [{ calls_per_day: 0 }, { usd_per_day: 0 }])
    test(`is refused with a ceiling of ${JSON.stringify(collect)}`, async () => {
      const { store, prospect } = await worldOf({ collect });
      const { err, code } = await prospect();
      assert.notEqual(code, 0);
      assert.match(err, /The organization's ceiling leaves no question for today/);
      assert.deepEqual(await brandOf(store), []);
    });

  test('is purged at its end, with its report, unless somebody keeps it', async () => {
    const { store, clock, prospect, run } = await worldOf();
    await prospect();
    clock.at += PROSPECT_DAYS * DAY_MS - HOUR_MS;
    assert.equal((await run('prune')).err, '');
    const [made] = await brandOf(store);
    assert.equal(made?.name, 'Tandemly');
    clock.at += 2 * HOUR_MS;
    assert.match((await run('brand', 'keep', made?.public_id ?? '')).err, /This prospect ended at/);
    const counted = JSON.parse((await run('prune', '--dry-run', '--json')).out);
    assert.deepEqual(
      counted.purged.map(({ brand }: { brand: string }) => brand),
      [made?.public_id],
    );
    assert.equal((await brandOf(store))[0]?.purged_at, null);
    await run('prune');
    const [purged] = await brandOf(store);
    assert.equal(purged?.purged_at, clock.at);
    assert.equal(purged?.name, made?.public_id);
    const left = async (table: 'answers' | 'shared_reports') =>
      await store.main
        .selectFrom(table)
        .select('brand_id')
        .where('brand_id', '=', made?.id ?? 0)
        .execute();
    assert.deepEqual([await left('answers'), await left('shared_reports')], [[], []]);
  });

  test('restored after its end, its days begin anew', async () => {
    const { store, clock, prospect, run } = await worldOf();
    await prospect();
    const [made] = await brandOf(store);
    clock.at += 25 * DAY_MS;
    await run('brand', 'delete', made?.public_id ?? '', '--yes');
    clock.at += 15 * DAY_MS;
    await run('prune');
    assert.equal((await run('brand', 'restore', made?.public_id ?? '')).code, 0);
    await run('prune');
    assert.equal((await brandOf(store))[0]?.purged_at, null);
    assert.equal((await run('brand', 'keep', made?.public_id ?? '')).code, 0);
  });

  test('kept beyond the plan says that its questions are not asked', async () => {
    const { store, prospect, run } = await worldOf({ plan: { name: 'growth', prompts_included: 1 } });
    await prospect();
    const { out } = await run('brand', 'keep', (await brandOf(store))[0]?.public_id ?? '');
    assert.match(out, /has 3 active questions, and its plan includes 1\. Sightline does not ask the other 2/);
  });

  test("of a site that another organization's brand has says nothing of it", async () => {
    const { store, prospect } = await worldOf();
    const brand = { id: 'theirs', name: 'Tandemly', domain: 'tandemly.example' };
    await pipelineOn(store).apply({ organizations: [{ name: 'Other', brands: [brand] }] });
    const { code, out } = await prospect();
    assert.equal(code, 0);
    assert.doesNotMatch(out, /theirs|Other/);
  });
});
