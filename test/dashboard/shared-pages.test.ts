import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { SHARED_PAGES, type SharedPage } from '../../src/domain/sharing/shared-report.ts';
import { linkReport } from '../../src/pipeline/declare/shared-reports.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import { textOf } from '../support/dashboard.ts';
import { liveLink } from '../support/live-link.ts';
import {
  addressOfRoute,
  type Parameters,
  SAMPLE_BRAND,
  SAMPLE_ORGANIZATION,
  SHARED_ROUTES,
} from '../support/page-addresses.ts';
import { type SampleDashboard, sampleDashboard } from '../support/sample-dashboard.ts';
import { sampleParameters } from '../support/sample-parameters.ts';
import { random } from '../support/world.ts';

suite('the pages of a client link, on the sample data', () => {
  let world: SampleDashboard;
  let parameters: Parameters;
  before(async () => {
    world = await sampleDashboard();
    parameters = await sampleParameters(world);
  });
  after(() => world.close());

  const known = new Map<string, ReturnType<typeof visited>>();

  /** A link's pages and address. */
  async function opened(chosen: readonly SharedPage[], report?: string) {
    const link = `${chosen} ${report}`;
    const found = known.get(link) ?? visited(chosen, report);
    known.set(link, found);
    return await found;
  }

  async function visited(chosen: readonly SharedPage[], report?: string) {
    const { store, clock, dashboard } = world;
    const { id: organizationId } = await organizationNamed(store.main, SAMPLE_ORGANIZATION);
    const deps = { db: store.main, now: clock.now, random, actor: 'test' };
    const of = { organizationId, brand: SAMPLE_BRAND };
    const token =
      report === undefined
        ? (await liveLink(deps, of, { pages: chosen })).token
        : await linkReport(deps, of, report, { pages: chosen, days: 30 });
    const pages: string[] = [];
    for (const route of SHARED_ROUTES) {
      // Frozen reports carry their own link in the parameters.
      const path = addressOfRoute(route, { ...parameters, token, [`${route.path} token`]: token });
      const { status, headers, html } = await dashboard.nobody.get(`${path}?days=90`);
      if (status === 200 && String(headers['content-type']).startsWith('text/html')) pages.push(html);
    }
    return { base: `/share/${token}`, pages };
  }

  /** Asserts that every address on the link's pages is the link's own and works. */
  async function assertLeadsNowhereElse({ base, pages }: Awaited<ReturnType<typeof opened>>) {
    assert.ok(pages.length > 0);
    const addresses = pages.flatMap((html) =>
      [...html.matchAll(/\s(?:href|action|src|formaction)="([^"]*)"/g)].map(([, address = '']) => address),
    );
    const paths = new Set(addresses.map((address) => address.split(/[?#]/, 1)[0] ?? ''));
    const own = [...paths].filter((path) => path.startsWith('/') && !path.startsWith('/assets/'));
    assert.deepEqual(
      own.filter((path) => path !== '/theme' && path !== base && !path.startsWith(`${base}/`)),
      [],
    );
    // One page of each kind, and every download.
    const kinds = Map.groupBy(own, (path) => path.replace(/\/[a-z]+_\w+$/, '/…'));
    for (const [path] of kinds.values()) {
      if (!path?.startsWith(base)) continue;
      assert.notEqual((await world.dashboard.nobody.get(path)).status, 404, path);
    }
  }

  for (const page of SHARED_PAGES) {
    test(`a link to ${page} links only to pages that it opens`, async () => {
      await assertLeadsNowhereElse(await opened([page]));
    });
  }

  test('a link to a frozen report links only to pages that it opens', async () => {
    const report = parameters['/share/:token/reports/:report report'];
    assert.ok(report);
    await assertLeadsNowhereElse(await opened(['answers'], report));
  });

  test('question texts and answer sentences are on no page or download unless their pages were chosen', async () => {
    const { data: questions } = (await world.dashboard.api.get(`/questions?brand=${SAMPLE_BRAND}`, world.key))
      .body;
    const { data: rivals } = (
      await world.dashboard.api.get(`/competitors?quotes=1&days=90&brand=${SAMPLE_BRAND}`, world.key)
    ).body;
    const prompts = questions.map(({ text }: { text: string }) => text);
    const sentences = rivals
      .flatMap(({ quotes }: { quotes: { snippet: string }[] }) => quotes.map(({ snippet }) => snippet))
      .map((snippet: string) => snippet.replaceAll('**', ''))
      // A list entry may be only a name, which figures contain too.
      .filter((snippet: string) => snippet.length > 30);
    assert.ok(prompts.length > 0 && sentences.length > 0);
    const found = (texts: readonly string[], everything: string) =>
      texts.filter((text) => everything.includes(text));
    for (const [chosen, shows] of [
      ...(['overview', 'competitors', 'sources', 'alerts'] as const).map(
        (page) => [[page], [false, false]] as const,
      ),
      [
        ['sources', 'questions'],
        [true, false],
      ],
      [
        ['competitors', 'answers'],
        [true, true],
      ],
    ] as const) {
      const { base, pages } = await opened(chosen);
      const downloads: string[] = [];
      for (const { name } of REPORTS) {
        const { status, html } = await world.dashboard.nobody.get(`${base}/csv/${name}?days=90`);
        if (status === 200) downloads.push(html);
      }
      const quoted = await world.dashboard.nobody.get(`${base}/csv/competitors?days=90&quotes=1`);
      if (quoted.status === 200) downloads.push(quoted.html);
      const everything = [...pages.map(textOf), ...downloads].join('\n');
      const has = [found(prompts, everything).length > 0, found(sentences, everything).length > 0];
      assert.deepEqual(has, shows, chosen.join(' and '));
    }
  });
});
