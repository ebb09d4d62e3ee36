import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountPages } from '../../src/dashboard/pages/accounts/index.ts';
import { brandRoutes } from '../../src/dashboard/pages/brands/brands.ts';
import { overviewRoutes } from '../../src/dashboard/pages/overview/overview.ts';
import { setupRoutes } from '../../src/dashboard/pages/setup/index.ts';
import { brandDocument } from '../../src/pipeline/declare/document/document.ts';
import { dashboardOn, type FormFields, onPages, type Visitor } from '../support/dashboard.ts';
import { fieldsIn } from '../support/form-fields.ts';
import type { TestStore } from '../support/stores.ts';
import { contentsUnaudited } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, line, pipelineOn } from '../support/world.ts';

const ROUTES = [...setupRoutes, ...accountPages, ...brandRoutes, ...overviewRoutes];

const SETUP = '/brands/acme/setup';
onPages('the setup of a brand', ROUTES, (fresh) => {
  async function acme(): Promise<{ store: TestStore; editor: Visitor; viewer: Visitor }> {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const dashboard = dashboardOn(store);
    return { store, editor: await dashboard.signedIn('editor'), viewer: await dashboard.signedIn('viewer') };
  }

  async function typed(editor: Visitor, changes: FormFields = {}): Promise<FormFields> {
    return { ...fieldsIn(await editor.get(SETUP), 'value="review"'), ...changes };
  }

  test('is a form whose review says that nothing changes', async () => {
    const { store, editor } = await acme();
    const before = await contentsUnaudited(store.main);
    const { status, text } = await editor.post(SETUP, { ...(await typed(editor)), do: 'review' });
    assert.equal(status, 200);
    assert.match(text, /There is nothing to change/);
    assert.deepEqual(await contentsUnaudited(store.main), before);
  });

  test("shows a change's effect before storing it, and then stores exactly that", async () => {
    const { store, editor } = await acme();
    await pipelineOn(store).importLines([line({ answer: 'Acme, then Ring.' })]);
    const before = await contentsUnaudited(store.main);
    const changes = { aliases: 'Acme Inc', 'c0-name': 'Ring', samples: '2', do: 'review' };
    const review = await editor.post(SETUP, await typed(editor, changes));
    assert.match(review.text, /Competitor Bolt looked for –/);
    assert.match(review.text, /Competitor Ring – looked for/);
    assert.match(review.text, /“Ring” is also an ordinary word.* have any capitals match/);
    assert.doesNotMatch(review.text, /case_sensitive/);
    assert.match(
      review.text,
      /1 stored answer keeps its earlier reading until the rescan that follows has finished\./,
    );
    assert.match(review.text, /2 answers.* 4 answers/);
    assert.deepEqual(await contentsUnaudited(store.main), before);
    const saved = await editor.post(SETUP, { ...fieldsIn(review, 'value="save"'), do: 'save' });
    assert.deepEqual([saved.status, saved.headers.location], [303, `${SETUP}?saved=1`]);
    const document = await brandDocument(store.main, 'acme');
    assert.deepEqual(
      [document.aliases, document.samples_per_day, document.competitors.map(({ name }) => name)],
      [['Acme Inc'], 2, ['Cargo', 'Ring']],
    );
    assert.match((await editor.get(`${SETUP}?saved=1`)).text, /Saved\. 1 stored answer was read/);
  });

  test('adds, renames, and removes markets, with their cost and the effect on answers', async () => {
    const { store, editor } = await acme();
    await pipelineOn(store).importLines([line()]);
    const markets = async () =>
      (await brandDocument(store.main, 'acme')).markets.map(({ name, active = true }) => [name, active]);
    const added = fieldsIn(
      await editor.post(SETUP, await typed(editor, { do: 'add-market' })),
      'value="review"',
    );
    assert.deepEqual([added.markets, added['m0-name'], added['m1-name']], ['2', 'us-en', '']);
    const german = { ...added, 'm0-name': 'us', 'm1-location': '2276', 'm1-language': 'de' };
    const review = await editor.post(SETUP, { ...german, do: 'review' });
    assert.match(
      review.text,
      /Markets us-en \(United States, en\) us \(United States, en\); de-de \(Germany, de\)/,
    );
    assert.match(review.text, /2 answers.* 4 answers/);
    await editor.post(SETUP, { ...german, do: 'save' });
    assert.deepEqual(await markets(), [
      ['us', true],
      ['de-de', true],
    ]);
    const without = await editor.post(SETUP, await typed(editor, { 'm0-remove': '1', do: 'review' }));
    assert.match(
      without.text,
      /Sightline no longer asks in the market us \(United States, en\); its 1 answer/,
    );
    await editor.post(SETUP, await typed(editor, { 'm0-remove': '1', do: 'save' }));
    assert.deepEqual(await markets(), [
      ['de-de', true],
      ['us', false],
    ]);
    await editor.post(SETUP, await typed(editor, { 'm0-location': '2040', do: 'save' }));
    assert.deepEqual(
      await markets(),
      [
        ['at-de', true],
        ['us', false],
      ],
      'the German market has no answers yet',
    );
    await editor.post(SETUP, await typed(editor, { 'm0-location': '2840', 'm0-language': 'en', do: 'save' }));
    assert.deepEqual(
      await markets(),
      [
        ['us', true],
        ['at-de', false],
      ],
      'the removed one is back',
    );
  });

  test('keeps the options of an alias, and the questions, which it does not show', async () => {
    const { store, editor } = await acme();
    const alias = { name: 'ACM', case_sensitive: true, not_followed_by: ['Queue'] };
    await pipelineOn(store).apply(acmeFile([{ ...ACME_BRAND, aliases: [alias, 'Old'] }]));
    const form = { ...(await typed(editor)), aliases: 'ACM\nNew', do: 'save' };
    assert.equal((await editor.post(SETUP, form)).status, 303);
    const document = await brandDocument(store.main, 'acme');
    assert.deepEqual([document.aliases, document.prompts], [[alias, 'New'], ['best anvils']]);
  });

  test('keeps the typed values when a competitor is added or removed', async () => {
    const { editor } = await acme();
    const form = await typed(editor, { name: 'Typed & <b>', 'c1-remove': '1', do: 'add' });
    const added = fieldsIn(await editor.post(SETUP, form), 'value="review"');
    assert.equal(added.name, 'Typed & <b>');
    assert.deepEqual([added.competitors, added['c0-name'], added['c1-name']], ['2', 'Bolt', '']);
  });

  for (const [what, changes, message] of [
    ['no name', { name: '  ' }, /Must not be blank\./],
    ['a name that is too long', { name: 'x'.repeat(201) }, /Must not have more than 200 characters\./],
    ['no domain', { domain: 'not a domain' }, /"not a domain" is not a domain/],
    ['a competitor without a name', { 'c1-name': '', 'c1-domain': 'c.example' }, /Must not be blank\./],
    ['a competitor of the same name', { 'c1-name': 'Bolt' }, /"Bolt" is given more than once/],
    ['a competitor of a reserved name', { 'c0-name': 'self' }, /has its own meaning/],
    ['an alias of nothing', { aliases: '™' }, /contains nothing to search for/],
    ['an engine that is none', { engines: 'askjeeves' }, /must be one of/i],
    ['a country that is none', { 'm0-location': 'Atlantis' }, /is not a country/],
    ['a site twice', { community: 'a.example\nwww.a.example' }, /given more than once/],
    ['a NUL', { name: 'A\0cme' }, /Contains a NUL character/],
  ] as const) {
    test(`stores nothing, and keeps the typed values: ${what}`, async () => {
      const { store, editor } = await acme();
      const before = await contentsUnaudited(store.main);
      const form = await typed(editor, { 'm0-language': 'de', ...changes, do: 'save' });
      const answer = await editor.post(SETUP, form);
      assert.equal(answer.status, 422);
      assert.match(answer.text, message);
      assert.match(answer.html, /class="field-error"/);
      assert.deepEqual(await contentsUnaudited(store.main), before);
      const { do: _, engines: __, ...sent } = form;
      const { engines: ___, ...shown } = fieldsIn(answer, 'value="review"');
      assert.deepEqual(shown, sent);
    });
  }

  test("does not overwrite somebody else's change in between, and says so", async () => {
    const { store, editor } = await acme();
    const form = await typed(editor, { engines: ['grok'], do: 'save' });
    await pipelineOn(store).apply(acmeFile([{ ...ACME_BRAND, engines: ['mistral'] }]));
    const answer = await editor.post(SETUP, form);
    assert.equal(answer.status, 200);
    assert.match(answer.text, /Somebody else changed this brand since you opened the form: engines\./);
    assert.deepEqual((await brandDocument(store.main, 'acme')).engines, ['mistral']);
    await editor.post(SETUP, { ...fieldsIn(answer, 'value="save"'), do: 'save' });
    assert.deepEqual((await brandDocument(store.main, 'acme')).engines, ['grok']);
  });

  test('creates a brand, whose id reveals nothing about others', async () => {
    const { store, editor } = await acme();
    const blank = fieldsIn(await editor.get('/new-brand/by-hand'), 'value="review"');
    const form = { ...blank, name: 'Bellows & Co', domain: 'bellows.example', engines: ['chatgpt'] };
    const review = await editor.post('/new-brand/by-hand', { ...form, do: 'review' });
    assert.match(review.text, /Create Bellows & Co\?/);
    const saved = await editor.post('/new-brand/by-hand', {
      ...fieldsIn(review, 'value="save"'),
      do: 'save',
    });
    const [, id = ''] =
      /^\/brands\/(bellows-co-[a-z0-9]{8})\/questions/.exec(String(saved.headers.location)) ?? [];
    assert.equal((await brandDocument(store.main, id)).name, 'Bellows & Co');
  });

  test('does not create a brand by the name of another, which would change that one', async () => {
    const { store, editor } = await acme();
    const before = await contentsUnaudited(store.main);
    const answer = await editor.post('/new-brand/by-hand', { name: 'Acme', samples: '1', do: 'save' });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /There is a brand Acme already\./);
    assert.deepEqual(await contentsUnaudited(store.main), before);
  });

  test('creates a brand in the organization that an admin of all chooses', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile([ACME_BRAND], { name: 'Acme Inc' }));
    await pipelineOn(store).apply(acmeFile([], { name: 'Other Inc' }));
    const admin = await dashboardOn(store).signedIn('admin', null);
    const shown = await admin.get('/new-brand/by-hand');
    const [, other = ''] = /<option value="(\d+)">Other Inc</.exec(shown.html) ?? [];
    const form = { ...fieldsIn(shown, 'value="review"'), name: 'Bellows', domain: 'bellows.example' };
    const review = await admin.post('/new-brand/by-hand', { ...form, organization: other, do: 'review' });
    assert.match(review.text, /The brand will belong to Other Inc/);
    await admin.post('/new-brand/by-hand', { ...fieldsIn(review, 'value="save"'), do: 'save' });
    const keysOf = (await admin.get('/keys')).text;
    assert.match(keysOf, /Only Bellows of Other Inc/);
    const stranger = await dashboardOn(store).signedIn('editor', 'Acme Inc');
    assert.doesNotMatch((await stranger.get('/new-brand/by-hand')).html, /name="organization"/);
    const others = { ...form, name: 'Mine', organization: other, do: 'save' };
    assert.equal((await stranger.post('/new-brand/by-hand', others)).status, 404);
  });

  test('of a brand without a website says which field to fill', async () => {
    const { editor } = await acme();
    const { text } = await editor.post('/new-brand/by-hand', { name: 'Bellows', samples: '1', do: 'review' });
    assert.match(
      text,
      /The brand has no domain, so its setup is incomplete: it has no reports.*; give it a domain\./,
    );
    assert.doesNotMatch(text, /`|configured: true|404/);
  });

  test('hides no brand, whatever its id', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(
      acmeFile(['new', 'deleted'].map((id) => ({ ...ACME_BRAND, id, name: id }))),
    );
    const editor = await dashboardOn(store).signedIn('editor');
    for (const id of ['new', 'deleted']) {
      assert.match((await editor.get(`/brands/${id}`)).html, new RegExp(`href="/brands/${id}/setup"`));
    }
  });

  test('is readable for a viewer, who can change nothing', async () => {
    const { store, editor, viewer } = await acme();
    const before = await contentsUnaudited(store.main);
    const shown = await viewer.get(SETUP);
    assert.equal(shown.status, 200);
    assert.match(shown.html, /<fieldset class="stack" disabled>/);
    const form = await typed(editor, { name: 'Mine', do: 'save' });
    for (const path of ['', '/delete']) {
      assert.equal((await viewer.post(`${SETUP}${path}`, form)).status, 403, path);
    }
    assert.equal((await viewer.post('/new-brand/by-hand', form)).status, 403);
    assert.deepEqual(await contentsUnaudited(store.main), before);
  });

  test('downloads as a file, and the same file changes nothing', async () => {
    const { store, editor } = await acme();
    const { html: json, headers } = await editor.get(`${SETUP}/apply.json`);
    assert.match(String(headers['content-disposition']), /acme\.json/);
    assert.deepEqual((await pipelineOn(store).apply(JSON.parse(json))).changes, []);
  });

  test('ends with the brand, which is deleted by its name and restored', async () => {
    const { editor } = await acme();
    const wrong = await editor.post(`${SETUP}/delete`, { name: 'acme' });
    assert.equal(wrong.status, 422);
    assert.equal((await editor.post(`${SETUP}/delete`, { name: 'Acme' })).status, 303);
    assert.equal((await editor.get(SETUP)).status, 404);
    assert.match((await editor.get('/deleted-brands')).text, /Acme December 20, 2026/);
    assert.equal((await editor.post('/deleted-brands', { brand: 'acme' })).status, 303);
    assert.equal((await editor.get(SETUP)).status, 200);
    assert.equal((await editor.post('/deleted-brands', { brand: 'nothing' })).status, 404);
  });
});
