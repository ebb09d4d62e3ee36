import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REPORTS } from '../../src/reports/index.ts';
import { resultOf } from '../../src/reports/run/run-report.ts';
import { noteUnder } from '../../src/reports/show/table-view.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import { acmeFile, setUpWithKey } from '../support/world.ts';

const COUNTING = REPORTS.filter(({ countsMentions }) => countsMentions);
const reportsOn = reportsAmong(...COUNTING);

onReusedStore('names that are ordinary words', (fresh) => {
  async function bodiesOf(competitor: string, language: string) {
    const market = { location_code: 2724, language_code: language };
    const competitors = [{ name: competitor, aliases: [{ name: 'Ring', case_sensitive: false }] }];
    const { store, key } = await setUpWithKey(
      fresh,
      acmeFile([{ id: 'vexora', name: 'Vexora', domain: 'vexora.example', market, competitors }]),
    );
    const api = reportsOn(store);
    return await Promise.all(
      COUNTING.map(async (report) => ({ report, ...(await api.get(`/${report.name}`, key)) })),
    );
  }

  test('every report with mention counts names the brands with lower bounds, in its note and under its table', async () => {
    for (const { report, body } of await bodiesOf('Claro', 'es')) {
      assert.deepEqual(body.meta.lower_bounds, ['Claro'], report.name);
      assert.match(body.meta.note, /“Claro” is an ordinary word too, .* lower bound/);
      assert.equal(noteUnder(report, body).match(/lower bound/g)?.length, 1, report.name);
    }
  });

  test('looks up those names together with the report', { timeout: 60_000 }, async () => {
    const { main } = await fresh();
    const { promise: asked, resolve } = Promise.withResolvers<unknown>();
    const db = main.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        resolve(result);
        return result;
      },
    });
    const run = async () => {
      await asked;
      return { data: [], meta: {}, note: '' };
    };
    const seen = {
      now: 0,
      report: { ...COUNTING[0], run },
      query: {},
      brand: { id: 1, tracked: [], markets: [{ id: 1, name: 'us' }] },
    };
    const { meta } = await resultOf(db, seen as unknown as Parameters<typeof resultOf>[1]);
    assert.deepEqual(meta, { lower_bounds: [] });
  });

  test('a word of a language that nobody asks in is none', async () => {
    for (const { report, body } of await bodiesOf('Claro', 'en')) {
      assert.deepEqual(body.meta.lower_bounds, [], report.name);
      assert.doesNotMatch(body.meta.note, /lower bound/);
    }
  });
});
