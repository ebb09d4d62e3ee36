import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerRoutes } from '../../src/dashboard/pages/answers/index.ts';
import { eventRoutes } from '../../src/dashboard/pages/events/events-page.ts';
import { overviewRoutes } from '../../src/dashboard/pages/overview/overview.ts';
import { questionRoutes } from '../../src/dashboard/pages/questions/questions-page.ts';
import { reportRoutes } from '../../src/dashboard/pages/reports/index.ts';
import { NO_SENDERS } from '../../src/main/process/senders.ts';
import { insertAudit } from '../../src/storage/directory/access/audit.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import { findFrozenReport } from '../../src/storage/directory/shared-reports.ts';
import { dashboardOn, onPages, type PageResponse, type Visitor } from '../support/dashboard.ts';
import { historyLines } from '../support/history.ts';
import type { TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, DAY_MS, line, NOW, pipelineOn } from '../support/world.ts';

const ROUTES = [...reportRoutes, ...eventRoutes, ...overviewRoutes, ...answerRoutes, ...questionRoutes];

const DAYS = { from: '2026-11-13', until: '2026-11-19', compare: 'previous' };
const FORM = { title: 'Acme in AI answers', ...DAYS };

async function worldOn(store: TestStore) {
  const pipeline = pipelineOn(store);
  await pipeline.apply(acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'second', name: 'Second' }]));
  const at = (days: number) => new Date(NOW - days * DAY_MS).toISOString();
  await pipeline.importLines(
    Array.from({ length: 8 }, (_, index) =>
      line({ answer: index < 6 ? 'Acme is the best anvil.' : 'Bolt.', collected_at: at(1 + (index % 5)) }),
    ),
  );
  const dashboard = dashboardOn(store);
  const editor = await dashboard.signedIn('editor');
  return { ...pipeline, ...dashboard, store, editor };
}

async function made(editor: Visitor, form: Record<string, string> = FORM): Promise<string> {
  const { status, headers, text } = await editor.post('/brands/acme/reports?window=2026-11-13..2026-11-19', {
    ...form,
    kind: 'frozen',
  });
  assert.equal(status, 303, text);
  const location = String(headers.location).split('?')[0] ?? '';
  assert.match(location, /^\/brands\/acme\/reports\/rpt_[0-9A-Za-z]{12}$/);
  return location;
}

/** Acme in 6 of ChatGPT's 10 answers a day, and in 2 on the 9 days up to NOW. */
async function fallenOn(store: TestStore) {
  const { apply, importLines, watch } = pipelineOn(store);
  await apply(
    acmeFile([{ ...ACME_BRAND, engines: ['chatgpt'] }], { alerts: { kinds: ['visibility_drop'] } }),
  );
  await importLines(
    historyLines({ from: 44, to: 0, say: (day, prompt) => ({ acme: prompt < (day < 9 ? 2 : 6) }) }),
  );
  for (const day of [2, 1, 0]) await watch({ at: NOW - day * DAY_MS });
  return await dashboardOn(store).signedIn('editor');
}

const linkIn = ({ text }: PageResponse) =>
  /http:\/\/\S+(\/share\/sl_share_[0-9A-Za-z]{43})/.exec(text)?.[1] ?? '';

