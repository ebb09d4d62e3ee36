import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { drawArms } from '../../src/domain/alerts/experiment.ts';
import { readExperiment, readExperimentFile } from '../../src/pipeline/declare/experiment-request.ts';
import {
  previewExperiment,
  registerExperiment,
  withdrawExperiment,
} from '../../src/pipeline/declare/experiments.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { listAudit } from '../../src/storage/directory/access/audit.ts';
import { listExperiments } from '../../src/storage/directory/brand/experiments.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { acmeWithQuestions, questionTexts, registerAcmeExperiment } from '../support/experiments.ts';
import { onAnyStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, NOW, pipelineOn, random } from '../support/world.ts';

const QUESTIONS = questionTexts(12);
const REQUEST = { name: 'Comparison pages', starts: '2026-11-21', days: 7, engines: ['chatgpt'] };

async function worldOn(fresh: () => Promise<Store>) {
  const store = await fresh();
  await acmeWithQuestions(store, QUESTIONS);
  const { id: organizationId } = await organizationNamed(store.main, 'Acme Inc');
  const deps = { db: store.main, now: () => NOW, random, actor: 'usr_ann' };
  const of = { organizationId, brand: 'acme' };
  return {
    store,
    deps,
    of,
    register: (fields: object = {}) =>
      registerExperiment(deps, of, readExperiment({ ...REQUEST, ...fields })),
  };
}

