import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { brandDocument } from '../../src/pipeline/declare/document.ts';
import { siteReaderWith } from '../../src/pipeline/site/site-reader.ts';
import { dashboardOn, type FormFields } from '../support/dashboard.ts';
import { fieldsIn } from '../support/form-fields.ts';
import { HERE, startSite, TANDEMLY } from '../support/site.ts';
import { onAnyStore } from '../support/stores.ts';
import { contentsUnaudited } from '../support/tables.ts';
import { acmeFile, pipelineOn } from '../support/world.ts';

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
      do: 'read',
    });
    assert.equal(list.status, 200);
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
    const { name, domain: stored, aliases, markets } = await brandDocument(store.main, id);
    assert.deepEqual(
      { name, stored, aliases, markets },
      {
        name: 'Tandemly',
        stored: 'tandemly.example',
        aliases: ['Weaveboard'],
        markets: [{ name: 'us-en', location_code: 2840, language_code: 'en' }],
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
