import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { brandDocument } from '../../src/pipeline/declare/document.ts';
import { siteReaderWith } from '../../src/pipeline/site/site-reader.ts';
import { dashboardOn, type FormFields } from '../support/dashboard.ts';
import { fieldsIn } from '../support/form-fields.ts';
import { HERE, startSite, TANDEMLY } from '../support/site.ts';
import { onAnyStore } from '../support/stores.ts';
import { contentsUnaudited } from '../support/tables.ts';
import { acmeFile, line, pipelineOn } from '../support/world.ts';

onAnyStore('proposals of a domain', (fresh) => {
  async function world(context: TestContext) {
    const [store, site] = [await fresh(), await startSite(TANDEMLY)];
    context.after(site.stop);
    await pipelineOn(store).apply(acmeFile());
    const dashboard = dashboardOn(store, { sites: siteReaderWith({ reach: HERE }) });
    return { store, dashboard, editor: await dashboard.signedIn('editor'), port: site.port };
  }

  test('lead from a domain to a brand, and nothing is stored before the review is confirmed', async (context) => {
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
    assert.match(list.text, /Question planning tool for agencies 40 impressions in Search Console/);
    assert.match(
      list.text,
      /Question tandemly login page 900 impressions in Search Console branded: kept apart/,
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
    const [, id = ''] =
      /^\/brands\/(tandemly-[a-z0-9]{8})\/questions/.exec(String(saved.headers.location)) ?? [];
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

  test('of a brand that is there add to what it has', async (context) => {
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

  test('come from stored answers too, and what is declared is not proposed again', async (context) => {
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
      /Question cheap anvils for small shops searched for in 3 ChatGPT \(API\) answers/,
    );
    assert.doesNotMatch(list.text, /Competitor Bolt/);
    const review = await editor.post(page, { ...fieldsIn(list, 'value="accept"'), do: 'accept' });
    assert.match(review.text, /Competitor Zorblat – looked for/);
    assert.doesNotMatch(review.text, /cheap anvils/, 'a further question is for a person to tick');
    await editor.post('/brands/acme/setup', { ...fieldsIn(review, 'value="save"'), do: 'save' });
    const { competitors, prompts } = await brandDocument(store.main, 'acme');
    assert.deepEqual(
      competitors.map(({ name }) => name),
      ['Bolt', 'Cargo', 'Zorblat'],
    );
    assert.ok(!prompts.includes('cheap anvils for small shops'));
    const taken = JSON.stringify({ kind: 'question', text: 'cheap anvils for small shops' });
    const further = await editor.post(page, { take: taken, do: 'accept' });
    assert.match(further.text, /1 question: 1 new\. .*cheap anvils for small shops/);
    await editor.post('/brands/acme/setup', { ...fieldsIn(further, 'value="save"'), do: 'save' });
    const { prompts: after } = await brandDocument(store.main, 'acme');
    assert.equal(after.length, prompts.length + 1);
    const again = await editor.post(page, { domain: `http://tandemly.example:${port}/`, do: 'read' });
    assert.doesNotMatch(again.text, /Competitor Zorblat|cheap anvils for small shops/);
  });

  test('say why a domain cannot be read, and take nothing that a page did not offer', async (context) => {
    const { editor } = await world(context);
    const refused = await editor.post('/new-brand', { domain: 'http://10.0.0.1/', do: 'read' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /“http:\/\/10\.0\.0\.1\/” is not a domain/);
    const forms: FormFields[] = [{ take: ['{', 'null', '{"kind":3}', '[]'] }, {}];
    for (const form of forms) {
      const answer = await editor.post('/new-brand', { ...form, do: 'accept' });
      assert.equal(answer.status, 422);
      assert.match(answer.text, /Nothing was saved/);
    }
  });
});