onAnyStore('experiments', (fresh) => {
  test('stores an experiment as registered, and the audit log has its hash', async () => {
    const { store, register, of } = await worldOn(fresh);
    const { registered, hash } = await register();
    const [stored] = await listExperiments(store.main, 1, 10);
    assert.deepEqual([stored?.registered, stored?.hash], [registered, hash]);
    assert.deepEqual(
      [registered.starts_at, registered.ends_at, registered.treated.length, registered.control.length],
      ['2026-11-21T00:00:00.000Z', '2026-12-05T00:00:00.000Z', 6, 6],
    );
    const wanted = { ...of, actor: 'usr_ann', from: null, until: null, before: null, limit: 10 };
    assert.deepEqual(
      (await listAudit(store.main, wanted)).map(({ action, subject, detail }) => [action, subject, detail]),
      [['experiment.register', registered.id, `acme: Comparison pages, SHA-256 ${hash}`]],
    );
  });

  test('refuses an impossible experiment, and stores nothing', async () => {
    const { store, register } = await worldOn(fresh);
    const before = await contentsOf(store.main);
    for (const [fields, reason] of [
      [{ starts: '2026-11-20' }, /later than today/],
      [{ starts: '2026-02-30' }, /a UTC day/],
      [{ days: 6 }, /days/],
      [{ days: 91 }, /days/],
      [{ name: ' ' }, /name must not be blank/],
      [{ measure: 'named often' }, /measure must be one of/],
      [{ engines: ['chatgtp'] }, /no engine chatgtp/],
      [{ about: 'Nobody' }, /name of a tracked brand/],
      [{ market: 'mars' }, /market must be one of us-en/],
      [{ prompts: QUESTIONS.slice(1) }, /at least 12 questions, and 11 were given/],
      [{ prompts: [...QUESTIONS, 'unheard of'] }, /not asked in the market: unheard of/],
      [{ tag: 'no such' }, /at least 12 questions, and 0 were given/],
      [{ treated: QUESTIONS.slice(0, 6) }, /both arms/],
      [{ treated: QUESTIONS.slice(0, 6), control: QUESTIONS.slice(5) }, /in both arms/],
      [{ treated: QUESTIONS.slice(0, 5), control: QUESTIONS.slice(5) }, /at least 6 questions, and 5/],
      [{ prompts: QUESTIONS, tag: 'x' }, /only one of them/],
      [{ arms: [] }, /arms/],
    ] as const) {
      const refused = async () => await register(fields);
      await assert.rejects(refused(), (error: Error & { code?: string }) => {
        assert.equal(error.code, 'invalid_argument', error.message);
        assert.match(error.message, reason);
        return true;
      });
    }
    assert.deepEqual(await contentsOf(store.main), before);
  });

  test('questions are texts or ids, and an inactive one cannot be in an experiment', async () => {
    const { store, register } = await worldOn(fresh);
    const { registered } = await register();
    const again = await register({ treated: registered.treated, control: registered.control });
    assert.deepEqual(again.registered.treated, registered.treated);
    assert.equal(again.registered.seed, null);
    const prompts = QUESTIONS.map((text, place) => ({ text, active: place > 0 }));
    await pipelineOn(store).apply(acmeFile([{ ...ACME_BRAND, prompts }]));
    await assert.rejects(register(), /11 were given/);
  });

  test('a preview does everything and leaves nothing', async () => {
    const { store, deps, of } = await worldOn(fresh);
    const before = await contentsOf(store.main);
    const seen = await previewExperiment(deps, of, readExperiment(REQUEST), async (db, { registered }) => {
      const [stored] = await listExperiments(db, 1, 10);
      return stored?.registered.id === registered.id;
    });
    assert.equal(seen, true);
    assert.deepEqual(await contentsOf(store.main), before);
  });

  test('an experiment is withdrawn once, with a reason, and nothing else of it changes', async () => {
    const { store, deps, of, register } = await worldOn(fresh);
    const { registered, hash } = await register();
    for (const because of ['The pages were late', 'Another reason'])
      await withdrawExperiment(deps, of, registered.id, because);
    const [stored] = await listExperiments(store.main, 1, 10);
    assert.deepEqual(
      [stored?.withdrawnAt, stored?.withdrawnBecause, stored?.hash, stored?.registered],
      [NOW, 'The pages were late', hash, registered],
    );
    await assert.rejects(withdrawExperiment(deps, of, registered.id, ' '), { code: 'invalid_argument' });
    await assert.rejects(withdrawExperiment(deps, of, 'exp_000000000000', 'x'), { code: 'not_found' });
  });

  test('an experiment that has ended can no longer be withdrawn', async () => {
    const { store, deps, of, register } = await worldOn(fresh);
    const { registered } = await register();
    const ended = Date.parse(registered.ends_at);
    const at = (now: number) =>
      withdrawExperiment({ ...deps, now: () => now }, of, registered.id, 'Bad news');
    await assert.rejects(at(ended), { code: 'conflict' });
    assert.equal((await listExperiments(store.main, 1, 1))[0]?.withdrawnAt, null);
    await at(ended - 1);
    assert.equal((await listExperiments(store.main, 1, 1))[0]?.withdrawnAt, ended - 1);
  });

  test('verify finds a manipulated experiment', async () => {
    const { store, register } = await worldOn(fresh);
    const { registered } = await register();
    assert.deepEqual(await findDifferences(store.main), []);
    const registration = JSON.stringify({ ...registered, direction: 'down' });
    await store.main.updateTable('experiments').set({ registration }).execute();
    assert.deepEqual(
      (await findDifferences(store.main)).map(({ check, detail }) => [check, detail.includes(registered.id)]),
      [['experiments', true]],
    );
  });

  test("another organization's brand is one that does not exist", async () => {
    const { deps, of, register } = await worldOn(fresh);
    const { registered } = await register();
    const stranger = { ...of, organizationId: of.organizationId + 1 };
    const request = readExperiment(REQUEST);
    await assert.rejects(registerExperiment(deps, stranger, request), { code: 'no_such_brand' });
    await assert.rejects(withdrawExperiment(deps, stranger, registered.id, 'x'), { code: 'no_such_brand' });
  });

  test('no more than 20 experiments of a brand are open', async () => {
    const { deps, of, register } = await worldOn(fresh);
    const first = await register();
    for (let more = 1; more < 20; more += 1) await register();
    await assert.rejects(register(), { code: 'conflict' });
    await withdrawExperiment(deps, of, first.registered.id, 'Too many');
    await register();
  });

  test('a file can declare everything, and options override it', async () => {
    const { store } = await worldOn(fresh);
    const file = `name: From a file\nstarts: 2026-10-20\nengines: [chatgpt]\n`;
    const request = readExperimentFile(file, { days: 9 });
    const { registered } = await registerAcmeExperiment(store, request);
    assert.deepEqual([registered.name, registered.ends_at], ['From a file', '2026-11-05T00:00:00.000Z']);
    assert.throws(() => readExperimentFile('- a list', {}), { code: 'invalid_argument' });
  });
});

test('arms depend only on the seed, in any order, and every question is treated half of the time', () => {
  const ids = fc.uniqueArray(fc.stringMatching(/^qst_[0-9a-f]{20}$/), { minLength: 12, maxLength: 40 });
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-f]{32}$/), ids, (seed, prompts) => {
      const drawn = drawArms(seed, prompts);
      assert.deepEqual(drawArms(seed, prompts.toReversed()), drawn);
      assert.deepEqual([...drawn.treated, ...drawn.control].sort(), [...prompts].sort());
      assert.equal(drawn.treated.length, Math.floor(prompts.length / 2));
    }),
    { numRuns: 100 },
  );
  const prompts = Array.from({ length: 12 }, (_, place) => `qst_${String(place).padStart(20, '0')}`);
  const draws = Array.from({ length: 2000 }, (_, seed) => drawArms(String(seed), prompts).treated);
  for (const prompt of prompts) {
    const treated = draws.filter((each) => each.includes(prompt)).length;
    // Four standard errors of a half of 2,000.
    assert.ok(Math.abs(treated - 1000) < 90, `${prompt}: ${treated}`);
  }
});
