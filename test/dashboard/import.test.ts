import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importRoutes } from '../../src/dashboard/pages/imports/import-page.ts';
import { taskRoutes } from '../../src/dashboard/pages/tasks/task-page.ts';
import {
  dashboardOn,
  onPages,
  type PageResponse,
  type TestDashboard,
  type Visitor,
} from '../support/dashboard.ts';
import { fieldsIn } from '../support/form-fields.ts';
import type { TestStore } from '../support/stores.ts';
import { doAllTasks } from '../support/tasks.ts';
import { ACME_BRAND, acmeFile, line, pipelineOn } from '../support/world.ts';

const ROUTES = [...importRoutes, ...taskRoutes];

const BOUNDARY = 'the-boundary';

/** A multipart form with pasted rows, and one file. */
function formWith(bytes: Uint8Array | string, name = 'answers.jsonl', paste = ''): Buffer {
  const part = (about: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; ${about}\r\n\r\n`;
  const head = `${part('name="paste"')}${paste}\r\n${part(`name="file"; filename="${name}"`)}`;
  return Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

const TEXT = 'Acme is a good choice for anvils, and Bolt is cheaper.';
const HEADER = 'created_at,platform,prompt,response,citations,brand_position,sentiment';
const row = (engine = 'chatgpt-web', text = TEXT, day = '2026-11-14 08:12') =>
  `${day},${engine},best clamps,"${text}",https://acme.example/a,2,78`;

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

  /** Submits a brand's form. */
  const send = async (visitor: Visitor, body: Buffer, brand = 'acme') =>
    await visitor.send(`/brands/${brand}/import`, `multipart/form-data; boundary=${BOUNDARY}`, body);

  type Shown = PageResponse & { readonly address: string };

  /** The page that shows how a file would be imported. */
  async function shown({ editor }: World, form: Buffer): Promise<Shown> {
    const { status, headers, text } = await send(editor, form);
    assert.equal(status, 303, text);
    const address = String(headers.location);
    return { address, ...(await editor.get(address)) };
  }

  /** Imports it as the page proposes, and returns its task's page. */
  async function imported(given: World, page: Shown): Promise<PageResponse> {
    const started = await given.editor.post(page.address, {
      ...fieldsIn(page, 'value="import"'),
      do: 'import',
    });
    assert.equal(started.status, 303, started.text);
    await doAllTasks(given.store);
    return await given.editor.get(String(started.headers.location));
  }

  const stored = async ({ store }: World) =>
    (
      await store.main.selectFrom('collections').select(['engine', 'collected_at']).orderBy('id').execute()
    ).map((each) => ({ ...each }));
  const uploads = async ({ store }: World) =>
    await store.main.selectFrom('task_inputs').select('part').execute();

  test("of our own lines is imported, with each bad line's reason", async () => {
    const given = await world();
    const { brand: _brand, ...unnamed } = line();
    const lines = [line(), unnamed, line({ brand: 'nobodys' })].map((each) => JSON.stringify(each));
    const page = await shown(given, formWith(lines.join('\n')));
    assert.match(page.text, /2 of 3 lines can be imported\./);
    assert.match(page.text, /line 3: brand "nobodys" is not acme, the brand of this import/);
    const { text } = await imported(given, page);
    assert.match(text, /Importing a file Started just now by \S+/);
    assert.match(text, /Done 3 lines 2 answers stored 1 bad line/);
    assert.equal((await stored(given)).length, 2);
  });

  test('of another tool is shown as it will be read, and imported so', async () => {
    const given = await world();
    const rows = [row(), row('deepseek'), row('chatgpt-web', ''), row('chatgpt-web', TEXT, '')];
    const page = await shown(given, formWith([HEADER, ...rows].join('\n'), 'export.csv'));
    for (const words of [
      /1 of 4 rows can be imported, Nov 14\. Import 1 answer/,
      /export\.csv 4 rows, CSV, UTF-8, comma/,
      /0 of 1 are yours; 1 is added and not asked/,
      /of an engine that is left out no engine of Sightline, or not chosen 1/,
      /ChatGPT app · Nov 14, 08:12/,
      /Acme · Bolt · cites 1 page position 2: the text has no list/,
      /Left out: without the answer’s text/,
    ])
      assert.match(page.text, words);
    await imported(given, page);
    assert.deepEqual(await stored(given), [
      { engine: 'chatgpt_app', collected_at: Date.parse('2026-11-14T08:12:00Z') },
    ]);
    const again = await shown(given, formWith([HEADER, ...rows].join('\n')));
    assert.match(again.text, /0 of 4 rows can be imported\./);
    assert.match(again.text, /stored already or twice in the file: an answer is stored once 1/);
  });

  test('and what a person chooses decides', async () => {
    const given = await world();
    const page = await shown(
      given,
      formWith('', '', `${HEADER}\n${row('deepseek', TEXT, '11/12/2026 08:00')}`),
    );
    const fields = {
      ...fieldsIn(page, 'value="setup"'),
      'engine-choice': 'own:DeepSeek',
      zone: 'Europe/Berlin',
    };
    const unsure = await given.editor.post(page.address, fields);
    assert.match(unsure.text, /with a date such as 11\/12\/2026/);
    const chosen = await given.editor.post(page.address, { ...fields, first: 'month' });
    assert.match(chosen.text, /1 of 1 rows can be imported, Nov 12/);
    await imported(given, { ...chosen, address: page.address });
    assert.deepEqual(await stored(given), [
      { engine: 'own:DeepSeek', collected_at: Date.parse('2026-11-12T07:00:00Z') },
    ]);
  });

  test('can be taken out again', async () => {
    const given = await world();
    await imported(given, await shown(given, formWith(`${HEADER}\n${row()}`, 'export.csv')));
    const page = await given.editor.get('/brands/acme/import');
    assert.match(page.text, /Imported so far .* export\.csv .* 1 answer stored Take it out/);
    const undoing = await given.editor.post('/brands/acme/import/undo', fieldsIn(page, 'Take it out'));
    assert.equal(undoing.status, 303, undoing.text);
    await doAllTasks(given.store);
    assert.deepEqual(await stored(given), []);
    assert.doesNotMatch((await given.editor.get('/brands/acme/import')).text, /export\.csv/);
    const gone = await given.editor.post('/brands/acme/import/undo', { import: 'imp_000000000000' });
    assert.equal(gone.status, 404);
  });

  test('gives its rows that are left out, and its questions as an apply file', async () => {
    const given = await world();
    const page = await shown(given, formWith(`${HEADER}\n${row('=deepseek')}\n${row()}`));
    const fields = fieldsIn(page, 'value="setup"');
    const csv = await given.editor.post(page.address, { ...fields, do: 'left-out' });
    assert.match(
      csv.html,
      /\r\n1,"of an engine that is left out: no engine of Sightline, or not chosen",best clamps,'=deepseek,,2026/,
    );
    const yaml = await given.editor.post(page.address, { ...fields, do: 'setup' });
    assert.match(yaml.html, /- best clamps/);
  });

  for (const [what, bytes, words] of [
    ['of bytes', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe, 10, 0]), /The file is not text\./],
    ['that is empty', '', /The file is empty\./],
    ['of a PDF', '%PDF-1.7', /It is a PDF\./],
  ] as const)
    test(`${what} is refused on the form`, async () => {
      const given = await world();
      const { status, text } = await send(given.editor, formWith(bytes));
      assert.equal(status, 422);
      assert.match(text, words);
      assert.deepEqual(await uploads(given), []);
    });

  for (const [what, bytes] of [
    ['markup', '<script>alert(1)</script>\n<img src=x onerror=alert(1)>'],
    ['hostile names', '{"<img src=x onerror=alert(1)>": "<script>alert(1)</script>"}'],
    ['hostile cells', `${HEADER}\n${row('<img src=x onerror=alert(1)>', '<script>alert(1)</script>')}`],
  ] as const)
    test(`of ${what} is shown as text`, async () => {
      const given = await world();
      const { html, text } = await shown(given, formWith(bytes, "'><img src=x>"));
      assert.doesNotMatch(html, /<script>alert|<img/);
      assert.match(text, /<img src=x|<script>/);
    });

  test('that is missing is refused', async () => {
    const given = await world();
    for (const body of [formWith('', ''), Buffer.from(`--${BOUNDARY}--\r\n`)]) {
      const { status, text } = await send(given.editor, body);
      assert.equal(status, 422);
      assert.match(text, /Choose a file or paste rows first\./);
    }
    assert.equal((await given.editor.post('/brands/acme/import')).status, 422);
  });

  test('that is forgotten says so', async () => {
    const { editor } = await world();
    const { status, text } = await editor.get(
      '/brands/acme/import/file?upload=tsk_000000000000&bytes=1&name=x',
    );
    assert.equal(status, 404);
    assert.match(text, /The file is gone\. Choose it again\./);
  });

  test('is refused during another import', async () => {
    const given = await world();
    const [one, other] = [
      await shown(given, formWith(JSON.stringify(line()))),
      await shown(given, formWith(JSON.stringify(line()))),
    ];
    assert.equal((await given.editor.post(one.address, { do: 'import' })).status, 303);
    const { status, text } = await given.editor.post(other.address, { do: 'import' });
    assert.equal(status, 409);
    assert.match(text, /This brand's last import has not finished yet\./);
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
    assert.equal((await send(viewer, body)).status, 403);
    assert.equal((await send(dashboard.nobody, body)).status, 401);
    assert.equal((await send(stranger, body)).status, 404);
    assert.equal((await send(stranger, body, 'nobodys')).status, 404);
    assert.deepEqual(await uploads(given), []);
    const { address } = await shown(given, body);
    assert.equal((await stranger.get(address.replace('acme', 'other'))).status, 404);
  });

  for (const [body, what] of [
    ['no form at all', 'is no form'],
    [`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n{}`, 'has no end'],
    [formWith(JSON.stringify(line())).subarray(0, -30), 'is cut off'],
  ] as const) {
    test(`that ${what} is refused, without a trace`, async () => {
      const given = await world();
      const { status, text } = await send(given.editor, Buffer.from(body));
      assert.equal(status, 400);
      assert.match(text, /upload was incomplete/);
      assert.deepEqual(await uploads(given), []);
      assert.equal((await given.editor.get('/brands/acme/import')).status, 200);
    });
  }
});
