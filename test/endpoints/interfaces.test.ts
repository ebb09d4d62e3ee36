import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reportText } from '../../src/cli/reports/report-text.ts';
import { PAGES } from '../../src/dashboard/pages/index.ts';
import { definitions } from '../../src/reports/brands/definitions.ts';
import type { Envelope } from '../../src/reports/run/run-report.ts';
import { runCli } from '../support/cli.ts';
import { dashboardOn } from '../support/dashboard.ts';
import { clientOn } from '../support/mcp.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { CITING, WHOSE_HOSTS } from '../support/whose-hosts.ts';
import { ACME_BRAND, acmeFile, line, setUp, setUpWithKey } from '../support/world.ts';

onReusedStore('reports in other interfaces', (fresh) => {
  test('ownership of cited hosts: the pages say which part of a site is whose', async () => {
    const { store } = await setUp(fresh, acmeFile([WHOSE_HOSTS]), CITING);
    const viewer = await dashboardOn(store, { routes: PAGES }).signedIn('viewer');
    const { text: sites } = await viewer.get('/brands/acme/sources');
    for (const part of [
      'aws.amazon.com Bolt’s 14% 1 1 too few to tell theirs',
      ' amazon.com marketplace 14% 1 1 too few to tell nobody has taken it on',
    ])
      assert.ok(sites.includes(part), sites);
  });

  test('definitions: every interface labels each figure with its publication date, recomputed on your answers', async () => {
    const { store, key } = await setUpWithKey(
      fresh,
      acmeFile(),
      [1, 2, 3, 4, 5].map(() => line({ answer: 'Acme' })),
    );
    const dashboard = dashboardOn(store, { routes: PAGES });
    const { body } = await dashboard.api.get('/definitions?engine=chatgpt', key);
    const client = await clientOn(dashboard.api, key, 'modern');
    const asked = { name: 'definitions', arguments: { engine: 'chatgpt' } };
    const { content } = (await client.callTool(asked)) as { content: { text: string }[] };
    await client.close();
    const page = await (await dashboard.signedIn('viewer')).get('/brands/acme/definitions?engine=chatgpt');
    const cli = reportText(definitions, body as Envelope, { columns: 120, full: true });
    const doors = [cli.split('\n'), content[0]?.text.split('\n') ?? []];
    const figures: { definition: string }[] = body.data.figures;
    const sources: { definition: string; name: string; read_on: string }[] = body.data.sources;
    for (const lines of doors) {
      assert.ok(lines.some((each) => each.includes('As published on, recomputed on your answers')));
      for (const { definition } of figures) {
        const { name, read_on } = sources.find((each) => each.definition === definition) ?? {};
        const isLabeled = (each: string) => each.includes(`${name}`) && each.includes(`${read_on}`);
        assert.ok(lines.some(isLabeled), `${name}, ${read_on}`);
      }
    }
    // The page states once what all of them share.
    assert.match(page.text, /Definitions as published on \w+ \d+, \d{4}, recomputed on your answers/);
    for (const { definition } of figures) {
      const { name } = sources.find((each) => each.definition === definition) ?? {};
      assert.ok(page.text.includes(`${name}`), name);
    }
  });

  describe('questions on the command line', () => {
    async function withQuestions(prompts: readonly object[]): Promise<TestStore> {
      const { store } = await setUp(fresh, acmeFile([{ ...ACME_BRAND, prompts }] as object[]));
      return store;
    }

    test('are chosen by tags and names, as repeatable options of a command', async () => {
      const store = await withQuestions([
        { text: 'best anvils', tags: ['Buying', 'anvils'] },
        { text: 'Acme or Bolt', tags: ['buying', 'versus'] },
        { text: 'alternatives to Bolt', tags: ['versus'] },
        { text: 'how to bolt wood' },
      ]);
      const args = ['questions', '--tag', 'anvils', '--tag', 'versus', '--branded', 'none'];
      const { data } = JSON.parse((await runCli(store, args)).out) as { data: { text: string }[] };
      assert.deepEqual(pluck(data, 'text'), ['best anvils']);
      const { code, err } = await runCli(store, [...args, '--tag_not', 'x']);
      assert.match(`${code} ${err}`, /^1 .*`tag_not`: this brand has no question with the tag `x`/s);
    });
  });
});
