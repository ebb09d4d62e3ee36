import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneOf, type Random, seeded } from '../../bench/data/random.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { isRepeatable } from '../../src/reports/run/query.ts';
import { sliceQuery } from '../../src/reports/shape/slice.ts';
import { type Api, apiOn } from '../support/api.ts';
import { firstAndLast } from '../support/effort.ts';
import { onReusedStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, HOUR_MS, iso, line, MINUTE_MS, NOW, setUpWithKey } from '../support/world.ts';

/** Letters from several scripts and byte lengths, and symbols with a meaning in URLs. */
const ODD_TAG = 'Prüfung 価格 🧪 & +%;=';

const { market: _, ...WITHOUT } = ACME_BRAND;
const BRAND = {
  ...WITHOUT,
  markets: [
    { location_code: 2840, language_code: 'en' },
    { location_code: 2276, language_code: 'de' },
  ],
  prompts: [
    { text: 'best anvils', tags: ['price', ODD_TAG] },
    { text: 'acme or bolt', tags: ['versus'] },
    { text: 'bolt alternatives', tags: ['versus', 'price'] },
  ],
};

const ANSWERS = BRAND.prompts.flatMap(({ text: prompt }, index) =>
  ['us-en', 'de-de'].map((market) =>
    line({
      prompt,
      market,
      answer: index === 0 ? 'Acme, then Bolt.' : 'Bolt.',
      model: index === 2 ? undefined : `gpt-${index}`,
      collected_at: iso(NOW - (index + 1) * HOUR_MS),
      citations: [{ url: 'https://bolt.example/anvils' }],
    }),
  ),
);

/** The reports that take a slice parameter. */
const taking = (name: string) => REPORTS.filter(({ query }) => name in query).map((report) => report.name);

const NAMES = Object.keys(sliceQuery) as (keyof typeof sliceQuery)[];

