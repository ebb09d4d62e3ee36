import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectingRoutes } from '../../src/dashboard/pages/collecting/index.ts';
import { dashboardOn, onPages } from '../support/dashboard.ts';
import { ACME_BRAND, acmeFile, DAY_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

onPages('the page about two providers', collectingRoutes, (fresh) => {
  async function viewerOf(engines: readonly string[], lines: readonly object[]) {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile([{ ...ACME_BRAND, engines }]));
    await importLines(lines);
    return await dashboardOn(store).signedIn('viewer');
  }

  test('shows how often both name the brand, beside each of them with itself', async () => {
    const engines = ['gemini_app', 'gemini_app_cloro'];
    const lines = Array.from({ length: 6 }, (_, day) =>
      engines.map((engine) => {
        const answer = day === 0 && engine === 'gemini_app' ? 'nobody' : 'Acme';
        return line({ engine, answer, collected_at: iso(NOW - day * DAY_MS) });
      }),
    ).flat();
    const viewer = await viewerOf(engines, lines);
    const { html: collecting } = await viewer.get('/brands/acme/collecting');
    assert.match(collecting, /href="\/brands\/acme\/collecting\/agreement[^"]*">Two providers</);
    const { status, text } = await viewer.get('/brands/acme/collecting/agreement');
    assert.equal(status, 200);
    assert.match(text, /Gemini app: DataForSEO and Cloro/);
    assert.match(
      text,
      /6 pairs, of 6 answers by DataForSEO \(A\) and 6 by Cloro \(B\) to the same questions\./,
    );
    assert.match(text, /Measure Agreement A on consecutive days B on consecutive days/);
    assert.match(text, /Acme is named\s+83%/);
  });

  test('without a pair says what it needs, and nothing links to it without a second provider', async () => {
    const viewer = await viewerOf(['gemini_app'], [line({ engine: 'gemini_app' })]);
    assert.doesNotMatch((await viewer.get('/brands/acme/collecting')).html, /collecting\/agreement/);
    const { status, text } = await viewer.get('/brands/acme/collecting/agreement');
    assert.equal(status, 200);
    assert.match(text, /No two providers answered for the same engine on one day\./);
  });
});
