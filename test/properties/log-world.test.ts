import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { dayOf } from '../../src/domain/time/period.ts';
import { importLog } from '../../src/pipeline/traffic/log-files.ts';
import { generator } from '../../src/stats/distributions/generator.ts';
import { saveAddressList } from '../../src/storage/traffic/address-lists.ts';
import type { LoggedRequest } from '../../src/traffic/logged-request.ts';
import { observedOn } from '../../src/traffic/observed.ts';
import { effort } from '../support/effort.ts';
import { logWorld, type Source } from '../support/log-world.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, NOW, pipelineOn, random } from '../support/world.ts';

/** A world whose truth is known, written as three logs: what is counted is the truth, and nothing else. */

const DAYS = 6;
const LOST = [2, 3];
const FIRST_DAY = dayOf(NOW) - 10;
const INSIDE = {
  GPTBot: '20.1.2.3',
  'OAI-SearchBot': '2600:1::5',
  PerplexityBot: '44.5.6.7',
  Bingbot: '13.66.1.1',
};
const UNLISTED = ['Bytespider', 'meta-externalagent'];

const SOURCES: readonly Source[] = [
  {
    referrer: 'https://chatgpt.com/',
    query: '',
    visit: { product: 'chatgpt', evidence: 'referrer', paid: false },
  },
  {
    referrer: 'https://www.perplexity.ai/search/x',
    query: 'utm_medium=cpc',
    visit: { product: 'perplexity', evidence: 'referrer', paid: true },
  },
  {
    referrer: null,
    query: 'utm_source=chatgpt.com',
    visit: { product: 'chatgpt', evidence: 'utm', paid: false },
  },
  {
    referrer: 'https://claude.ai/',
    query: 'utm_source=chatgpt.com',
    visit: { product: 'claude', evidence: 'referrer', paid: false },
  },
  { referrer: 'https://news.example/', query: '', visit: null },
  { referrer: 'https://notchatgpt.com/', query: '', visit: null },
  { referrer: 'https://chatgpt.com.evil.example/', query: 'utm_source=newsletter', visit: null },
  { referrer: null, query: '', visit: null },
];

/** The same requests as three servers write them. */
const FORMATS: Record<string, (requests: readonly LoggedRequest[]) => string> = {
  combined: (requests) => requests.map(combined).join(''),
  cloudflare: (requests) => requests.map((each) => `${JSON.stringify(cloudflare(each))}\n`).join(''),
  cloudfront: (requests) => `#Version: 1.0\n#Fields: ${FIELDS}\n${requests.map(cloudFront).join('')}`,
};

const timeOf = (at: number) => new Date(at).toISOString();

function combined({ at, host, method, target, status, address, agent, referrer }: LoggedRequest): string {
  const [, day, month, year, time] = /(\d\d) (\w{3}) (\d{4}) (\S+)/.exec(new Date(at).toUTCString()) ?? [];
  const request = `"${method} ${target} HTTP/1.1" ${status} 512 "${referrer ?? '-'}" "${agent}"`;
  return `${host} ${address} - - [${day}/${month}/${year}:${time} +0000] ${request}\n`;
}

function cloudflare({ at, host, method, target, status, address, agent, referrer }: LoggedRequest): object {
  return {
    ...{ ClientIP: address, ClientRequestHost: host, ClientRequestMethod: method, ClientRequestURI: target },
    ...{ ClientRequestUserAgent: agent, ClientRequestReferer: referrer ?? '', EdgeResponseStatus: status },
    EdgeStartTimestamp: timeOf(at),
  };
}

const FIELDS =
  'date time c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query x-host-header';

function cloudFront({ at, host, method, target, status, address, agent, referrer }: LoggedRequest): string {
  const [date, time] = timeOf(at).slice(0, 19).split('T');
  const [stem, query = '-'] = target.split('?');
  const cells = [date, time, address, method, 'd111.cloudfront.net', stem, status, referrer ?? '-'];
  return `${[...cells, encodeURIComponent(agent ?? '-'), query, host].join('\t')}\n`;
}

async function siteWithLists(fresh: () => Promise<TestStore>): Promise<TestStore> {
  const store = await fresh();
  await pipelineOn(store).apply(acmeFile([ACME_BRAND]));
  for (const [name, address] of Object.entries(INSIDE)) {
    const prefixes = [`${address}/${address.includes(':') ? 64 : 24}`];
    const days = { published: FIRST_DAY - 30, fetched: FIRST_DAY };
    await saveAddressList(store.main, { name, ...days, digest: name, prefixes });
  }
  return store;
}

async function importText(store: TestStore, text: string | Uint8Array) {
  const deps = { db: store.main, now: () => NOW, random };
  const log = { name: 'access.log', by: 'test', mapping: [], chunks: Readable.from([Buffer.from(text)]) };
  return await importLog(deps, { id: 1, publicId: 'acme', organizationId: 1 }, log);
}

/** What the store counts, in the shape of the world's truth. */
async function counted({ main }: TestStore) {
  const crawls = await main.selectFrom('crawl_counts').selectAll().execute();
  const visits = await main.selectFrom('visit_counts').selectAll().execute();
  const days = await main.selectFrom('log_days').select(['day', 'hours']).execute();
  const hours = new Map(days.map((each) => [each.day, each.hours]));
  return {
    crawls: new Map(
      crawls.map((each) => [
        [each.day, each.page, each.crawler, each.verdict, each.status, each.path].join(' '),
        each.requests,
      ]),
    ),
    visits: new Map(
      visits.map((each) => [
        [each.day, each.page, each.product, each.evidence, each.paid].join(' '),
        each.visits,
      ]),
    ),
    observed: Array.from({ length: DAYS }, (_, index) => observedOn(FIRST_DAY + index, hours)),
  };
}

const sorted = (counts: ReadonlyMap<string, number>) =>
  [...counts].sort(([one], [other]) => (one < other ? -1 : 1));

onReusedStore('the log of a simulated world', (fresh) => {
  for (const [format, write] of Object.entries(FORMATS)) {
    test(`is counted exactly from ${format}, once however often and in whatever pieces it comes`, async () => {
      for (let seed = 1; seed <= effort(2, 25); seed += 1) {
        const options = { firstDay: FIRST_DAY, days: DAYS, lost: LOST, host: 'acme.example' };
        const world = logWorld(
          { ...options, random: generator(seed), inside: INSIDE, unlisted: UNLISTED },
          SOURCES,
        );
        const store = await siteWithLists(fresh);
        const half = Math.floor(world.requests.length / 2);
        await importText(store, write(world.requests.slice(0, half + 40)));
        await importText(store, gzipSync(write(world.requests.slice(half))));
        await importText(store, write(world.requests));
        const { crawls, visits, observed } = await counted(store);
        assert.deepEqual(sorted(crawls), sorted(world.crawls), `seed ${seed}`);
        assert.deepEqual(sorted(visits), sorted(world.visits), `seed ${seed}`);
        const gone = 'not_observed';
        assert.deepEqual(observed, ['observed', 'observed', gone, gone, 'observed', 'observed']);
      }
    });
  }
});
