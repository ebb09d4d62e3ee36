import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accuracyRoutes } from '../../src/dashboard/pages/said/accuracy-page.ts';
import { findNamedIn, listLabels, nextToLabel, storeLabel } from '../../src/storage/answers/labels.ts';
import { dashboardOn, onPages } from '../support/dashboard.ts';
import { judge, MODEL, readBy } from '../support/judged.ts';
import { acmeFile, DAY_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const PATH = '/brands/acme/accuracy';

onPages('the accuracy of the reader', accuracyRoutes, (fresh) => {
  async function acme(answers: readonly string[]) {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile());
    await importLines(answers.map((answer, at) => line({ answer, collected_at: iso(NOW - DAY_MS - at) })));
    const dashboard = dashboardOn(store);
    return { store, dashboard, editor: await dashboard.signedIn('editor') };
  }

  const fieldsOf = (page: string) =>
    Object.fromEntries(
      [...page.matchAll(/name="(answer|name|sample)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );

  test('shows a name in its lines without a reading, takes a label, and goes on to the next', async () => {
    const { store, editor } = await acme(['First line.\n\nTake <b>Acme</b> first.\nLast.', 'Acme is fine.']);
    const first = await editor.get(PATH);
    assert.match(first.html, /<mark class="self begins ends">Acme<\/mark>/);
    assert.match(first.text, /0 of 40 sentences/);
    assert.doesNotMatch(
      first.html.replace(/<form[\s\S]*?<\/form>/g, '').replace(/<details[\s\S]*/, ''),
      /recommended/,
    );
    const asked = fieldsOf(first.html);
    assert.equal((await editor.post(PATH, { do: 'label', ...asked, label: 'recommended' })).status, 303);
    const second = await editor.get(PATH);
    assert.match(second.text, /1 of 40 sentences/);
    assert.notEqual(fieldsOf(second.html).answer, asked.answer);
    await editor.post(PATH, { do: 'label', ...fieldsOf(second.html), label: 'skip' });
    assert.match((await editor.get(PATH)).text, /No answer is left to label/);
    const labels = await listLabels(store.main, 1);
    assert.deepEqual(labels.map(({ label, sample }) => `${label} ${sample}`).sort(), [
      'null random',
      'recommended random',
    ]);
    await editor.post(PATH, { do: 'undo' });
    assert.equal((await listLabels(store.main, 1)).length, 1);
  });

  test('exports labels with their answers, without skipped ones, and notes the download', async () => {
    const { store, editor } = await acme(['Avoid Acme.', 'Acme.']);
    for (const label of ['negative', 'skip'])
      await editor.post(PATH, { do: 'label', ...fieldsOf((await editor.get(PATH)).html), label });
    const { html } = await editor.get(`${PATH}/labels.jsonl`);
    const [only, ...others] = html.trim().split('\n');
    const { label, brand, question } = JSON.parse(only ?? '');
    assert.deepEqual([label, brand, others.length], ['negative', 'Acme', 0]);
    assert.equal(typeof question, 'string');
    const audit = await store.main.selectFrom('audit_log').select('action').execute();
    assert.equal(audit.filter(({ action }) => action === 'brand.label').length, 2);
    assert.ok(audit.some(({ action }) => action === 'brand.export'));
  });

  test('refuses viewers, unknown labels, and names that the answer lacks, and stores nothing', async () => {
    const { store, dashboard, editor } = await acme(['Acme.']);
    const asked = fieldsOf((await editor.get(PATH)).html);
    const viewer = await dashboard.signedIn('viewer');
    assert.equal((await viewer.post(PATH, { do: 'label', ...asked, label: 'both' })).status, 403);
    for (const wrong of [
      { label: 'good' },
      { name: 'Bolt' },
      { answer: 'ans_000000000000' },
      { sample: 'all' },
    ]) {
      const { status } = await editor.post(PATH, { do: 'label', ...asked, label: 'both', ...wrong });
      assert.ok(status === 422 || status === 404, `${JSON.stringify(wrong)}: ${status}`);
    }
    assert.deepEqual(await listLabels(store.main, 1), []);
    assert.ok((await editor.post(PATH, { do: 'undo' })).status >= 400);
  });

  test('shows how often each reader agrees, and what the labels give', async () => {
    const { store, editor } = await acme(Array.from({ length: 8 }, (_, at) => `${at}: I recommend Acme.`));
    await readBy(store.main, 1, MODEL);
    await judge(store.main, 1, () => ({ names: { Acme: { verdict: 'neutral' } } }));
    const { text } = await editor.get(PATH);
    assert.match(text, /agree with you none yet none yet/);
    for (const label of ['recommended', 'neutral', 'both'])
      await editor.post(PATH, {
        do: 'label',
        ...fieldsOf((await editor.get(PATH)).html),
        sample: 'random',
        label,
      });
    const after = (await editor.get(PATH)).text;
    assert.match(after, /3 of 100 sentences .* 97 left, about 13 minutes/);
    assert.match(after, /Random sentences Model Rules agree with you 1 of 3, few 1 of 3, few/);
    assert.match(after, /recommendations found 0 of 1, few 1 of 1, few/);
    assert.match(after, /Shares are not calibrated yet: from 20 random labels/);
  });

  test('disagreements that somebody labeled first count as random once the random sample reaches them', async () => {
    const { store } = await acme(Array.from({ length: 6 }, (_, at) => `${at}: Acme is there.`));
    for (let each = 0; each < 6; each += 1) {
      const next = await nextToLabel(store.main, 1, { sample: 'random', since: 0 });
      const place = await findNamedIn(store.main, 1, next?.answer ?? '', next?.name ?? '');
      const by = { label: 'neutral', by: 'usr_1', at: NOW + each } as const;
      const sample = each === 3 ? 'random' : 'disagreement';
      await storeLabel(store.main, 1, { ...(place ?? assert.fail()), sample, ...by });
    }
    const samples = (await listLabels(store.main, 1)).map(({ sample }) => sample);
    assert.deepEqual(samples, [...Array(4).fill('random'), 'disagreement', 'disagreement']);
  });
});
