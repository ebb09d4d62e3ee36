import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGES } from '../../src/dashboard/pages/index.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { openStore } from '../../src/storage/driver/database.ts';
import { dashboardOn } from '../support/dashboard.ts';
import { historyLines } from '../support/history.ts';
import { onEveryStore } from '../support/stores.ts';
import { acmeFile, pipelineOn } from '../support/world.ts';

onEveryStore('a server with one connection to its database', (fresh, kind) => {
  test('answers every report, and the pages that count the page quota', {
    skip: kind === 'sqlite',
  }, async (context) => {
    const store = await fresh();
    const pipeline = pipelineOn(store);
    await pipeline.apply(acmeFile());
    await pipeline.importLines(historyLines({ from: 20, to: 0, say: (_, prompt) => ({ acme: prompt < 4 }) }));
    const { key } = await pipeline.createKey();
    const own = await openStore(store.url, { connections: 1 });
    context.after(() => own.close());
    const dashboard = dashboardOn(own, { routes: PAGES });
    for (const { name } of REPORTS) {
      const { status, text } = await dashboard.api.get(`/${name}`, key);
      assert.equal(status, 200, `${name}: ${text}`);
    }
    const viewer = await dashboard.signedIn('viewer');
    for (const page of ['claim', 'csv/claim']) {
      const { status, html } = await viewer.get(`/brands/acme/${page}?measure=named`);
      assert.equal(status, 200, `${page}: ${html}`);
    }
  });
});