onReusedStore('a slice over HTTP', (fresh) => {
  async function acme() {
    const { store, key } = await setUpWithKey(fresh, acmeFile([BRAND]), ANSWERS);
    const counts = { hit: 0, miss: 0, other: 0 };
    const onReport = (kind: keyof typeof counts) => {
      counts[kind] += 1;
    };
    const api = apiOn(store, { onReport });
    const get = (path: string, headers?: Record<string, string>) => getIn(api, path, key, headers);
    return { get, counts };
  }

  /** Repeats a request a minute later if the quota is used up. */
  async function getIn(api: Api, path: string, key: string, headers?: Record<string, string>) {
    const found = await api.get(path, key, headers);
    if (found.status !== 429) return found;
    api.clock.at += MINUTE_MS;
    return await api.get(path, key, headers);
  }

  test("refuses unknown values with the parameter's name; an empty value selects nothing", async () => {
    const { get } = await acme();
    const refuse = async (report: string, name: string, value: string) => {
      const { status, body } = await get(`/${report}?${name}=${value}`);
      assert.equal(status, 400, `${report} ${name}=${value}`);
      assert.equal(body.error.code, 'invalid_parameter');
      assert.match(body.error.message, new RegExp(`^\`${name}\`.*[.?]$`), `${report} ${name}=${value}`);
      assert.ok(body.error.message.length < 400, body.error.message);
    };
    for (const name of NAMES) {
      for (const value of ['', '%00', '%F0%9F%A7%AA', '__proto__', 'x'.repeat(2000)]) {
        await refuse('visibility', name, value);
      }
      for (const report of firstAndLast(taking(name))) await refuse(report, name, 'nonsense');
    }
  });

  test("takes a single value once, a list 200 times, and refuses PHP's list syntax", async () => {
    const { get } = await acme();
    const refusal = async (query: string) => (await get(`/visibility?${query}`)).body.error?.message;
    for (const name of NAMES) {
      assert.match(await refusal(`${name}%5B%5D=price`), /unknown|no parameter|not a parameter/i);
      if (!isRepeatable(sliceQuery[name])) {
        const twice = await refusal(`${name}=x&${name}=x`);
        assert.equal(twice, `\`${name}\` appears more than once; pass it once.`);
        continue;
      }
      const many = (count: number) =>
        Array.from({ length: count }, (_, index) => `${name}=${index}`).join('&');
      assert.equal(await refusal(many(201)), `\`${name}\` takes at most 200 values.`);
      assert.match(
        await refusal(many(200)),
        new RegExp(`^\`${name}\`: (this brand has )?no|^\`${name}\` must`),
      );
    }
  });

  test('neither the order of a list nor a repeated value makes another report', async () => {
    const { get, counts } = await acme();
    const tagged = REPORTS.filter(({ name, query }) => 'tag' in query && name !== 'why');
    for (const { name: report } of tagged) {
      const first = await get(`/${report}?tag=price&tag=versus`);
      const { hit } = counts;
      const again = await get(`/${report}?tag=versus&tag=price&tag=versus`);
      assert.equal(again.headers.etag, first.headers.etag, report);
      assert.equal(counts.hit, hit + 1, `${report} has one cache key`);
    }
  });

  test('finds a tag in any script as written, and treats letters that look the same as equal', async () => {
    const { get } = await acme();
    const texts = async (tag: string) => {
      const { body } = await get(`/questions?tag=${encodeURIComponent(tag)}`);
      return body.data.map(({ text }: { text: string }) => text);
    };
    assert.deepEqual(await texts(ODD_TAG), ['best anvils']);
    assert.deepEqual(await texts(ODD_TAG.normalize('NFD')), ['best anvils']);
    assert.deepEqual(await texts(ODD_TAG.toUpperCase()), ['best anvils']);
  });

  test('a tag both wanted and unwanted selects no answer, so there is no rate', async () => {
    const { get } = await acme();
    const { body } = await get('/visibility?tag=price&tag_not=price');
    for (const { responses, rate, interval } of body.data.engines) {
      assert.deepEqual({ responses, rate, interval }, { responses: 0, rate: null, interval: null });
    }
    assert.deepEqual((await get('/questions?tag=price&tag_not=price')).body.data, []);
  });

  test("rows by tag contain the selected questions' tags, without an unwanted one", async () => {
    const { get } = await acme();
    const tagsIn = async (query: string) => {
      const { body } = await get(`/presence?by=tag&market=us-en&${query}`);
      return [...new Set(body.data.map(({ tag }: { tag: string }) => tag))];
    };
    assert.deepEqual(await tagsIn(''), ['price', ODD_TAG, 'versus']);
    assert.deepEqual(await tagsIn('tag_not=versus'), ['price', ODD_TAG]);
    assert.deepEqual(await tagsIn('tag=price&tag_not=versus'), ['price']);
    assert.deepEqual(await tagsIn('tag=price&tag_not=price'), []);
  });

  test('is not modified for a client that has it, and another slice of the same answers is another body', async () => {
    const { get } = await acme();
    const { headers } = await get('/presence?tag=price');
    const held = { 'if-none-match': String(headers.etag) };
    const same = await get('/presence?tag=price', held);
    assert.deepEqual([same.status, same.text], [304, '']);
    assert.equal((await get('/presence?tag=versus', held)).status, 200);
    assert.equal((await get('/presence?tag=price&market=de-de', held)).status, 200);
  });

  test('the next page has the same slice, with each value once', async () => {
    const { get } = await acme();
    const slice = new URLSearchParams([
      ['tag', 'price'],
      ['tag', ODD_TAG],
      ['market', 'de-de'],
      ['limit', '1'],
    ]);
    const first = await get(`/answers?${slice}`);
    const next = /^<(\?[^>]*)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? assert.fail();
    assert.deepEqual([...new URLSearchParams(next)].slice(0, -1), [...slice]);
    const second = await get(`/answers${next}`);
    const prompts = [first, second].flatMap(({ body }) =>
      body.data.map(({ prompt, market }: { prompt: string; market: string }) => [prompt, market]),
    );
    assert.deepEqual(prompts, [
      ['best anvils', 'de-de'],
      ['bolt alternatives', 'de-de'],
    ]);
    assert.equal(second.headers.link, undefined);
  });

  test('counts each request once, refused or not', async () => {
    const { get } = await acme();
    const left = async (path: string) => Number((await get(path)).headers['x-ratelimit-remaining']);
    const before = await left('/presence?tag=price&tag=versus');
    assert.equal(await left('/presence?tag=nonsense'), before - 1);
  });

  test('any combination is a report or a refusal', async () => {
    const { get } = await acme();
    const random = seeded(28);
    const reports = taking('market');
    for (let times = 0; times < 80; times += 1) {
      const path = `/${oneOf(reports, random)}?${anyQuery(random)}`;
      const { status, body } = await get(path);
      assert.ok(status === 200 || status === 400, `${status} ${path}`);
      if (status === 400) assert.equal(body.error.code, 'invalid_parameter', path);
    }
  });
});

const VALUES: Readonly<Record<string, readonly string[]>> = {
  tag: ['price', 'versus', ODD_TAG, 'nonsense', ''],
  tag_not: ['price', 'versus', ODD_TAG, '\u0000'],
  branded: ['self', 'competitor', 'none', 'Self'],
  question: ['q_nonsense', ''],
  model: ['gpt-0', 'gpt-1', 'unknown', 'GPT-0', '\ud83e'],
  market: ['us-en', 'de-de', 'fr-fr', ''],
  days: ['1', '30', '365', '0'],
  from: ['2026-11-01', '2026-11-20'],
  until: ['2026-11-10', '2026-11-20'],
  month: ['2026-11', '2026-10'],
  engine: ['chatgpt', 'claude'],
  by: ['tag', 'day'],
};

function anyQuery(random: Random): string {
  const query = new URLSearchParams();
  const names = Object.keys(VALUES);
  for (let more = 1 + Math.floor(random() * 4); more > 0; more -= 1) {
    const name = oneOf(names, random);
    query.append(name, oneOf(VALUES[name] ?? [], random));
  }
  return query.toString();
}
