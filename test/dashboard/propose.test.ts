import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setupRoutes } from '../../src/dashboard/pages/setup/index.ts';
import { MOST_MARKETS } from '../../src/domain/brand/market.ts';
import { engineKeySettings } from '../../src/main/process/engine-keys.ts';
import { engineSettings, readEngines } from '../../src/main/settings/engines.ts';
import { brandDocument } from '../../src/pipeline/declare/document/document.ts';
import { siteReaderWith } from '../../src/pipeline/site/site-reader.ts';
import { saveCollectLimits } from '../../src/storage/collect/spending.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import {
  dashboardOn,
  type FormFields,
  onPages,
  type PageResponse,
  type Visitor,
} from '../support/dashboard.ts';
import { effort } from '../support/effort.ts';
import { fixture } from '../support/engines.ts';
import { fieldsIn } from '../support/form-fields.ts';
import { LOOPBACK_REACH, startSite, TANDEMLY } from '../support/site.ts';
import type { TestStore } from '../support/stores.ts';
import { type StubReply, startStub } from '../support/stub-engine.ts';
import { contentsUnaudited } from '../support/tables.ts';
import { doAllTasks } from '../support/tasks.ts';
import { acmeFile, DAY_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';
import { zipOf } from '../support/zip.ts';

const MODEL_REPLY = JSON.stringify({
  questions: [
    'shift planning for small cafés',
    'best project management software for a small agency',
    '<img src=x>',
  ],
  competitors: [{ name: 'Orbit Boards', domain: 'orbitboards.example' }, { name: 'Kestrel Boards' }],
});

/** A recorded OpenAI reply with another text. */
function repliedBy(text: string): string {
  const reply = JSON.parse(fixture('chatgpt', 'ok'));
  for (const item of reply.output) {
    for (const part of item.content ?? []) Object.assign(part, { text, annotations: [] });
  }
  return JSON.stringify(reply);
}

/** Submits the domain form, optionally with a file. */
async function sendForm(
  visitor: Visitor,
  fields: Readonly<Record<string, string>>,
  file: string | Uint8Array | null,
): Promise<PageResponse> {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const name = file === null ? '' : 'Queries.csv';
  const head = `--b\r\nContent-Disposition: form-data; name="searches"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(parts.join('') + head),
    Buffer.from(file ?? ''),
    Buffer.from('\r\n--b--\r\n'),
  ]);
  return await visitor.send('/new-brand', 'multipart/form-data; boundary=b', body);
}

/** A proposal's place in a page's list, as its box has it. */
function placeOf({ html }: PageResponse, text: string): string {
  return (
    new RegExp(`name="take" value="(\\d+)"[^>]*aria-label="\\w+ ${text}"`).exec(html)?.[1] ??
    assert.fail(text)
  );
}

onPages('proposals of a domain', setupRoutes, (fresh) => {
  async function world(context: TestContext) {
    const [store, site] = [await fresh(), await startSite(TANDEMLY)];
    context.after(site.stop);
    await pipelineOn(store).apply(acmeFile());
    const dashboard = dashboardOn(store, { sites: siteReaderWith({ reach: LOOPBACK_REACH }) });
    return { store, dashboard, editor: await dashboard.signedIn('editor'), port: site.port };
  }

  /** A local site and OpenAI API, with the server's dependencies. */
  async function modelWorld(
    context: TestContext,
    env: Record<string, string>,
    known?: TestStore,
    answer: () => StubReply = () => ({ body: repliedBy(MODEL_REPLY) }),
  ) {
    const store = known ?? (await fresh());
    if (known === undefined) await pipelineOn(store).apply(acmeFile());
    const [site, engine] = [await startSite(TANDEMLY), await startStub(answer)];
    context.after(site.stop);
    context.after(engine.stop);
    const all = { SIGHTLINE_OPENAI_BASE_URL: engine.baseUrl, ...env };
    const config = { secretKey: 'k'.repeat(40), databaseUrl: store.url };
    const dashboard = dashboardOn(store, {
      sites: siteReaderWith({ reach: LOOPBACK_REACH }),
      configured: async (db) => readEngines(await engineSettings(all, db, config)),
      engineKeys: engineKeySettings(all, store.main, config),
    });
    return { store, site, engine, editor: await dashboard.signedIn('editor') };
  }

  test('read the fields of a multipart form without a file', async (context) => {
    const { editor } = await world(context);
    const part = (name: string, value: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const send = (body: string) =>
      editor.send('/new-brand', 'multipart/form-data; boundary=b', Buffer.from(body));
    const read = await send(`${part('domain', 'nosuch domain')}${part('do', 'read')}--b--\r\n`);
    assert.match(read.text, /“nosuch domain” is not a domain/);
    const long = await send(`${part('domain', 'a'.repeat(600 * 1024))}--b--\r\n`);
    assert.equal(long.status, 413);
    const broken = await send(part('domain', 'tandemly.example'));
    assert.equal(broken.status, 400);
  });

  test('lead from a domain to a brand, and store nothing before the review is confirmed', async (context) => {
    const { store, editor, port } = await world(context);
    const before = await contentsUnaudited(store.main);
    const domain = `http://tandemly.example:${port}/`;
    const list = await editor.post('/new-brand', {
      ...fieldsIn(await editor.get('/new-brand'), 'value="read"'),
      domain,
      queries:
        'Top queries,Clicks,Impressions\nplanning tool for agencies,1,40\ntandemly login page,9,900\nplans,1,1',
      do: 'read',
    });
    assert.equal(list.status, 200);
    assert.match(
      list.text,
      /GPTBot \(training\) may read 0 of 6\. Every other AI crawler may read 5 of 6\. As fetched on November 20, 2026/,
    );
    assert.match(list.text, /\/moved It redirects to elsewhere\.example\./);
    assert.match(
      list.text,
      /\/compare\/kestrel-boards Tandemly vs Kestrel Boards \| Tandemly 200 comparison may be indexed GPTBot/,
    );
    assert.match(
      list.text,
      /Question planning tool for agencies how often engines find you 40 impressions in Search Console/,
    );
    assert.match(
      list.text,
      /Question tandemly login page how engines describe you 900 impressions in Search Console names your brand, so it does not show/,
    );
    assert.match(list.text, /Read 4 pages\. Nothing is stored until you accept\./);
    assert.match(list.text, /Name Tandemly og:site_name of 4 of 4 pages, organization data of 4 of 4 pages/);
    const review = await editor.post('/new-brand', { ...fieldsIn(list, 'value="accept"'), do: 'accept' });
    assert.match(review.text, /Create Tandemly\?/);
    assert.deepEqual(await contentsUnaudited(store.main), before);
    const saved = await editor.post('/new-brand/by-hand', {
      ...fieldsIn(review, 'value="save"'),
      do: 'save',
    });
    const [, id = ''] = /^\/brands\/(tandemly-[a-z0-9]{8})$/.exec(String(saved.headers.location)) ?? [];
    const {
      name,
      domain: stored,
      aliases,
      markets,
      competitors,
      prompts,
    } = await brandDocument(store.main, id);
    assert.deepEqual(
      {
        name,
        stored,
        aliases,
        markets,
        prompts,
        rivals: competitors.map((each) => [each.name, each.domain]),
      },
      {
        name: 'Tandemly',
        stored: 'tandemly.example',
        aliases: ['Weaveboard'],
        markets: [{ name: 'us-en', location_code: 2840, language_code: 'en' }],
        prompts: [
          'planning tool for agencies',
          'best project management software for small agencies',
          'alternatives to Kestrel Boards',
          'How do agencies track billable hours?',
        ],
        rivals: [['Kestrel Boards', 'kestrelboards.example']],
      },
    );
  });

  test('for an existing brand add to its declaration', async (context) => {
    const { store, editor, port } = await world(context);
    const page = '/brands/acme/setup/propose';
    const list = await editor.post(page, { domain: `http://tandemly.example:${port}/`, do: 'read' });
    const review = await editor.post(page, { ...fieldsIn(list, 'value="accept"'), do: 'accept' });
    await editor.post('/brands/acme/setup', { ...fieldsIn(review, 'value="save"'), do: 'save' });
    const { name, domain, aliases } = await brandDocument(store.main, 'acme');
    assert.deepEqual(
      { name, domain, aliases },
      { name: 'Acme', domain: 'acme.example', aliases: ['Tandemly', 'Weaveboard'] },
    );
  });

  test('come from stored answers too, without what is already declared', async (context) => {
    const { store, editor, port } = await world(context);
    await pipelineOn(store).importLines(
      [1, 2, 3].map((at) =>
        line({
          prompt: `anvils ${at}?`,
          answer: '1. **Acme**\n2. **Zorblat**\n3. **Bolt**',
          searches: ['cheap anvils for small shops'],
        }),
      ),
    );
    const page = '/brands/acme/setup/propose';
    const list = await editor.get(page);
    assert.match(list.text, /Competitor Zorblat in 3 of 3 ChatGPT \(API\) answers, from 3 questions/);
    assert.match(
      list.text,
      /Question cheap anvils for small shops how often engines find you a search in 3 ChatGPT \(API\) answers/,
    );
    assert.doesNotMatch(list.text, /Competitor Bolt/);
    const review = await editor.post(page, { ...fieldsIn(list, 'value="accept"'), do: 'accept' });
    assert.match(review.text, /Competitor Zorblat looked for/);
    assert.doesNotMatch(review.text, /cheap anvils/, 'a further question is for a person to tick');
    await editor.post('/brands/acme/setup', { ...fieldsIn(review, 'value="save"'), do: 'save' });
    const { competitors, prompts } = await brandDocument(store.main, 'acme');
    assert.deepEqual(
      competitors.map(({ name }) => name),
      ['Bolt', 'Cargo', 'Zorblat'],
    );
    assert.ok(!prompts.includes('cheap anvils for small shops'));
    const left = await editor.get(page);
    const taken = placeOf(left, 'cheap anvils for small shops');
    const further = await editor.post(page, {
      ...fieldsIn(left, 'value="accept"'),
      take: taken,
      do: 'accept',
    });
    assert.match(further.text, /Question cheap anvils for small shops asked/);
    await editor.post('/brands/acme/setup', { ...fieldsIn(further, 'value="save"'), do: 'save' });
    const { prompts: after } = await brandDocument(store.main, 'acme');
    assert.equal(after.length, prompts.length + 1);
    const again = await editor.post(page, { domain: `http://tandemly.example:${port}/`, do: 'read' });
    assert.doesNotMatch(again.text, /Competitor Zorblat|cheap anvils for small shops/);
  });

  test('a competitor from stored answers has its whole curve after the rescan', async (context) => {
    const { store, editor, dashboard } = await world(context);
    const { key } = await pipelineOn(store).createKey();
    const days = [1, 2, 8, 9, 15, 16, 22, 23];
    await pipelineOn(store).importLines(
      days.map((day) =>
        line({
          prompt: `anvils ${day % 4}?`,
          collected_at: iso(NOW - day * DAY_MS),
          external_id: `run-${day}`,
          answer: day < 20 ? '1. **Acme**\n2. **Zorblat**\n3. **Bolt**' : '1. **Acme**\n2. **Bolt**',
        }),
      ),
    );
    const page = '/brands/acme/setup/propose';
    const list = await editor.get(page);
    assert.match(list.text, /Competitor Zorblat in 6 of 8 ChatGPT \(API\) answers, from 4 questions/);
    const review = await editor.post(page, { ...fieldsIn(list, 'value="accept"'), do: 'accept' });
    await editor.post('/brands/acme/setup', { ...fieldsIn(review, 'value="save"'), do: 'save' });
    const saved = await editor.get('/brands/acme/setup?saved=1');
    assert.match(saved.text, /8 stored answers .*Sightline is reading them again/);
    assert.doesNotMatch(saved.text, /Read them again/);
    await doAllTasks(store);
    const { body } = await dashboard.api.get('/trend?brand=acme&by=week&days=28&engine=chatgpt', key);
    const weeks = body.data.filter((row: { brand: string }) => row.brand === 'Zorblat');
    assert.deepEqual(
      weeks.map((row: { present: number; responses: number }) => [row.present, row.responses]),
      [
        [0, 0],
        [0, 2],
        [2, 2],
        [2, 2],
        [2, 2],
      ],
    );
  });

  test('select parts as a whole, and price the selection, without a script', async (context) => {
    const { editor, port } = await world(context);
    const list = await editor.post('/new-brand', { domain: `http://tandemly.example:${port}/`, do: 'read' });
    const press = async (page: PageResponse, action: string, more: FormFields = {}) =>
      await editor.post('/new-brand', { ...fieldsIn(page, 'value="accept"'), ...more, do: action });
    assert.match(list.text, /Markets 1 of 2 .* Questions 3 of 3/);
    const none = await press(list, 'none-questions');
    assert.match(none.text, /Your brand 2 of 2 .* Markets 1 of 2 .* Competitors 1 of 1 .* Questions 0 of 3/);
    assert.match(none.text, /Questions: 0 \./);
    const markets = await press(none, 'all-markets');
    assert.match(markets.text, /Markets 2 of 2 .* Questions 0 of 3/);
    const one = placeOf(list, 'alternatives to Kestrel Boards');
    const priced = await press(markets, 'update', { take: one });
    assert.match(priced.text, /Your brand 0 of 2 .* Questions 1 of 3/);
    const all = await press(priced, 'all-names');
    const review = await press(all, 'accept');
    assert.match(review.text, /Create Tandemly\?/);
    assert.match(review.text, /alternatives to Kestrel Boards/);
    assert.doesNotMatch(review.text, /billable hours/);
  });

  test("cost what the brand's engines charge, in each selected market", async (context) => {
    const [store, site] = [await fresh(), await startSite(TANDEMLY)];
    context.after(site.stop);
    await pipelineOn(store).apply(acmeFile());
    const dashboard = dashboardOn(store, {
      sites: siteReaderWith({ reach: LOOPBACK_REACH }),
      configured: readEngines({ SIGHTLINE_OPENAI_KEY: 'one', SIGHTLINE_XAI_KEY: 'two' }),
    });
    const editor = await dashboard.signedIn('editor');
    const list = await editor.post('/new-brand', {
      domain: `http://tandemly.example:${site.port}/`,
      do: 'read',
    });
    const cost = /Questions: (\d+) \. Answers a day: (\d+) \. About \$(\d+\.\d\d) a month/;
    const [, questions, answers, month] = cost.exec(list.text) ?? [];
    assert.deepEqual([questions, answers], ['3', '6']);
    const form = { ...fieldsIn(list, 'value="accept"'), do: 'all-markets' };
    const [, , twice, twiceMonth] = cost.exec((await editor.post('/new-brand', form)).text) ?? [];
    assert.equal(twice, '12');
    assert.ok(Math.abs(Number(twiceMonth) - 2 * Number(month)) < 0.011, `${twiceMonth} of ${month}`);
    const ofBrand = await editor.post('/brands/acme/setup/propose', {
      domain: `http://tandemly.example:${site.port}/`,
      do: 'read',
    });
    assert.match(ofBrand.text, /Questions: 0 \. Answers a day: 0 \./);
  });

  test('take a file of searches too, and refuse another file in place', async (context) => {
    const { editor, port } = await world(context);
    const domain = `http://tandemly.example:${port}/`;
    const table = 'Top queries,Clicks,Impressions\nplanning tool for agencies,1,40\nbilling,1,9\n';
    const read = await sendForm(
      editor,
      { domain, queries: 'old,1,1', do: 'read' },
      zipOf({ 'Queries.csv': table }),
    );
    assert.equal(read.status, 200);
    assert.match(read.text, /Question planning tool for agencies how often engines find you 40 impressions/);
    assert.match(read.text, /Read 2 searches\. Long enough to be a question, with three words or more: 1\./);
    assert.match(read.html, /Queries\tImpressions\nplanning tool for agencies\t40\nbilling\t9/);
    const none = await sendForm(editor, { domain, queries: '', do: 'read' }, null);
    assert.match(none.text, /Name Tandemly/);
    const pages = await sendForm(
      editor,
      { domain, do: 'read' },
      'Top pages,Clicks,Impressions\nhttps://a.example/,1,2',
    );
    assert.equal(pages.status, 422);
    assert.match(pages.text, /These are pages, not searches\. Upload Queries\.csv/);
    assert.match(pages.html, new RegExp(`value="${domain}"`));
    const empty = await sendForm(editor, { domain, do: 'read' }, 'nothing');
    assert.match(empty.text, /Read 1 search\. Long enough to be a question, with three words or more: 0\./);
  });

  test('keep the typed values for the manual form', async (context) => {
    const { editor } = await world(context);
    for (const sent of [
      await sendForm(editor, { domain: ' example.com ', do: 'by-hand' }, null),
      await editor.post('/new-brand', { domain: 'example.com', do: 'by-hand' }),
    ]) {
      assert.equal(sent.status, 303);
      const page = await editor.get(String(sent.headers.location));
      assert.match(page.html, /name="domain"[^>]* value="example\.com"/);
    }
  });

  test('the questions of searches come along to the form by hand, pasted or as a file', async (context) => {
    const { editor } = await world(context);
    const table = 'Top queries,Clicks,Impressions\nplanning tool for agencies,1,40\nbilling,1,9\n';
    const domain = 'unreadable.example';
    const failed = await sendForm(editor, { domain: 'http://10.0.0.1/', do: 'read' }, table);
    assert.match(failed.text, /Read 2 searches/);
    const queries = String(fieldsIn(failed, 'value="read"').queries);
    for (const [fields, file] of [
      [{ domain, queries, do: 'by-hand' }, null],
      [{ domain, do: 'by-hand' }, table],
    ] as const) {
      const shown = await sendForm(editor, fields, file);
      assert.equal(shown.status, 200);
      assert.match(shown.text, /Your searches gave 1 question, under “Questions to add”\./);
      const form = fieldsIn(shown, 'value="review"');
      assert.deepEqual([form.questions, form.domain], ['planning tool for agencies', domain]);
      const review = await editor.post('/new-brand/by-hand', { ...form, name: 'Bellows', do: 'review' });
      assert.match(review.text, /Create Bellows\?.*planning tool for agencies/);
    }
    const ofBrand = await editor.post('/brands/acme/setup/propose', {
      queries: 'best anvils\nanvils for left handed smiths',
      do: 'by-hand',
    });
    assert.equal(fieldsIn(ofBrand, 'value="review"').questions, 'anvils for left handed smiths');
    const none = await sendForm(
      editor,
      { domain, do: 'by-hand' },
      'Top pages,Clicks,Impressions\nhttps://a.example/,1,2',
    );
    assert.equal(none.status, 422);
    assert.match(none.text, /These are pages, not searches\./);
    const short = await sendForm(editor, { domain, do: 'by-hand' }, 'billing\nplans');
    assert.match(short.text, /Your searches gave no new question\./);
    assert.equal(fieldsIn(short, 'value="review"').domain, domain);
  });

  test('a changed list keeps the searches for the form by hand', async (context) => {
    const { editor, port } = await world(context);
    const domain = `http://tandemly.example:${port}/`;
    const read = await sendForm(editor, { domain, do: 'read' }, 'planning tool for agencies\nbilling');
    const changed = await editor.post('/new-brand', {
      ...fieldsIn(read, 'value="update"'),
      do: 'none-questions',
    });
    const byHand = await editor.post('/new-brand', {
      ...fieldsIn(changed, 'value="read"'),
      do: 'by-hand',
    });
    assert.equal(fieldsIn(byHand, 'value="review"').questions, 'planning tool for agencies');
  });

  test('ask a model for more on request, at a price, and only with a key', async (context) => {
    const { store, site, editor: nobodyWithKeys } = await modelWorld(context, {});
    const domain = `http://tandemly.example:${site.port}/`;
    const unkeyed = await nobodyWithKeys.post('/new-brand', { domain, do: 'read' });
    assert.doesNotMatch(unkeyed.html, /ask-model/);
    const none = await nobodyWithKeys.post('/new-brand', { model: 'chatgpt', do: 'ask-model' });
    assert.match(none.text, /This model has no key here\./);

    const { editor, engine } = await modelWorld(context, { SIGHTLINE_OPENAI_KEY: 'sk-right' }, store);
    const list = await editor.post('/new-brand', { domain, do: 'read' });
    assert.match(list.text, /More, proposed by ChatGPT \(API\), about \$0\.04 Ask it once/);
    assert.equal(engine.requests.length, 0);
    const asked = await editor.post('/new-brand', {
      ...fieldsIn(list, 'value="accept"'),
      model: 'chatgpt',
      do: 'ask-model',
    });
    assert.match(
      asked.text,
      /ChatGPT \(API\) answered in \d+\.\d s, for about \$0\.04\. New in the list, unticked: 2\./,
    );
    assert.match(
      asked.text,
      /Question shift planning for small cafés .*?proposed by ChatGPT \(API\), [\w.-]+, not read anywhere/,
    );
    assert.match(asked.text, /Competitor Orbit Boards orbitboards\.example proposed by/);
    assert.doesNotMatch(asked.html, /<img/);
    assert.equal(engine.requests.length, 1);
    const { input, max_output_tokens: cap } = engine.requests[0]?.body ?? {};
    assert.match(input, /"Tandemly" \(tandemly\.example\)/);
    assert.equal(cap, 8000);
    const review = await editor.post('/new-brand', { ...fieldsIn(asked, 'value="accept"'), do: 'accept' });
    assert.doesNotMatch(review.text, /Orbit Boards|small cafés/);
    const [spent] = await store.main.selectFrom('spending').select(['calls', 'micros']).execute();
    assert.deepEqual({ ...spent }, { calls: 1, micros: 40_000 });
    const actions = await store.main
      .selectFrom('audit_log')
      .select(['action', 'subject'])
      .orderBy('id')
      .execute();
    assert.deepEqual(
      actions.filter(({ action }) => action === 'engine.propose').map(({ subject }) => subject),
      ['chatgpt'],
    );
  });

  test('a model that fails or answers something else leaves the list as it is', async (context) => {
    let answer: StubReply = { status: 401, body: '{"error":{"message":"Incorrect API key"}}' };
    const { store, site, editor } = await modelWorld(
      context,
      { SIGHTLINE_OPENAI_KEY: 'sk-right' },
      undefined,
      () => answer,
    );
    const list = await editor.post('/new-brand', {
      domain: `http://tandemly.example:${site.port}/`,
      do: 'read',
    });
    const ask = async () =>
      await editor.post('/new-brand', {
        ...fieldsIn(list, 'value="accept"'),
        model: 'chatgpt',
        do: 'ask-model',
      });
    const refused = await ask();
    assert.match(refused.text, /ChatGPT \(API\) did not answer, after \d+\.\d s\. .*key/);
    assert.match(refused.text, /Proposals: 7 of 8 ticked/);
    answer = { body: fixture('chatgpt', 'ok') };
    assert.match((await ask()).text, /ChatGPT \(API\) answered, for about \$0\.04, but not with proposals\./);
    const { id } = await organizationNamed(store.main, 'Acme Inc');
    await saveCollectLimits(store.main, id, { callsPerDay: 2, microsPerDay: null });
    assert.match((await ask()).text, /The organization has reached its spending ceiling for today\./);
  });

  test('ignore forged proposals, and show a forged text only as text', async (context) => {
    const { editor } = await world(context);
    const hostile = [
      null,
      3,
      { kind: 'name', text: 4, evidence: [] },
      { kind: 'other', text: 'a', evidence: [] },
      { kind: 'question', text: '<img src=x>', evidence: ['<b>', 7], whom: 'x', market: 9, caution: {} },
    ];
    for (const proposals of ['{', '4', JSON.stringify(hostile)]) {
      const page = await editor.post('/new-brand', { site: 'a.example', proposals, do: 'update' });
      assert.equal(page.status, 200);
      assert.doesNotMatch(page.html, /<img src=x>|<b><\/b>/);
    }
    const page = await editor.post('/new-brand', { proposals: JSON.stringify(hostile), do: 'update' });
    assert.match(page.text, /Proposals: 0 of 1 ticked/);
  });

  test('refuse forged markets and competitors without showing thousands of them', async (context) => {
    const { editor } = await world(context);
    const market = (locationCode: number) => ({ locationCode, languageCode: 'en' });
    const length = effort(1500, 9000);
    const forged = Array.from({ length }, (_, index) => ({
      ...{ kind: 'competitor', text: `Rival ${index}`, host: null, market: market(index), evidence: [] },
    }));
    const take = forged.map((_, index) => String(index));
    const fields = Object.fromEntries(take.map((_, index) => [`m${index}-location`, String(index)] as const));
    const accepted = { site: 'a.example', proposals: JSON.stringify(forged), take, do: 'accept' };
    const typed = { name: 'A', markets: String(length), ...fields, do: 'review' };
    for (const [path, form] of [
      ['/new-brand', accepted],
      ['/brands/acme/setup/propose', accepted],
      ['/new-brand/by-hand', typed],
      ['/brands/acme/setup', typed],
    ] as const) {
      const page = await editor.post(path, form);
      assert.equal(page.status, 422, path);
      const count = page.html.match(/name="m\d+-location"/g)?.length ?? 0;
      assert.ok(count > MOST_MARKETS && count <= MOST_MARKETS + 2, `${path}: ${count} markets`);
      assert.ok((page.html.match(/name="c\d+-name"/g)?.length ?? 0) <= 1002, path);
    }
  });

  test('explain why a domain is unreadable, and take nothing that a page did not offer', async (context) => {
    const { editor } = await world(context);
    const refused = await editor.post('/new-brand', { domain: 'http://10.0.0.1/', do: 'read' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /“http:\/\/10\.0\.0\.1\/” is not a domain.* Or choose “Fill it in by hand”\./);
    const forms: FormFields[] = [{ take: ['{', '0', '-1'], proposals: '[{"kind":3}]' }, {}];
    for (const form of forms) {
      const answer = await editor.post('/new-brand', { ...form, do: 'accept' });
      assert.equal(answer.status, 422);
      assert.match(answer.text, /Nothing was saved/);
    }
  });
});
