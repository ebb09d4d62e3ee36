import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logRoutes } from '../../src/dashboard/pages/logs/logs-page.ts';
import { taskRoutes } from '../../src/dashboard/pages/tasks/task-page.ts';
import { NO_ENGINE_KEYS } from '../../src/main/process/engine-keys.ts';
import { dashboardOn, onPages, textOf } from '../support/dashboard.ts';
import { crawlLine, personLine } from '../support/logs.ts';
import { doAllTasks } from '../support/tasks.ts';
import { acmeFile, pipelineOn } from '../support/world.ts';

const BOUNDARY = 'the-boundary';

/** A multipart form with a mapping and files. */
function formWith(mapping: string, files: Readonly<Record<string, string>>): string {
  const part = (head: string, body: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const parts = Object.entries(files).map(([name, body]) => part(`name="files"; filename="${name}"`, body));
  return `${part('name="mapping"', mapping)}${parts.join('')}--${BOUNDARY}--\r\n`;
}

onPages('Logs and files', [...logRoutes, ...taskRoutes], (fresh) => {
  async function world() {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const dashboard = dashboardOn(store, {
      engineKeys: { ...NO_ENGINE_KEYS, secretKey: async () => 'k'.repeat(40) },
    });
    const editor = await dashboard.signedIn('editor');
    const send = async (mapping: string, files: Readonly<Record<string, string>>) => {
      const response = await dashboard.api.app.inject({
        method: 'POST',
        url: '/brands/acme/logs',
        headers: {
          accept: 'text/html',
          cookie: `sightline=${editor.token}`,
          'sec-fetch-site': 'same-origin',
          'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        },
        payload: formWith(mapping, files),
      });
      const location = response.headers.location ?? '';
      return { status: response.statusCode, text: textOf(response.payload), location };
    };
    return { store, dashboard, editor, send };
  }

  test('counts several files of one form, and lists them', async () => {
    const { store, editor, send } = await world();
    const files = { 'a.log': `${crawlLine()}\n${personLine()}`, 'b.log': `${crawlLine()}\nno line <b>` };
    assert.equal((await send('', files)).status, 303);
    await doAllTasks(store);
    const { text, html } = await editor.get('/brands/acme/logs');
    assert.match(
      text,
      /b\.log SHA-256 [0-9a-f]{12}….* 2 0 1 counted before\. 1 line could not be read\. First lines not read no line <b>/,
    );
    assert.match(text, /a\.log SHA-256 [0-9a-f]{12}….* 2026-11-20 2 1/);
    assert.doesNotMatch(html, /<b>/);
  });

  test('refuses a form without a file, and a mapping that means nothing', async () => {
    const { send } = await world();
    assert.match((await send('', {})).text, /Choose a file first\./);
    const { status, text } = await send('who=agent', { 'a.log': crawlLine() });
    // The form still has what was typed.
    assert.match(text, /Where each field is who=agent/);
    assert.equal(status, 422);
    assert.match(text, /"who=agent" maps nothing/);
  });

  test('shows an address and its secret once, and removes it', async () => {
    const { editor, dashboard } = await world();
    const made = await editor.post('/brands/acme/logs/address', { do: 'set' });
    assert.match(made.text, /\/drains\/sl_drain_[0-9A-Za-z]{43}/);
    const shown = await editor.get('/brands/acme/logs');
    assert.match(shown.text, /It takes batches, and none has come yet\./);
    assert.doesNotMatch(shown.text, /sl_drain_/);
    await editor.post('/brands/acme/logs/address', { do: 'remove' });
    assert.match((await editor.get('/brands/acme/logs')).text, /No address takes the log now\./);
    const viewer = await dashboard.signedIn('viewer');
    assert.equal((await viewer.post('/brands/acme/logs/address', { do: 'set' })).status, 403);
    assert.doesNotMatch((await viewer.get('/brands/acme/logs')).html, /<form method="post" [^>]*logs/);
  });

  test('shows how figures would be read, stores them, and flags windows that overlap', async () => {
    const { store, editor, send } = await world();
    const give = async (name: string, from: string, until: string) => {
      const { location } = await send('', { [name]: 'Seiten;Impressionen\nhttps://acme.example/<b>;3\n' });
      const shown = await editor.get(location);
      assert.match(
        shown.text,
        /impressions: column 2, “Impressionen”, by its header 1 of 1 rows would be stored/,
      );
      assert.deepEqual(
        await store.main.selectFrom('given_files').select('name').where('name', '=', name).execute(),
        [],
      );
      const unsaid = await editor.post(location, { do: 'store', kind: '', mapping: '', from: '', until: '' });
      assert.match(unsaid.text, /does not say which days it covers/);
      const words = { kind: '', mapping: '', from, until };
      assert.match(
        (await editor.post(location, { do: 'show', ...words })).text,
        new RegExp(`${from} to ${until}`),
      );
      assert.equal((await editor.post(location, { do: 'store', ...words })).status, 303);
      assert.match((await editor.get(location)).text, /The file is gone/);
    };
    await give('a.csv', '2026-11-01', '2026-11-15');
    await give('b.csv', '2026-11-10', '2026-11-18');
    const { text } = await editor.get('/brands/acme/logs');
    assert.match(
      text,
      /a\.csv Search Console, generative AI: pages, SHA-256 .* 2026-11-01 to 2026-11-15 1 1 It overlaps “b\.csv”/,
    );
  });
});
