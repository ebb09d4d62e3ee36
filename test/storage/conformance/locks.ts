import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { dayOf } from '../../../src/domain/time/period.ts';
import { firstLink } from '../../../src/pipeline/accounts/links.ts';
import { createFirstUser } from '../../../src/pipeline/accounts/passwords.ts';
import { planNow } from '../../../src/pipeline/collect/questions.ts';
import { packAll } from '../../../src/pipeline/intake/pack-daily.ts';
import { LEASE_MS } from '../../../src/pipeline/tasks/task-lease.ts';
import { startTask, tasksOf } from '../../../src/pipeline/tasks/tasks-of-brand.ts';
import { claimJob, listBrandsWithDueJobs, nextJobAt, renewClaim } from '../../../src/storage/collect/jobs.ts';
import { listChanges, listSegments } from '../../../src/storage/panel/tables.ts';
import { claimTask } from '../../../src/storage/tasks/tasks.ts';
import { findDifferences } from '../../../src/storage/verify.ts';
import { historyLines } from '../../support/history.ts';
import type { TestStore } from '../../support/stores.ts';
import { CHATGPT_ONLY, severalBrands } from '../../support/watching.ts';
import { acmeWith, DAY_MS, line, NOW, pipelineOn, random, setUp } from '../../support/world.ts';
import type { Part } from './part.ts';
import { twice } from './two-connections.ts';

const CLAIM = {
  engine: 'chatgpt',
  now: NOW + DAY_MS,
  leaseUntil: NOW + 2 * DAY_MS,
  brandId: 1,
  beforeDay: null,
};

const ANA = { brand: 'acme', organizationId: 1, user: { id: 'usr_ana', name: 'Ana' } };

