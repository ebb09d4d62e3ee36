import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/domain/time/period.ts';
import { crawlerOf } from '../../src/domain/web/crawlers.ts';
import { listsIn } from '../../src/pipeline/traffic/read-counted.ts';
import {
  type RefreshedLists,
  refreshLists,
  refreshListsDaily,
  storedLists,
} from '../../src/pipeline/traffic/refresh-lists.ts';
import { listAddressLists } from '../../src/storage/traffic/address-lists.ts';
import { LOOPBACK_REACH, type SitePage, startSite } from '../support/site.ts';
import { onReusedStore } from '../support/stores.ts';
import { HOUR_MS, NOW } from '../support/world.ts';

const NEVER = new AbortController().signal;

const list = (prefix: string) =>
  JSON.stringify({ creationTime: '2026-11-01T00:00:00Z', prefixes: [{ ipv4Prefix: prefix }] });

onReusedStore('lists of addresses', (fresh) => {
  test('are read again weekly; one that cannot be read leaves its earlier version', async (context) => {
    const pages: Record<string, SitePage> = {
      '/gptbot.json': list('198.51.99.0/24'),
      '/moved.json': { status: 301, headers: { location: '/bots.json' } },
      '/bots.json': list('198.51.98.0/24'),
      '/away.json': { status: 301, headers: { location: 'https://other.example/' } },
      '/large.json': `${list('198.51.97.0/24')}${' '.repeat(1_000_000)}`,
      '/wrong.json': '<p>Moved</p>',
    };
    const [store, site] = [await fresh(), await startSite(pages)];
    context.after(site.stop);
    const at = (path: string) => `http://lists.example:${site.port}${path}`;
    const sources = {
      GPTBot: at('/gptbot.json'),
      ClaudeBot: at('/moved.json'),
      CCBot: at('/wrong.json'),
      Applebot: at('/large.json'),
      Bingbot: at('/missing.json'),
      ShapBot: at('/away.json'),
    };
    const refresh = (now: number) =>
      refreshLists({ db: store.main, reach: LOOPBACK_REACH, now: () => now, sources }, NEVER);
    const { read, failed } = await refresh(NOW);
    assert.deepEqual(read, ['GPTBot', 'ClaudeBot']);
    assert.deepEqual(Object.keys(failed), ['CCBot', 'Applebot', 'Bingbot', 'ShapBot']);
    assert.equal(failed.Bingbot, 'It answered 404.');
    assert.match(failed.Applebot ?? '', /no list of addresses/);

    pages['/gptbot.json'] = 'broken';
    assert.deepEqual((await refresh(NOW + DAY_MS)).read, []);
    assert.ok('GPTBot' in (await refresh(NOW + 7 * DAY_MS)).failed);
    const stored = await listAddressLists(store.main);
    assert.deepEqual(
      stored.map(({ name, prefixes }) => [name, ...prefixes]),
      [
        ['ClaudeBot', '198.51.98.0/24'],
        ['GPTBot', '198.51.99.0/24'],
      ],
    );

    const verdicts = listsIn(await storedLists(store.main));
    const gptBot = crawlerOf('GPTBot/1.3');
    assert.ok(gptBot);
    const verdict = (address: string) => verdicts.verdictFor(gptBot, address, NOW);
    assert.deepEqual(
      [verdict('198.51.99.7'), verdict('52.230.152.7'), verdict('198.51.96.7')],
      ['verified', 'verified', 'spoofed'],
    );
  });

  test('are read once a day by several servers', async (context) => {
    const [store, site] = [await fresh(), await startSite({ '/a.json': list('198.51.99.0/24') })];
    context.after(site.stop);
    const sources = { GPTBot: `http://lists.example:${site.port}/a.json` };
    const day = async (now: number) => {
      const stop = new AbortController();
      const seen: RefreshedLists[] = [];
      const sleep = async (milliseconds: number) => {
        if (milliseconds > HOUR_MS) stop.abort();
      };
      const deps = { db: store.main, reach: LOOPBACK_REACH, now: () => now, sources, sleep };
      const onFailure = (error: unknown) => assert.fail(String(error));
      await refreshListsDaily({ ...deps, onFailure, onRefreshed: (each) => seen.push(each) }, stop.signal);
      return seen.map(({ read }) => read.length);
    };
    assert.deepEqual([await day(NOW), await day(NOW), await day(NOW + DAY_MS)], [[1], [], [0]]);
  });
});