onPages('a frozen report', ROUTES, (fresh) => {
  test('has figures of its days, which answers that come later do not change', async () => {
    const { editor, importLines } = await worldOn(await fresh());
    const path = await made(editor);
    const before = await editor.get(path);
    assert.match(before.text, /ChatGPT \(API\) .*75% .*6 of 8/);
    await importLines([line({ answer: 'Bolt.', collected_at: new Date(NOW - DAY_MS).toISOString() })]);
    assert.match((await editor.get(path)).text, /75% .*6 of 8/);
    const anew = await editor.post(path, { ...FORM, color: '#1f4fd8', do: 'anew' });
    assert.equal(anew.status, 303, anew.text);
    assert.match((await editor.get(path)).text, /67% .*6 of 9/);
  });

  test('tells the change first, and counts its engine since then, as of its day', async () => {
    const editor = await fallenOn(await fresh());
    await editor.post('/brands/acme/events', {
      ...{
        do: 'add',
        day: '2026-11-10',
        kind: 'page',
        text: 'Published the <b>prices</b>',
        tag: '',
        back: '',
      },
    });
    const form = { title: 'Acme', kind: 'frozen' };
    const { headers } = await editor.post('/brands/acme/reports?window=2026-10-23..2026-11-19', form);
    const { text } = await editor.get(String(headers.location));
    const said = 'ChatGPT (API) names Acme in 20% of answers since about Nov 12, 60% before';
    assert.ok(text.includes(`${said}: still so on Nov 20. 14 of 70 answers since, `), text.slice(0, 900));
    assert.match(text, /ChatGPT \(API\) Nov 1\d – \d+ 20% .*?14 of 70 .*?Fell/);
    assert.ok(text.includes(`Published the <b>prices</b> ${said}.`), text);
    assert.doesNotMatch(text, /As before [^c]|No engine names/);
  });

  test('its link opens it, and only the live pages beside it', async () => {
    const { editor, nobody } = await worldOn(await fresh());
    const path = await made(editor);
    const other = await made(editor, { ...FORM, title: 'Another report' });
    const link = linkIn(await editor.post(path, { do: 'link', days: '30' }));
    const opened = await nobody.get(link);
    const report = `${link}${path.slice('/brands/acme'.length)}`;
    assert.deepEqual([opened.status, opened.headers.location], [303, report]);
    const { status, text, html } = await nobody.get(report);
    assert.equal(status, 200);
    assert.match(text, /6 of 8/);
    assert.doesNotMatch(
      html,
      /<form method="post" action="\/(?!theme)|Another report|Second|\/brands\/|href="[^"]*\/answers/,
    );
    assert.match((await nobody.get(`${report}/style`)).html, /--client:#1f4fd8/);
    for (const closed of ['', '/answers', '/overview', '/reports', other.slice('/brands/acme'.length)]) {
      if (closed !== '') assert.equal((await nobody.get(`${link}${closed}`)).status, 404, closed);
    }
    assert.equal((await editor.post(path, { do: 'revoke' })).status, 303);
    assert.equal((await nobody.get(report)).status, 404);
  });

  test('its figures lead to answers only if the link shows what they are filtered by', async () => {
    const { editor, nobody, apply } = await worldOn(await fresh());
    await apply(acmeFile([{ ...ACME_BRAND, prompts: [{ text: 'best anvils', tags: ['anvils'] }] }]));
    const made = await editor.post('/brands/acme/reports?tag=anvils', { title: 'Anvils', kind: 'frozen' });
    const path = String(made.headers.location).split('?')[0] ?? '';
    for (const [pages, leads] of [
      [['answers'], false],
      [['answers', 'questions'], true],
    ] as const) {
      const link = linkIn(await editor.post(path, { do: 'link', days: '30', pages }));
      const { html } = await nobody.get(`${link}${path.slice('/brands/acme'.length)}`);
      const [, href] = /href="([^"]*\/answers\?[^"]*tag=anvils[^"]*)"/.exec(html) ?? [];
      assert.equal(href !== undefined, leads);
      if (href) assert.equal((await nobody.get(href.replaceAll('&amp;', '&'))).status, 200);
    }
  });

  test('buttons move its blocks and save typed text, and insert a text block', async () => {
    const { store, editor, nobody } = await worldOn(await fresh());
    const path = await made(editor);
    const typed = {
      ...FORM,
      color: '#0a6b51',
      prepared_by: 'Northside Studio',
      block: ['engines', 'summary', 'done', 'next', 'competitors', 'trend', 'lost', 'sites', 'said'],
      'shown-0': 'on',
      'shown-1': 'on',
      'heading-0': 'Four engines',
      'comment-1': 'First.\n\nThen <b>.',
    };
    assert.equal((await editor.post(path, { ...typed, down: '0' })).headers.location, `${path}#blocks`);
    assert.equal((await editor.post(path, { ...FORM, color: '#0a6b51', add: 'text' })).status, 303);
    const { blocks, preparedBy } = (await findFrozenReport(store.main, 1, path.slice(-16))) ?? assert.fail();
    assert.deepEqual(
      blocks.map(({ kind }) => kind),
      ['summary', 'engines', 'done', 'next', 'competitors', 'trend', 'lost', 'sites', 'said', 'text'],
    );
    assert.deepEqual(blocks[0], {
      kind: 'summary',
      shown: true,
      heading: '',
      comment: 'First.\n\nThen <b>.',
    });
    assert.equal(preparedBy, '', 'a form that leaves it empty empties it');
    const link = linkIn(await editor.post(path, { do: 'link', days: '30' }));
    const { text, html } = await nobody.get(`${link}${path.slice('/brands/acme'.length)}`);
    assert.match(text, /Our comment First\. Then <b>\. .*1 Four engines/);
    assert.doesNotMatch(text, /Sites to win|Blocks|Prepared by/);
    assert.match(html, /Then &lt;b&gt;/);
  });

  test("shows a report's problems, and keeps the typed text", async () => {
    const { editor, store } = await worldOn(await fresh());
    const path = await made(editor);
    for (const [form, message] of [
      [{ color: '#ffd700' }, /#ffd700 is hard to read on white: its contrast is 1\.4 to 1/],
      [{ color: 'red' }, /six hexadecimal digits/],
      [{ title: '  ' }, /Title must not be blank/],
      [{ until: '2026-11-20' }, /last day has to be over/],
      [{ from: '2026-11-20', until: '2026-11-13' }, /later than the last/],
      [{ from: '2025-01-01' }, /at most 365 days/],
      [{ block: ['engines', 'engines'] }, /each block once/],
      [{ compare: 'never' }, /Give two days/],
    ] as const) {
      const { status, text } = await editor.post(path, { ...FORM, color: '#1f4fd8', do: 'save', ...form });
      assert.ok([400, 422].includes(status), text);
      assert.match(text, message);
    }
    const { title, color, lastDay } =
      (await findFrozenReport(store.main, 1, path.slice(-16))) ?? assert.fail();
    assert.deepEqual([title, color, lastDay], [FORM.title, '#1f4fd8', Math.floor(NOW / DAY_MS) - 1]);
  });

  test('as one file it loads nothing', async () => {
    const { editor, nobody } = await worldOn(await fresh());
    const path = await made(editor);
    const link = linkIn(await editor.post(path, { do: 'link', days: '30' }));
    const { status, headers, html } = await nobody.get(`${link}${path.slice('/brands/acme'.length)}/file`);
    assert.equal(status, 200);
    assert.equal(headers['content-disposition'], 'attachment; filename="acme-report-2026-11-19.html"');
    assert.doesNotMatch(html, /(?:src|href)="(?!data:|#)/, 'it loads nothing and links nowhere');
    assert.doesNotMatch(html, /<script/);
    assert.match(html, /6 of 8/);
  });

  test('shows a picture on its cover until removed, and refuses other files', async () => {
    const { api, editor, signedIn } = await worldOn(await fresh());
    const path = await made(editor);
    const send = async ({ token }: Visitor, picture: string) =>
      await api.app.inject({
        method: 'POST',
        url: `${path}/logo`,
        headers: {
          accept: 'text/html',
          cookie: `sightline=${token}`,
          'sec-fetch-site': 'same-origin',
          'content-type': 'multipart/form-data; boundary=b',
        },
        payload: `--b\r\ncontent-disposition: form-data; name="file"; filename="x.svg"\r\n\r\n${picture}\r\n--b--\r\n`,
      });
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>';
    assert.equal((await send(editor, drawing)).statusCode, 303);
    const shown = `<img class="client-logo" src="data:image/svg+xml;base64,${btoa(drawing)}"`;
    assert.ok((await editor.get(path)).html.includes(shown));
    const refused = await send(editor, '<svg><script/></svg>');
    assert.deepEqual([refused.statusCode, /plain drawing/.test(refused.payload)], [422, true]);
    assert.equal((await send(editor, 'x'.repeat(300_000))).statusCode, 422);
    assert.equal((await send(await signedIn('viewer'), drawing)).statusCode, 403);
    await editor.post(path, { do: 'no-logo' });
    assert.doesNotMatch((await editor.get(path)).html, /<img/);
  });

  test('goes by mail to an address, again after its owner unsubscribed only if an admin says so', async () => {
    const { store, editor } = await worldOn(await fresh());
    const path = await made(editor);
    const form = { do: 'mail', address: 'Ann@client.example', pace: 'weekly', again: 'yes' };
    assert.equal((await editor.post(path, form)).status, 409, 'without a mail server');
    const senders = { ...NO_SENDERS, mailer: async () => assert.fail() };
    const { signedIn } = dashboardOn(store, { senders });
    const [editing, admin] = [await signedIn('editor'), await signedIn('admin')];
    const { id: organizationId } = await organizationNamed(store.main, 'Acme Inc');
    const entry = { at: NOW, organizationId, actor: 'recipient', action: 'report.unsubscribe' } as const;
    await insertAudit(store.main, { ...entry, subject: null, detail: 'ann@client.example' });
    const refused = await editing.post(path, form);
    assert.deepEqual(
      [refused.status, /ann@client\.example has unsubscribed/.test(refused.text)],
      [409, true],
    );
    assert.equal((await admin.post(path, form)).headers.location, `${path}#mail`);
    const [, end = ''] = /action="([^"]*\/mails\/[^"]*)"/.exec((await editing.get(path)).html) ?? [];
    assert.equal((await editing.post(end)).headers.location, `${path}#mail`);
    assert.doesNotMatch((await editing.get(path)).text, /ann@client/);
  });

  test('a viewer reads it and changes nothing; another brand has none of it', async () => {
    const { editor, signedIn } = await worldOn(await fresh());
    const path = await made(editor);
    const viewer = await signedIn('viewer');
    const { status, html } = await viewer.get(path);
    assert.equal(status, 200);
    assert.doesNotMatch(html, /name="do"|type="file"/);
    for (const form of [{ do: 'delete' }, FORM]) assert.equal((await viewer.post(path, form)).status, 403);
    assert.equal((await editor.get(path.replace('acme', 'second'))).status, 404);
    assert.equal((await editor.post(path, { do: 'delete' })).headers.location, '/brands/acme/reports');
    assert.equal((await editor.get(path)).status, 404);
  });
});