export const locks: Part = (fresh) => {
  async function acme(context: TestContext, brand: object = {}): Promise<readonly TestStore[]> {
    const { store } = await setUp(fresh, acmeWith(brand));
    return await twice(context, store);
  }

  const depsOf = ({ main }: TestStore) => ({ db: main, now: () => NOW, random });

  test('two concurrent claims never take the same job', async (context) => {
    const prompts = Array.from({ length: 30 }, (_, index) => ({ text: `question ${index}?` }));
    const stores = await acme(context, { engines: ['chatgpt'], prompts });
    const [{ main } = assert.fail()] = stores;
    await planNow(main, NOW);
    assert.deepEqual(await listBrandsWithDueJobs(main, CLAIM), [1]);
    const claims = Array.from({ length: 40 }, (_, index) =>
      claimJob(stores[index % 2]?.main ?? main, { ...CLAIM, lease: `lease ${index}` }),
    );
    const taken = (await Promise.all(claims)).flatMap((job) => job ?? []).map(({ id }) => id);
    assert.deepEqual([taken.length, new Set(taken).size], [30, 30]);
  });

  test('a claim with a lost connection finds the job that it has taken, until later, and no other', async (context) => {
    const [{ main } = assert.fail()] = await acme(context);
    await planNow(main, NOW);
    const job = await claimJob(main, { ...CLAIM, lease: 'mine' });
    const leaseUntil = NOW + 3 * DAY_MS;
    assert.deepEqual(await renewClaim(main, { ...CLAIM, lease: 'mine', leaseUntil }), job);
    assert.equal(await nextJobAt(main, 'chatgpt'), leaseUntil);
    assert.equal(await renewClaim(main, { ...CLAIM, lease: 'of another' }), null);
  });

  test('tasks of a kind started at once are one', async (context) => {
    const stores = await acme(context);
    const [first = assert.fail()] = stores;
    const started = await Promise.all(
      [...stores, first].map((store) => startTask(depsOf(store), ANA, 'rescan')),
    );
    assert.equal(new Set(started.map(({ task }) => task)).size, 1);
    assert.equal((await tasksOf(first.main, 'acme', 10)).length, 1);
  });

  test('a task has one worker, and another when its lease has ended', async (context) => {
    const stores = await acme(context);
    const [first = assert.fail(), second = assert.fail()] = stores;
    const { task: id } = await startTask(depsOf(first), ANA, 'rescan');
    const claim = ({ main }: TestStore, now: number, lease: string) =>
      claimTask(main, { kinds: ['rescan', 'import'], now, leaseUntil: now + LEASE_MS, lease });
    const taken = await Promise.all([...stores, first].map((store, index) => claim(store, NOW, `${index}`)));
    const found = taken.flatMap((task) => task?.publicId ?? []);
    assert.deepEqual(found, [id]);
    assert.equal(await claim(second, NOW + LEASE_MS - 1, 'd'), null);
    assert.equal((await claim(second, NOW + LEASE_MS, 'e'))?.tries, 2);
  });

  test('two concurrent imports count every answer once', async (context) => {
    const stores = await acme(context);
    const lines = Array.from({ length: 60 }, () => line({ citations: [{ url: 'https://a.example/' }] }));
    const [one, other] = await Promise.all(
      [lines, lines.toReversed()].map((each, index) =>
        pipelineOn(stores[index] ?? assert.fail()).importLines(each),
      ),
    );
    assert.equal((one?.answers ?? 0) + (other?.answers ?? 0), 60);
    assert.deepEqual(await findDifferences(stores[0]?.main ?? assert.fail()), []);
  });

  test('two concurrent rescans, during an import, read every answer once', async (context) => {
    const stores = await acme(context);
    const [first = assert.fail()] = stores;
    const { apply, importLines } = pipelineOn(first);
    await importLines(Array.from({ length: 30 }, () => line()));
    await apply(acmeWith({ aliases: ['Anvil Co'] }));
    const rescans = stores.map((store) => pipelineOn(store).rescan({ batch: { answers: 4, bytes: 1e6 } }));
    const more = importLines(Array.from({ length: 10 }, () => line()));
    const read = (await Promise.all(rescans)).flat().map(({ answers_read }) => answers_read);
    assert.equal((await more).answers, 10);
    assert.equal(
      read.reduce((sum, each) => sum + each, 0),
      30,
    );
    assert.deepEqual(await findDifferences(first.main), []);
  });

  test('a day that two evaluate concurrently is evaluated once', async (context) => {
    const stores = await twice(context, await fresh());
    const [first = assert.fail()] = stores;
    const { assertEvaluatedOnce } = await severalBrands(first, 3);
    const watched = await Promise.all(stores.map((store) => pipelineOn(store).watch({ at: NOW })));
    const statuses = watched.flat().map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 'evaluated').length, 3);
    assert.equal(statuses.filter((status) => status === 'done_before').length, 3);
    await assertEvaluatedOnce();
  });

  test('days are packed by one process at a time', async (context) => {
    const stores = await acme(context, CHATGPT_ONLY);
    const [{ main } = assert.fail()] = stores;
    const say = () => ({ acme: true });
    await pipelineOn(stores[0] ?? assert.fail()).importLines(
      historyLines({ from: 5, to: 0, prompts: 1, say }),
    );
    await Promise.all(stores.map((store) => packAll({ db: store.main, now: () => NOW })));
    const segments = await listSegments(main, 1);
    const changes = await listChanges(main, 1, 0);
    assert.deepEqual([segments.reduce((sum, { n }) => sum + n, 0), changes.length], [4, 2]);
    assert.ok(segments.every(({ lastDay }) => lastDay < dayOf(NOW) - 1));
    assert.deepEqual(await findDifferences(main), []);
  });

  test('a link for the first user works once, even for two at once', async (context) => {
    const stores = await twice(context, await fresh());
    const made = stores.map(async (store, index) => {
      const { token } = await firstLink(depsOf(store));
      const ada = {
        name: 'Ada',
        email: `ada-${index}`,
        password: 'correct horse battery',
        organization: 'Acme',
      };
      const browser = { userAgent: 'Mozilla/5.0', address: '192.0.2.7' };
      return await createFirstUser(depsOf(store), token, ada, browser);
    });
    const results = await Promise.allSettled(made);
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  });
};
