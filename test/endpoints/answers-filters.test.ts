import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { questionIdOf } from '../../src/domain/questions/question-id.ts';
import { alerts } from '../../src/reports/alerts/alerts.ts';
import { answers } from '../../src/reports/answers/answers.ts';
import { type AnswersFilters, FILTER_NAMES } from '../../src/reports/shape/answers-filters.ts';
import { historyLines, type Said } from '../support/history.ts';
import { pluck } from '../support/pluck.ts';
import { assertRefused, type Reports, reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import {
  ACME_BRAND,
  acmeFile,
  acmeWith,
  DAY_MS,
  iso,
  line,
  NOW,
  pipelineOn,
  setUp,
} from '../support/world.ts';

const reportsOn = reportsAmong(alerts, answers);

/** Sends GET /answers with filters, each test with a new quota. */
function asking(api: Reports, key: string, brand = 'acme') {
  return async (filters: AnswersFilters, more: Readonly<Record<string, string>> = {}) => {
    api.clock.at += 250;
    return await api.get(`/answers?${new URLSearchParams({ brand, ...filters, ...more })}`, key);
  };
}

const ACME_RIVAL = { name: 'Bolt', domain: 'bolt.example', aliases: ['Bolt Works'] };

/** Answers to Acme a second apart, the newest first. */
const LINES = [
  { answer: 'first', mentions: [{ brand: 'Acme', mentioned: true, framing: 'negative' }] },
  { answer: 'second', citations: [{ url: 'https://www.wiki.example/page' }], searches: ['Best anvils'] },
  { answer: 'third', mentions: [{ brand: 'Bolt', mentioned: true, rank: 2 }] },
];

onReusedStore('filters of GET /answers', (fresh) => {
  describe('on a few answers', () => {
    let ask: ReturnType<typeof asking>;
    let other: ReturnType<typeof asking>;
    let store: TestStore;

    before(async () => {
      store = await fresh();
      const { apply, createKey, importLines, watch } = pipelineOn(store);
      const second = { ...ACME_BRAND, id: 'second', name: 'Second', prompts: [{ text: 'its own' }] };
      await apply(acmeFile([{ ...ACME_BRAND, competitors: [ACME_RIVAL, { name: 'Retired' }] }, second]));
      await importLines(LINES.map((each, index) => line({ ...each, collected_at: iso(NOW - index * 1000) })));
      await importLines([line({ brand: 'second', prompt: 'its own' })]);
      await apply(acmeFile([{ ...ACME_BRAND, competitors: [ACME_RIVAL] }, second]));
      await watch({ at: NOW });
      const { key } = await createKey();
      ask = asking(reportsOn(store), key);
      other = asking(reportsOn(store), key, 'second');
    });

    const textsFor = async (filters: AnswersFilters) => {
      const { status, body } = await ask(filters);
      assert.equal(status, 200, JSON.stringify(body));
      return body.data.map((row: { answer: string }) => row.answer);
    };

    test("200: takes a brand's name or alias in any case", async () => {
      for (const name of ['Bolt', 'bolt', 'Bolt Works', ' bolt  works ']) {
        assert.deepEqual(await textsFor({ names: name }), ['third'], name);
        assert.deepEqual(await textsFor({ names_not: name }), ['first', 'second'], name);
        assert.deepEqual((await textsFor({ looked_for: name })).length, 3, name);
      }
    });

    test('200: includes both ends of a period, to the millisecond', async () => {
      const at = NOW - 1000;
      assert.deepEqual(await textsFor({ from: iso(at), until: iso(at) }), ['second']);
      assert.deepEqual(await textsFor({ from: iso(at + 1) }), ['first']);
      assert.deepEqual(await textsFor({ until: iso(at - 1) }), ['third']);
    });

    test('200: shared prompts with a period and models', async () => {
      const asked = { brand: 'second', prompt: 'of both models', engine: 'claude' };
      const then = iso(NOW - DAY_MS);
      await pipelineOn(store).importLines([
        line({ ...asked, model: 'new', answer: 'newer' }),
        line({ ...asked, model: 'old', answer: 'older', collected_at: then }),
      ]);
      const shared = { engine: 'claude', shared_from: then, shared_until: then };
      for (const [model, texts] of [
        [{}, ['newer', 'older']],
        [{ model: 'old' }, ['older']],
        [{ model: 'new' }, []],
      ] as const) {
        const { body } = await other({ ...shared, ...model });
        assert.deepEqual(pluck(body.data, 'answer'), texts, JSON.stringify(model));
      }
    });

    test('200: an empty list for a page, search, or name without answers', async () => {
      const none: AnswersFilters[] = [
        { cites: 'nowhere.example' },
        { cites: '*.nowhere.example' },
        { cites: 'https://wiki.example/other' },
        { searched: 'anvils' },
        { names: 'Bolt', framing: 'recommended' },
        { names: 'self', ranked: 'true' },
        { engine: 'gemini' },
      ];
      for (const filters of none) assert.deepEqual(await textsFor(filters), [], JSON.stringify(filters));
    });

    test('200: recognizes every spelling of a host, a page, and a query', async () => {
      const same: AnswersFilters[] = [
        { cites: 'WWW.Wiki.Example' },
        { cites: 'http://wiki.example/page/?utm_source=x#top' },
        { cites: 'https://www.google.com/url?q=https://wiki.example/page' },
        { searched: ' BEST ANVILS ' },
      ];
      for (const filters of same)
        assert.deepEqual(await textsFor(filters), ['second'], JSON.stringify(filters));
    });

    test('200: the next page is null when the last answer that meets the filters is on this one', async () => {
      for (const [filters, count] of [
        [{ names_not: 'self' }, 2],
        [{ names: 'self' }, 1],
      ] as const) {
        const exact = await ask(filters, { limit: String(count) });
        assert.deepEqual([exact.body.data.length, exact.body.meta.next_cursor], [count, null]);
        if (count > 1) {
          const part = await ask(filters, { limit: String(count - 1) });
          assert.equal(part.body.meta.next_cursor, part.body.data.at(-1).id);
        }
      }
    });

    test('200: a cursor is a place in the list, whether its answer meets the filters or not', async () => {
      const [first] = (await ask({})).body.data;
      const { body } = await ask({ names_not: 'self' }, { cursor: first.id });
      assert.deepEqual(pluck(body.data, 'answer'), ['second', 'third']);
    });

    const CONTRADICTIONS: readonly (readonly [AnswersFilters, RegExp])[] = [
      [{ from: iso(NOW), until: iso(NOW - 1) }, /`from` is later than `until`/],
      [{ names: 'Bolt', names_not: 'Bolt' }, /`names` and `names_not` are the same/],
      [{ names: 'self', names_not: 'Acme' }, /both names a brand and does not/],
      [{ names: 'Bolt', names_not: 'competitor' }, /both names a brand and does not/],
      [{ framing: 'any' }, /name it in `names`/],
      [{ theme: 'price' }, /name it in `names`/],
      [{ names: 'self', theme: 'read', framing: 'neutral' }, /leave out `framing`/],
      [{ names: 'self', theme: 'price', beside: 'Bolt' }, /leave out `beside`/],
      [{ ranked: 'false', names: 'competitor' }, /name it in `names`/],
      [{ outcome: 'empty', names: 'self' }, /names nobody/],
      [{ side: 'current' }, /add `change`, `alert`, or `comparison`/],
      [{ figure: 'present', names: 'self' }, /add `change`, `alert`/],
      [{ alert: 'alr_000000000000', comparison: 'cmp_000000000000' }, /give only one\./],
      [{ alert: 'alr_000000000000', from: iso(NOW) }, /leave out `from`/],
      [{ comparison: 'cmp_000000000000', engine: 'claude' }, /leave out `from`, `until`, and `engine`/],
    ];

    test('400: filters that contradict each other', async () => {
      for (const [filters, message] of CONTRADICTIONS) {
        const response = await ask(filters);
        assertRefused(response, 'invalid_parameter');
        assert.match(response.body.error.message, message);
      }
    });

    test('400: an answer by its id is not on a page after another', async () => {
      const [first] = (await ask({})).body.data;
      const response = await ask({}, { id: first.id, cursor: first.id });
      assertRefused(response, 'invalid_parameter');
      assert.match(response.body.error.message, /give `id` or `cursor`/);
    });

    test('400: an unknown brand, with the nearest tracked one; never a retired one', async () => {
      const takes = {
        names: '`self`, `competitor`',
        names_not: '`self`, `competitor`',
        looked_for: '`self`, `all`',
        cites_brand: '`self`',
      };
      for (const [filter, words] of Object.entries(takes)) {
        const near = await ask({ [filter]: 'Blot' });
        assertRefused(near, 'invalid_parameter');
        const rule = `\`${filter}\` must be ${words} or the name of a brand tracked now`;
        assert.equal(near.body.error.message, `${rule}; did you mean \`Bolt\`?`);
        for (const name of ['Retired', 'Second Brand of others', '']) {
          assert.equal(
            (await ask({ [filter]: name })).body.error.message,
            `${rule}; tracked are \`Acme\`, \`Bolt\`.`,
            name,
          );
        }
      }
    });

    test("400: another brand's question, alert, or comparison is like none at all", async () => {
      const [comparison] = (
        await store.main.selectFrom('comparisons').select(['public_id', 'brand_id']).execute()
      ).filter(({ brand_id }) => brand_id === 2);
      assert.ok(comparison);
      const alert = {
        id: 90,
        public_id: 'alr_aaaaaaaaaaaa',
        kind: 'visibility_drop',
        title: 't',
        detail: 'd',
        facts: '{}',
      };
      await store.main
        .insertInto('alerts')
        .values({
          ...{ brand_id: 2, ...alert, created_at: NOW },
          ...{ change_id: 'chg_000000000001', state: 'holds', state_since: NOW },
        })
        .execute();
      const theirs = {
        prompt: questionIdOf(hash('sha256', 'its own', 'hex')),
        comparison: comparison.public_id,
        alert: alert.public_id,
      };
      const nowhere = {
        prompt: `qst_${'0'.repeat(20)}`,
        comparison: 'cmp_000000000000',
        alert: 'alr_000000000000',
      };
      for (const filter of ['prompt', 'comparison', 'alert'] as const) {
        const refusals = [theirs[filter], nowhere[filter], 'x', ''].map(
          async (id) => await ask({ [filter]: id }),
        );
        for (const response of await Promise.all(refusals)) assertRefused(response, 'invalid_parameter');
        assert.equal(new Set((await Promise.all(refusals)).map(({ text }) => text)).size, 1, filter);
      }
      assert.equal(
        (await other({ prompt: theirs.prompt })).body.data.length,
        1,
        'and it is there for its own brand',
      );
      assert.equal((await other({ comparison: theirs.comparison })).status, 200);
      const without = await other({ alert: theirs.alert });
      assertRefused(without, 'invalid_parameter');
      assert.match(without.body.error.message, /This alert's facts do not say/);
    });

    test('400 or an empty list, and never an error, for any text', async () => {
      const texts = [
        '\u0000',
        'a\u0000b',
        "'",
        '%',
        '%_!',
        '\\',
        '*.',
        '*.%',
        '*',
        'https://',
        'http://a b/',
        '\u{1f680}',
      ];
      const odd = [
        ...texts,
        '__proto__',
        'constructor',
        'x'.repeat(5000),
        '*.*.example',
        'a/b',
        '[::1]',
        '1e3',
        ' ',
      ];
      for (const filter of FILTER_NAMES) {
        for (const text of odd) {
          const response = await ask({ [filter]: text });
          if (response.status !== 200) assertRefused(response, 'invalid_parameter');
          else assert.deepEqual(response.body.data, [], `${filter} ${text}`);
        }
      }
      assertRefused(await ask({ from: iso(NOW + DAY_MS) }), 'invalid_parameter');
    });
  });

  test('200: the answers behind an alert are those that it counted, even without its comparison', async () => {
    const told: Readonly<Record<string, (day: number, prompt: number) => Said | null>> = {
      chatgpt: (day, prompt) => ({ acme: prompt < (day < 9 ? 2 : 6) }),
      claude: (day, prompt) =>
        day < 9 ? { bolt: prompt < 7, acme: prompt > 7 } : { bolt: prompt < 2, acme: prompt > 1 },
      gemini: (day, prompt) => ({ cited: prompt < 5, acme: day < 9 ? prompt >= 5 : prompt < 5 }),
      // A prompt on one side only is not shared.
      perplexity: (day, prompt) =>
        prompt === 9 && day < 20
          ? null
          : { acme: true, framing: prompt < (day < 9 ? 6 : 1) ? 'negative' : 'neutral' },
    };
    const { store, apply, createKey, importLines, watch } = await setUp(
      fresh,
      acmeWith({ engines: Object.keys(told) }),
    );
    for (const [engine, say] of Object.entries(told)) {
      await importLines(historyLines({ from: 37, to: 0, engine, say }));
    }
    for (let day = 2; day >= 0; day -= 1) await watch({ at: NOW - day * DAY_MS });
    await store.main.deleteFrom('comparisons').execute();
    await apply(acmeWith({ engines: Object.keys(told), competitors: [] }));
    const { key } = await createKey();
    const api = reportsOn(store);
    const ask = asking(api, key);
    const { body } = await api.get('/alerts', key);
    const kinds = new Set(body.data.map((alert: { kind: string }) => alert.kind));
    for (const kind of ['visibility_drop', 'competitor_overtook', 'cited_not_named', 'negative_framing']) {
      assert.ok(kinds.has(kind), `${kind} among ${[...kinds]}`);
    }
    for (const { id, facts } of body.data) {
      for (const side of ['current', 'baseline'] as const) {
        for (const figure of ['present', 'responses'] as const) {
          let count = 0;
          let cursor: string | null = '';
          while (cursor !== null) {
            const more: Record<string, string> = { limit: '200', ...(cursor === '' ? {} : { cursor }) };
            const page = await ask({ alert: id, side, figure }, more);
            count += page.body.data.length;
            cursor = page.body.meta.next_cursor;
          }
          assert.equal(count, facts[side][figure], `${facts.engine} ${side} ${figure}`);
        }
      }
    }
  });
});

onReusedStore('ambiguous filters of /answers', (fresh) => {
  test('200 or 400: unranked beside another, cited but not tracked, and one name of two brands', async () => {
    const shared = { name: 'Cargo', domain: 'cargo.example', aliases: ['Bolts'] };
    const competitors = [{ name: 'Bolt', aliases: ['Bolts'] }, shared];
    const { store, apply, importLines, createKey } = await setUp(fresh, acmeWith({ competitors }), [
      line({ external_id: 'both', answer: '1. Bolt\n2. Cargo\n\nAcme is another.' }),
      line({ external_id: 'bolt not named', answer: 'Acme is one.' }),
      line({ external_id: 'bolt unranked', answer: 'Acme and Bolt are two.' }),
    ]);
    const late = { name: 'Dart', domain: 'dart.example' };
    await importLines([line({ answer: 'nobody', citations: [{ url: 'https://dart.example/' }] })]);
    await apply(acmeWith({ competitors: [...competitors, late] }));
    const { key } = await createKey();
    const ask = async (query: string) => await reportsOn(store).get(`/answers?${query}`, key);
    const many = async (query: string) => (await ask(query)).body.data.length;
    assert.equal(await many('names=self&ranked=false&beside=Bolt'), 2);
    assert.equal(await many('names=self&ranked=false'), 3);
    assert.deepEqual([await many('cites_brand=Dart'), await many('cites=dart.example')], [0, 1]);
    const both = await ask('names=bolts');
    assertRefused(both, 'invalid_parameter');
    assert.match(
      both.body.error.message,
      /"bolts" is a name of Bolt and of Cargo: write the brand's own name/,
    );
    assert.equal(await many('names=Bolt'), 2);
  });
});
