import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listExperiments } from '../../src/storage/directory/brand/experiments.ts';
import { runCli } from '../support/cli.ts';
import { acmeWithQuestions, importWeeks, questionTexts, STARTS } from '../support/experiments.ts';
import { onAnyStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { Clock, DAY_MS } from '../support/world.ts';

const QUESTIONS = questionTexts(12);
const FILE = { 'plan.yaml': 'name: Comparison pages\nstarts: 2026-10-20\nengines: [chatgpt]\n' };

onAnyStore('sightline experiment', (fresh) => {
  const worldOn = async () => {
    const store = await fresh();
    await acmeWithQuestions(store, QUESTIONS);
    await importWeeks(store, QUESTIONS, (question, week) =>
      week === 'before' ? Number(question.slice(-1)) : 4,
    );
    const clock = new Clock();
    clock.at = STARTS - DAY_MS / 2;
    const run = (...args: string[]) =>
      runCli(store, ['experiment', ...args], { clock, files: FILE, isTerminal: true });
    return { store, clock, run };
  };

  test('register --dry-run prints its power and a placebo, and registers nothing', async () => {
    const { store, run } = await worldOn();
    const before = await contentsOf(store.main);
    const { code, out, err } = await run('register', 'plan.yaml', '--days', '7', '--dry-run');
    assert.equal(code, 0, err);
    assert.match(out.replace(/\s+/g, ' '), /It would detect an effect of \d+\.\d points in 80% of cases/);
    assert.match(out, /Placebo/);
    assert.match(err, /Registered nothing/);
    assert.match(out, /not_registered/);
    assert.doesNotMatch(out, /exp_|SHA-256|Seed|[^_t] registered {2,}Acme/);
    assert.deepEqual(await contentsOf(store.main), before);
  });

  test('register prints the seed and the hash; list and show print the registration', async () => {
    const { store, run } = await worldOn();
    const { code, out, err } = await run(
      'register',
      'plan.yaml',
      '--brand',
      'acme',
      '--days',
      '7',
      '--direction',
      'down',
    );
    assert.equal(code, 0, err);
    const [stored] = await listExperiments(store.main, 1, 10);
    const { id, seed } = stored?.registered ?? assert.fail();
    assert.ok(
      out.includes(id) && out.includes(`seed ${seed}`) && out.includes(`SHA-256 ${stored?.hash}`),
      out,
    );
    const listed = (await run('list')).out;
    assert.ok(listed.includes(id) && listed.includes('Comparison pages'), listed);
    const shown = (await run('show', id)).out;
    for (const question of QUESTIONS) assert.ok(shown.includes(question), question);
    assert.ok(shown.includes(`Seed ${seed}`) && shown.includes(`SHA-256 ${stored?.hash}`), shown);
    assert.equal((await run('show', 'exp_000000000000')).code, 1);
  });

  test('withdraw needs a reason, and list shows it', async () => {
    const { store, run } = await worldOn();
    await run('register', 'plan.yaml');
    const [stored] = await listExperiments(store.main, 1, 10);
    const { id } = stored?.registered ?? assert.fail();
    assert.equal((await run('withdraw', id)).code, 2);
    assert.equal((await run('withdraw', id, '--because', 'The pages were late')).code, 0);
    const { out } = await run('--json', 'list');
    assert.equal(JSON.parse(out).data.experiments[0].withdrawn_because, 'The pages were late');
  });

  test('needs no file, only options, and refuses a wrong one', async () => {
    const { run } = await worldOn();
    const refused = await run('register', '--name', 'x', '--starts', '2026-10-19');
    assert.deepEqual([refused.code, /later than today/.test(refused.err)], [1, true], refused.err);
    const prompts = QUESTIONS.flatMap((each) => ['--prompt', each]);
    const { code, err } = await run('register', '--name', 'x', '--starts', '2026-10-20', ...prompts);
    assert.equal(code, 0, err);
  });
});
