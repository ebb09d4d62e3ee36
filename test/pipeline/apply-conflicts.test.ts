import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiOn } from '../support/api.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, acmeWith, line, pipelineOn, setUp, setUpWithKey } from '../support/world.ts';

/** Excludes the notice about ordinary words, which Acme is. */
const isOfNoWord = (notice: string) => !notice.includes('ordinary word');

const plan = { name: 'solo' };

onReusedStore('apply, where names and ids could be mistaken for each other', (fresh) => {
  async function refused(store: TestStore, file: object): Promise<string> {
    const before = await contentsOf(store.main);
    const error = await pipelineOn(store)
      .apply(file)
      .then(
        () => assert.fail('it was applied'),
        (thrown: Error & { code?: string }) => thrown,
      );
    assert.equal((error as { code?: string }).code, 'conflict');
    assert.deepEqual(await contentsOf(store.main), before, 'nothing is half done');
    return error.message;
  }

  test('an organization named like the id of another is another', async () => {
    const file = {
      organizations: [
        { id: 'acme', name: 'Acme Inc', plan },
        { name: 'acme', plan },
      ],
    };
    const { store } = await setUp(fresh, file);
    assert.deepEqual((await pipelineOn(store).apply(file)).changes, []);
    const names = (await contentsOf(store.main)).organizations.map((row) => (row as { name: string }).name);
    assert.deepEqual(names, ['Acme Inc', 'acme']);
  });

  test('a declared id that is the name of another organization makes a new one', async () => {
    const { store } = await setUp(fresh, { organizations: [{ name: 'Globex', plan }] });
    const file = { organizations: [{ id: 'Globex', name: 'New Corp', plan }] };
    await pipelineOn(store).apply(file);
    assert.deepEqual((await pipelineOn(store).apply(file)).changes, []);
    assert.equal((await contentsOf(store.main)).organizations.length, 2);
  });

  test('an id made from a name is not one that the file gives to another brand', async () => {
    const file = acmeFile([{ name: 'Acme Two' }, { id: 'acme-two', name: 'Other' }]);
    const { store } = await setUp(fresh, file);
    assert.deepEqual((await pipelineOn(store).apply(file)).changes, []);
    assert.equal((await contentsOf(store.main)).brands.length, 2);
  });

  test('refuses one brand under two names', async () => {
    const { store } = await setUp(fresh);
    const message = await refused(store, acmeFile([{ name: 'Acme' }, { id: 'acme', name: 'Beta' }]));
    assert.match(message, /acme/);
  });

  test("reports another organization's deleted brand as taken, not as deleted", async () => {
    const { store } = await setUp(fresh);
    await store.main.updateTable('brands').set({ deleted_at: 1 }).execute();
    const message = await refused(store, { organizations: [{ name: 'Other', plan, brands: [ACME_BRAND] }] });
    assert.match(message, /another organization has the brand id/);
  });

  test('declaring only further domains keeps the main one, and the other way round', async () => {
    const { domain: _, ...silent } = ACME_BRAND;
    const { store, apply, createKey, importLines } = await setUp(
      fresh,
      acmeWith({ domain: 'https://WWW.Acme.example/x' }),
    );
    await apply(acmeFile([{ ...silent, domains: ['acme.net'] }]));
    await apply(acmeWith({ domain: 'acme.example' }));
    const cites = (url: string) => line({ citations: [{ url }] });
    await importLines([
      cites('https://acme.example/'),
      cites('https://shop.acme.net/'),
      cites('https://b.example/'),
    ]);
    const { key } = await createKey();
    const api = apiOn(store);
    assert.equal((await api.get('/visibility', key)).body.data.brands[0].citations, 2);
    assert.equal((await api.get('/brands', key)).body.data[0].domain, 'acme.example');
  });

  test('a brand is configured once it gets its domain later, unless declared unconfigured', async () => {
    const { store, apply, key } = await setUpWithKey(fresh, acmeFile([{ id: 'acme', name: 'Acme' }]));
    const configured = async () => (await apiOn(store).get('/brands', key)).body.data[0].configured;
    assert.equal(await configured(), false);
    await apply(acmeFile([{ id: 'acme', name: 'Acme', domain: 'acme.example' }]));
    assert.equal(await configured(), true);
    await apply(acmeFile([{ id: 'acme', name: 'Acme', configured: false }]));
    await apply(acmeFile([{ id: 'acme', name: 'Acme', domain: 'acme.example' }]));
    assert.equal(await configured(), false);
  });

  test('no kinds of alert chosen means all', async () => {
    const { store, key } = await setUpWithKey(fresh, acmeFile([ACME_BRAND], { alerts: { kinds: [] } }));
    const { body } = await apiOn(store).get('/me', key);
    assert.equal(body.data.reporting_rules.alerts.kinds, 'all');
  });

  test('applies more active prompts than the plan includes, with a notice', async () => {
    const store = await fresh();
    const prompts = [{ text: 'a' }, { text: 'b' }];
    const file = acmeWith({ prompts }, { plan: { name: 'solo', prompts_included: 1 } });
    const { notices } = await pipelineOn(store).apply(file);
    assert.deepEqual(notices.filter(isOfNoWord), ['Acme Inc: 2 active questions, but the plan includes 1']);
  });

  test('applies a brand without a domain, with a notice, unless the file marks it as not set up', async () => {
    const { apply } = pipelineOn(await fresh());
    const notFinished = [{ id: 'acme', name: 'Acme' }];
    assert.match(
      (await apply(acmeFile(notFinished))).notices.join(),
      /^acme has no domain, .* Sightline asks no engine/,
    );
    assert.match((await apply(acmeFile(notFinished))).notices.join(), /^acme has no domain/);
    const known = [{ id: 'acme', name: 'Acme', configured: false }];
    assert.deepEqual((await apply(acmeFile(known))).notices, []);
  });

  test('notes new names that are ordinary words of the market or the questions', async () => {
    const { apply } = pipelineOn(await fresh());
    const vexora = { id: 'vexora', name: 'Vexora', domain: 'vexora.example' };
    const competitors = [
      { name: 'Claro' },
      { name: 'Vivo', match: { case_sensitive: true } },
      { name: 'Ring' },
    ];
    const market = { location_code: 2724, language_code: 'es' };
    const file = acmeFile([{ ...vexora, market, competitors }]);
    assert.match(
      (await apply(file)).notices.join(),
      /^vexora: “Claro” and “Ring” are also ordinary words, .*lower bound/,
    );
    assert.deepEqual((await apply(file)).notices, []);
    const prompts = [{ text: 'Welche Zeitung ist die beste?' }];
    const asked = { ...vexora, id: 'asked', name: 'Asked Co', aliases: ['Spiegel'], prompts };
    assert.match((await apply(acmeFile([asked]))).notices.join(), /“Spiegel” is also an ordinary word/);
  });

  test('applies a brand configured without a domain, with a notice', async () => {
    const store = await fresh();
    const { notices } = await pipelineOn(store).apply(
      acmeFile([{ id: 'acme', name: 'Acme', configured: true }]),
    );
    assert.match(notices[0] ?? '', /^acme: without a domain/);
  });

  test('applies a name and a domain of two tracked brands, with a notice each', async () => {
    const store = await fresh();
    const competitors = [{ name: 'Jira', domain: 'acme.example' }];
    const { notices } = await pipelineOn(store).apply(
      acmeFile([{ id: 'acme', name: 'Acme', domain: 'acme.example', aliases: ['Jira'], competitors }]),
    );
    assert.deepEqual(notices.filter(isOfNoWord), [
      'acme: Jira is a name for both Acme and Jira, and counts for both',
      'acme: acme.example belongs to both Acme and Jira; citing it counts for both',
    ]);
  });

  test('a blank external_id is a bad line, not one id for all', async () => {
    const { importLines } = await setUp(fresh);
    const { answers, bad_lines } = await importLines([
      line({ external_id: '' }),
      line({ external_id: null }),
    ]);
    assert.deepEqual([answers, bad_lines], [1, 1]);
  });

  test('an import names a brand id with NUL as a bad line, and the others land', async () => {
    const { importLines } = await setUp(fresh);
    const { answers, bad_lines } = await importLines([line(), line({ brand: 'ac\u0000me' }), line()]);
    assert.deepEqual([answers, bad_lines], [2, 1]);
  });
});
