import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresHash } from '../../src/domain/client-report.ts';
import { findClientReport } from '../../src/storage/directory/client-reports.ts';
import { dashboardOn, type PageResponse, type Visitor } from '../support/dashboard.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, DAY_MS, line, NOW, pipelineOn } from '../support/world.ts';

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
  const { status, headers, text } = await editor.post('/brands/acme/reports', form);
  assert.equal(status, 303, text);
  const location = String(headers.location);
  assert.match(location, /^\/brands\/acme\/reports\/rpt_[0-9A-Za-z]{12}$/);
  return location;
}

const linkIn = ({ text }: PageResponse) =>
  /http:\/\/\S+(\/share\/sl_share_[0-9A-Za-z]{43})/.exec(text)?.[1] ?? '';

onEveryStore('a report for a client', (fresh) => {
  test('has figures of its days, with their hash, which answers that come later do not change', async () => {
    const { store, editor, importLines } = await worldOn(await fresh());
    const path = await made(editor);
    const before = await editor.get(path);
    assert.match(before.text, /ChatGPT \(API\) .*75% .*6 of 8/);
    const { frozen } = (await findClientReport(store.main, 1, path.slice(-16))) ?? assert.fail();
    assert.equal(frozen.hash, figuresHash(frozen.figures));
    assert.ok(before.text.includes(frozen.hash));
    assert.match((await editor.get(`${path}?check=1`)).text, /today’s answers give these very figures/);
    await importLines([line({ answer: 'Bolt.', collected_at: new Date(NOW - DAY_MS).toISOString() })]);
    const after = await editor.get(`${path}?check=1`);
    assert.match(after.text, /75% .*6 of 8/);
    assert.match(after.text, /today’s answers give other figures/);
    const anew = await editor.post(path, { ...FORM, color: '#1f4fd8', do: 'anew' });
    assert.equal(anew.status, 303, anew.text);
    assert.match((await editor.get(path)).text, /67% .*6 of 9/);
  });

  test('opens by a link, and nothing else of the brand does', async () => {
    const { editor, nobody } = await worldOn(await fresh());
    const path = await made(editor);
    const other = await made(editor, { ...FORM, title: 'Another report' });
    const link = linkIn(await editor.post(path, { do: 'link', name: 'Client', days: '30' }));
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
    const [, revoke = ''] =
      /action="([^"]*\/links\/shr_\w+\/revoke)"/.exec((await editor.get(path)).html) ?? [];
    assert.equal((await editor.post(revoke)).status, 303);
    assert.equal((await nobody.get(report)).status, 404);
  });
});
