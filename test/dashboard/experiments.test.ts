import assert from 'node:assert/strict';
import { test } from 'node:test';
import { experimentRoutes } from '../../src/dashboard/pages/experiments/index.ts';
import { listExperiments } from '../../src/storage/directory/brand/experiments.ts';
import { dashboardOn, onPages } from '../support/dashboard.ts';
import {
  acmeWithQuestions,
  ENDS,
  importWeeks,
  questionTexts,
  registerAcmeExperiment,
  STARTS,
} from '../support/experiments.ts';
import { contentsUnaudited } from '../support/tables.ts';
import { Clock, DAY_MS } from '../support/world.ts';

const PATH = '/brands/acme/experiments';
const QUESTIONS = questionTexts(12);
const FORM = {
  name: 'New <b>pages</b>',
  starts: '2026-10-20',
  days: '7',
  engines: 'chatgpt',
  measure: 'named',
  direction: 'up',
};

onPages('the experiments of a brand', experimentRoutes, (fresh) => {
  async function acme() {
    const store = await fresh();
    await acmeWithQuestions(store, QUESTIONS);
    const clock = new Clock();
    clock.at = STARTS - DAY_MS / 2;
    const dashboard = dashboardOn(store, { clock });
    return {
      store,
      clock,
      dashboard,
      editor: await dashboard.signedIn('editor'),
      viewer: await dashboard.signedIn('viewer'),
    };
  }

  test('a review shows their power, and stores them as typed', async () => {
    const { store, editor } = await acme();
    await importWeeks(store, QUESTIONS, (question, week) =>
      week === 'before' ? Number(question.slice(-1)) : 4,
    );
    const before = await contentsUnaudited(store.main);
    const review = await editor.post(PATH, { ...FORM, do: 'review' });
    assert.equal(review.status, 200, review.text);
    assert.match(review.text, /6 treated questions and 6 others\. You have not registered it yet/);
    assert.match(review.text, /It would detect an effect of \d+\.\d points in 80% of cases/);
    assert.deepEqual(await contentsUnaudited(store.main), before);
    const again = await editor.post(PATH, { ...FORM, do: 'edit' });
    assert.match(again.html, /value="New &lt;b&gt;pages&lt;\/b&gt;"/);

    const registered = await editor.post(PATH, { ...FORM, do: 'register' });
    assert.equal(registered.status, 303);
    const [stored] = await listExperiments(store.main, 1, 10);
    assert.deepEqual(
      [stored?.registered.name, stored?.registered.engines],
      ['New <b>pages</b>', ['chatgpt']],
    );
    const { text, html } = await editor.get(`${PATH}?experiment=${stored?.registered.id}`);
    assert.ok(text.includes(stored?.hash ?? '-') && text.includes(stored?.registered.seed ?? '-'));
    for (const question of QUESTIONS) assert.ok(text.includes(question), question);
    assert.doesNotMatch(html, /<b>pages/);
  });

  test('refuses an impossible one, and keeps the typed values', async () => {
    const { editor } = await acme();
    for (const [fields, reason] of [
      [{ starts: '2026-10-19' }, /later than today/],
      [{ days: 'many' }, /days must be/],
      [{ treated: 'question 01' }, /both arms/],
      [{ treated: QUESTIONS.slice(0, 5).join('\n'), control: QUESTIONS.slice(5).join('\n') }, /at least 6/],
    ] as const) {
      const { status, text, html } = await editor.post(PATH, { ...FORM, ...fields, do: 'register' });
      assert.equal(status, 422, text);
      assert.match(text, reason);
      assert.ok(html.includes(`value="New &lt;b&gt;pages`), 'the typed values');
    }
  });

  test('show their effect at the end, also to viewers, who cannot register or withdraw', async () => {
    const { store, clock, dashboard } = await acme();
    const { registered } = await registerAcmeExperiment(store);
    await importWeeks(store, QUESTIONS, (_question, week) => (week === 'after' ? 6 : 3));
    const address = `${PATH}?experiment=${registered.id}`;
    clock.at = ENDS - 1;
    const viewer = await dashboard.signedIn('viewer');
    assert.match((await viewer.get(address)).text, /Ends on 2026-11-03; its effect stays hidden until then/);
    clock.at = ENDS;
    const { text, html } = await viewer.get(address);
    assert.match(text, /No effect shown: anything from 0\.0 to 0\.0 points is possible/);
    assert.doesNotMatch(html, /Withdraw/);
    assert.match((await viewer.get(PATH)).text, /Comparison pages ended/);
    assert.equal((await viewer.post(PATH, { ...FORM, do: 'register' })).status, 403);
  });

  test('are withdrawn with a reason, and stay', async () => {
    const { store, editor } = await acme();
    const { registered } = await registerAcmeExperiment(store);
    const post = (because: string) =>
      editor.post(PATH, { experiment: registered.id, because, do: 'withdraw' });
    assert.equal((await post('  ')).status, 422);
    assert.equal((await post('The pages were late')).status, 303);
    const { text, html } = await editor.get(`${PATH}?experiment=${registered.id}`);
    assert.match(text, /Withdrawn: The pages were late/);
    assert.doesNotMatch(html, /value="withdraw"/);
    assert.match((await editor.get(PATH)).text, /Comparison pages withdrawn/);
    assert.equal((await editor.get(`${PATH}?experiment=exp_000000000000`)).status, 400);
    assert.equal(
      (await editor.post(PATH, { experiment: 'exp_000000000000', because: 'x', do: 'withdraw' })).status,
      404,
    );
  });
});
