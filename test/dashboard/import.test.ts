import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textIn } from 'node:stream/consumers';
import { test } from 'node:test';
import { importRoutes } from '../../src/dashboard/pages/tasks/import-page.ts';
import { taskRoutes } from '../../src/dashboard/pages/tasks/task-page.ts';
import { MOST_UPLOAD_BYTES } from '../../src/pipeline/tasks/upload.ts';
import { dashboardOn, onPages, type TestDashboard, textOf, type Visitor } from '../support/dashboard.ts';
import type { TestStore } from '../support/stores.ts';
import { doAllTasks } from '../support/tasks.ts';
import { ACME_BRAND, acmeFile, line, pipelineOn } from '../support/world.ts';

const ROUTES = [...importRoutes, ...taskRoutes];

const BOUNDARY = 'the-boundary';

/** A multipart form with one file. */
function formWith(bytes: Uint8Array | string, name = 'answers.jsonl'): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

onPages('an uploaded file', ROUTES, (fresh) => {
  interface World {
    readonly store: TestStore;
    readonly dashboard: TestDashboard;
    readonly editor: Visitor;
  }

  async function world(): Promise<World> {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const dashboard = dashboardOn(store);
    return { store, dashboard, editor: await dashboard.signedIn('editor') };
  }

  /** Submits Acme's import form. */
  async function send(
    { dashboard }: Pick<World, 'dashboard'>,
    { token }: Pick<Visitor, 'token'>,
    body: Buffer,
    brand = 'acme',
  ) {
    const response = await dashboard.api.app.inject({
      method: 'POST',
      url: `/brands/${brand}/import`,
      headers: {
        accept: 'text/html',
        cookie: `sightline=${token}`,
        'sec-fetch-site': 'same-origin',
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
      payload: body,
    });
    const { statusCode: status, headers, payload } = response;
    return { status, location: String(headers.location), text: textOf(payload) };
  }

  async function imported(given: World, bytes: Uint8Array | string) {
    const { status, location } = await send(given, given.editor, formWith(bytes));
    assert.equal(status, 303);
    await doAllTasks(given.store);
    return await given.editor.get(location);
  }

  const stored = async ({ store }: World) =>
    (await store.main.selectFrom('collections').select('id').execute()).length;

  test('imports, and shows the result', async () => {
    const given = await world();
    const { brand: _brand, ...unnamed } = line();
    const lines = [line(), unnamed, line({ brand: 'nobodys' })].map((each) => JSON.stringify(each));
    const { text } = await imported(given, lines.join('\n'));
    assert.match(text, /Importing a file Started just now by \S+/);
    assert.match(text, /Done 3 lines 2 answers stored 1 bad line/);
    assert.match(text, /Line 3 : brand "nobodys" is not acme, the brand of this import/);
    assert.equal(await stored(given), 2);
  });

  for (const [what, bytes, words] of [
    ['of bytes', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe, 10, 0]), /Line 1 : is not valid UTF-8/],
    ['of HTML', '<script>alert(1)</script>\n<img src=x onerror=alert(1)>', /Lines 1, 2 : is not valid JSON/],
    ['of a CSV', 'brand,engine\nacme,chatgpt\n', /the file looks like CSV/],
    ['of hostile names', '{"<img src=x onerror=alert(1)>": 1}', /<img src=x onerror=alert\(1\)>/],
  ] as const) {
    test(`${what} fails with its problem, as text`, async () => {
      const given = await world();
      const { text, html } = await imported(given, bytes);
      assert.match(text, /Failed/);
      assert.match(text, words);
      assert.doesNotMatch(html, /<script>alert|<img/);
      assert.equal(await stored(given), 0);
    });
  }

  test('an empty or missing file is refused on the form', async () => {
    const given = await world();
    for (const [body, words] of [
      [formWith(''), /The file is empty\./],
      [formWith('', ''), /Choose a file first\./],
      [Buffer.from(`--${BOUNDARY}--\r\n`), /Choose a file first\./],
    ] as const) {
      const { status, text } = await send(given, given.editor, body);
      assert.equal(status, 422);
      assert.match(text, words);
    }
    const { status } = await given.editor.post('/brands/acme/import');
    assert.equal(status, 422);
  });

  test('is refused during another import', async () => {
    const given = await world();
    const body = formWith(JSON.stringify(line()));
    assert.equal((await send(given, given.editor, body)).status, 303);
    const { status, text } = await send(given, given.editor, body);
    assert.equal(status, 422);
    assert.match(text, /This brand's last import has not finished yet\./);
  });

  test('that is not well formed breaks nothing', async () => {
    const given = await world();
    const cut = formWith(JSON.stringify(line())).subarray(0, -30);
    const { status } = await send(given, given.editor, cut);
    assert.ok(status >= 400, String(status));
    assert.deepEqual(await given.store.main.selectFrom('task_inputs').select('part').execute(), []);
    assert.equal((await given.editor.get('/brands/acme/import')).status, 200);
  });

  test("is refused for viewers, and for another organization's brand", async () => {
    const given = await world();
    const { dashboard, store } = given;
    await pipelineOn(store).apply({
      organizations: [{ name: 'Other', plan: { name: 'solo' }, brands: [{ ...ACME_BRAND, id: 'other' }] }],
    });
    const body = formWith(JSON.stringify(line()));
    const viewer = await dashboard.signedIn('viewer');
    const stranger = await dashboard.signedIn('editor', 'Other');
    assert.equal((await viewer.get('/brands/acme/import')).status, 403);
    assert.equal((await send(given, viewer, body)).status, 403);
    assert.equal((await send(given, dashboard.nobody, body)).status, 401);
    assert.equal((await send(given, stranger, body)).status, 404);
    assert.equal((await send(given, stranger, body, 'nobodys')).status, 404);
    assert.deepEqual(await store.main.selectFrom('task_inputs').select('part').execute(), []);
  });

  for (const [body, what] of [
    ['no form at all', 'is no form'],
    [`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n{}`, 'has no end'],
  ] as const) {
    test(`that ${what} is refused, without a trace`, async () => {
      const given = await world();
      const { status, text } = await send(given, given.editor, Buffer.from(body));
      assert.equal(status, 400);
      assert.match(text, /upload was incomplete/);
      assert.deepEqual(await given.store.main.selectFrom('task_inputs').select('part').execute(), []);
    });
  }

  test('of more than 64 MB is refused over a real connection, with an answer', async () => {
    const given = await world();
    const { app } = given.dashboard.api;
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const body = formWith(Buffer.alloc(MOST_UPLOAD_BYTES + 8 * 1024 * 1024, 'a'));
    try {
      const response = await new Promise<{ status: number; text: string }>((resolve, reject) => {
        const sending = request({
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: '/brands/acme/import',
          headers: {
            accept: 'text/html',
            cookie: `sightline=${given.editor.token}`,
            'sec-fetch-site': 'same-origin',
            'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
            'content-length': body.length,
          },
        });
        sending.once('error', reject);
        sending.once('response', (incoming) => {
          textIn(incoming).then(
            (html) => resolve({ status: incoming.statusCode ?? 0, text: textOf(html) }),
            reject,
          );
        });
        sending.end(body);
      });
      assert.equal(response.status, 422);
      assert.match(response.text, /The file is larger than 64 MB\. Split it/);
      assert.deepEqual(await given.store.main.selectFrom('task_inputs').select('part').execute(), []);
    } finally {
      app.server.closeAllConnections();
      await app.close();
    }
  });
});
