import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { PAGES } from '../../src/dashboard/pages/index.ts';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { siteReaderWith } from '../../src/pipeline/site/site-reader.ts';
import { dashboardOn, onPages } from '../support/dashboard.ts';
import { SHORT_ANSWER } from '../support/engine-bodies.ts';
import { fieldsIn } from '../support/form-fields.ts';
import { readyAt } from '../support/ready-engine.ts';
import { LOOPBACK_REACH, startSite, TANDEMLY } from '../support/site.ts';
import { startStub } from '../support/stub-engine.ts';
import { contentsUnaudited } from '../support/tables.ts';
import { doAllTasks } from '../support/tasks.ts';
import { acmeFile, pipelineOn } from '../support/world.ts';

const PAGE = '/new-prospect';

onPages('the page of a prospect', PAGES, (fresh) => {
  async function world(context: TestContext, hasKey = true) {
    const [store, site] = [await fresh(), await startSite(TANDEMLY)];
    const stub = await startStub(() => ({ body: SHORT_ANSWER }));
    context.after(site.stop);
    context.after(stub.stop);
    await pipelineOn(store).apply(acmeFile());
    const engines = { ready: hasKey ? [readyAt(chatgpt, stub.baseUrl)] : [], disabled: [] };
    const dashboard = dashboardOn(store, {
      sites: siteReaderWith({ reach: LOOPBACK_REACH }),
      configured: engines,
    });
    const editor = await dashboard.signedIn('editor');
    return { store, stub, dashboard, editor, engines, domain: `http://tandemly.example:${site.port}/` };
  }

  test('leads from a domain over its cost to a report, and the list says when it goes', async (context) => {
    const { store, stub, editor, engines, domain } = await world(context);
    const stored = await contentsUnaudited(store.main);
    const form = await editor.post(PAGE, { domain, do: 'read' });
    assert.match(form.text, /The site gives only \d questions without a brand’s name, of the 10/);
    const fields = fieldsIn(form, 'value="review"');
    assert.equal(fields.name, 'Tandemly');
    assert.match(String(fields.competitors), /^Kestrel Boards, kestrelboards\.example$/m);
    assert.doesNotMatch(String(fields.questions), /tandemly|kestrel/i);
    const review = await editor.post(PAGE, {
      ...fields,
      questions: 'best kanban app\nbest gantt tool',
      times: '3',
      do: 'review',
    });
    assert.match(review.text, /Ask about Tandemly\?/);
    assert.match(review.text, /6 answers \(2 questions, 3 times, on 1 engine\), about \$0\.06/);
    assert.deepEqual(await contentsUnaudited(store.main), stored);
    const saved = await editor.post(PAGE, { ...fieldsIn(review, 'value="save"'), do: 'save' });
    assert.equal(saved.status, 303);
    await doAllTasks(store, { engines: engines.ready });
    assert.equal(stub.requests.length, 6);
    const done = await editor.get(String(saved.headers.location));
    assert.match(done.text, /Asking about a prospect .*Done : 6 of 6 questions.*Its report/);
    const brand = /\/brands\/([^/]+)\//.exec(String(saved.headers.location))?.[1] ?? '';
    const reports = await editor.get(`/brands/${brand}/reports`);
    const report = await editor.get(
      /href="(\/brands\/[^"]+\/reports\/rpt_\w+)/.exec(reports.html)?.[1] ?? '',
    );
    assert.match(report.text, /ChatGPT \(API\) names Tandemly in 6 of 6 answers/);
    assert.match(report.text, /ChatGPT \(API\): 6 of 6; too few to compare\./);
    const list = await editor.get('/brands');
    assert.match(list.text, /Prospect, removed on Dec 20 unless you keep it/);
    const keep = await editor.post(`/brands/${brand}/keep`, { do: 'review' });
    assert.match(keep.text, /Keep Tandemly\?.*A day nothing 6 answers, about \$0\.06/);
    assert.equal((await editor.post(`/brands/${brand}/keep`, { do: 'save' })).status, 303);
    assert.doesNotMatch((await editor.get('/brands')).text, /Prospect, removed/);
  });

  test('says why it cannot begin, keeps what was typed, and stores nothing', async (context) => {
    const { store, editor, domain } = await world(context, false);
    assert.equal((await editor.get(`${PAGE}?organization=999`)).status, 404);
    assert.equal((await editor.post(PAGE, { domain, do: 'read', organization: '999' })).status, 404);
    const stored = await contentsUnaudited(store.main);
    assert.match((await editor.get(PAGE)).text, /No engine has a key, so there is nobody to ask/);
    const fields = fieldsIn(await editor.post(PAGE, { domain, do: 'read' }), 'value="review"');
    const refused = await editor.post(PAGE, { ...fields, do: 'review' });
    assert.deepEqual([refused.status, fieldsIn(refused, 'value="review"').name], [409, 'Tandemly']);
    const unread = await editor.post(PAGE, { domain: 'http://127.0.0.1:1/', do: 'read' });
    assert.deepEqual([unread.status, /Or choose “Fill it in by hand”\./.test(unread.text)], [400, true]);
    assert.deepEqual(await contentsUnaudited(store.main), stored);
  });

  test('refuses a question with a name in it, and blank fields, beside what was typed', async (context) => {
    const { editor } = await world(context);
    const fields = fieldsIn(
      await editor.post(PAGE, { domain: 'orbit.example', do: 'by-hand' }),
      'value="review"',
    );
    const named = await editor.post(PAGE, {
      ...fields,
      name: 'Orbit',
      questions: 'is Orbit good',
      do: 'review',
    });
    assert.match(
      named.text,
      /This question names the brand, .*: “is Orbit good”\. Reword it or leave it out\./,
    );
    for (const site of ['are orbit.example’s prices fair?', 'https://www.Orbit.example/a or not']) {
      const sent = await editor.post(PAGE, { ...fields, name: 'Big Ball', questions: site, do: 'review' });
      assert.match(sent.text, /This question names the brand/, site);
    }
    const blank = await editor.post(PAGE, { ...fields, do: 'review' });
    assert.equal(blank.status, 422);
  });
});
