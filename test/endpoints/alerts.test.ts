import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { alerts } from '../../src/reports/alerts/alerts.ts';
import { comparisons } from '../../src/reports/alerts/comparisons.ts';
import { me } from '../../src/reports/me.ts';
import { historyLines, type Said } from '../support/history.ts';
import { pluck } from '../support/pluck.ts';
import { reportsAmong } from '../support/reports.ts';
import type { TestStore } from '../support/stores.ts';
import { onReusedStore } from '../support/stores.ts';
import {
  ACME_BRAND,
  acmeFile,
  acmeWith,
  Clock,
  DAY_MS,
  iso,
  line,
  NOW,
  pipelineOn,
  setUp,
} from '../support/world.ts';

const reportsOn = reportsAmong(alerts, comparisons, me);

interface Scene {
  readonly lines?: readonly object[];
  /** Evaluated days; today is the last. */
  readonly days?: number;
  readonly organization?: object;
  readonly brand?: object;
}

async function insertAlerts(store: TestStore, brandId: number, ages: readonly number[]): Promise<void> {
  const rows = ages.map((age, index) => ({
    brand_id: brandId,
    id: 1000 + index,
    public_id: `alr_${String(brandId * 1000 + index).padStart(12, '0')}`,
    kind: index % 2 === 0 ? 'visibility_drop' : 'negative_framing',
    title: `Finding ${index}`,
    detail: '12 of 70, before 31 of 80',
    facts: JSON.stringify({ current: { present: 12, responses: 70 }, engine: 'chatgpt' }),
    created_at: NOW - age,
    change_id: `chg_${String(brandId * 1000 + index).padStart(12, '0')}`,
    state: 'over',
    state_since: NOW - age,
  }));
  await store.main.insertInto('alerts').values(rows).execute();
  const read = rows.filter((_row, index) => index % 2 === 1);
  const reads = read.flatMap(({ id }) =>
    ['usr_ann', 'usr_ben'].map((user) => ({ brand_id: brandId, alert_id: id, user_id: user })),
  );
  if (reads.length > 0) await store.main.insertInto('alert_reads').values(reads).execute();
}

/** Checks that the note counts each row's change in /comparisons once. */
function assertCountsChanges(note: string, rows: readonly Record<string, unknown>[]): void {
  const newest = rows.filter((row) => row.evaluated_at === rows[0]?.evaluated_at);
  const changes = new Set(newest.map((row) => JSON.stringify([row.engine, row.brand, row.measure])));
  assert.equal(Number(/: (\d+) comparisons?\b/.exec(note)?.[1] ?? 0), changes.size, note);
  const fates = [...note.matchAll(/; (\d+) /g)].map(([, count]) => Number(count));
  if (fates.length === 0) return;
  assert.equal(
    fates.reduce((sum, count) => sum + count),
    changes.size,
    note,
  );
}

onReusedStore('GET /alerts', (fresh) => {
  describe('200: the note of an empty list', () => {
    /** Acme's key, after importing the lines and evaluating the newest days. */
    async function sceneOn({ lines = [], days = 0, organization = {}, brand = {} }: Scene) {
      const { store, createKey, watch } = await setUp(
        fresh,
        acmeWith({ engines: ['chatgpt'], ...brand }, organization),
        lines,
      );
      for (let day = days - 1; day >= 0; day -= 1) await watch({ at: NOW - day * DAY_MS });
      const { key } = await createKey();
      const { status, body } = await reportsOn(store).get('/alerts', key);
      assert.deepEqual([status, body.data], [200, []]);
      const me = await reportsOn(store).get('/me', key);
      const note: string = body.meta.note;
      assertCountsChanges(note, (await reportsOn(store).get('/comparisons?days=1&limit=200', key)).body.data);
      const means: string = me.body.data.reporting_rules.alerts.empty_list_means;
      for (const each of [note, means]) {
        assert.ok(each.includes('An empty list does not mean that nothing changed.'), each);
      }
      return { note: note.replace(' An empty list does not mean that nothing changed.', ''), means };
    }

    /** Both windows of the newest two evaluations, with 35 answers a week: an alert needs 30. */
    const daily = (say: (day: number, prompt: number) => Said | null, engine = 'chatgpt') =>
      historyLines({ engine, from: 36, to: 0, prompts: 5, say });
    const dropped = daily((day, prompt) => ({ acme: prompt < (day < 7 ? 1 : 4) }));

    test('before the first comparison', async () => {
      const { note, means } = await sceneOn({});
      assert.equal(note, 'Sightline has not compared anything yet.');
      assert.match(means, /^No evaluation has found a change that meets every condition.* if any\.$/);
    });

    test('with alerts off, even after comparisons', async () => {
      const organization = { alerts: { enabled: false } };
      const { note, means } = await sceneOn({ organization });
      assert.equal(note, 'Alerts are off for this organization, so Sightline compares nothing.');
      assert.ok(means.startsWith(note), means);
    });

    test('when every comparison lacks answers', async () => {
      const { note } = await sceneOn({ lines: [line()], days: 1 });
      assert.equal(
        note,
        `As of ${iso(NOW)}: 5 comparisons, and each lacks the 30 answers to shared questions that it needs in each window.`,
      );
    });

    for (const [days, held] of [
      [1, 1],
      [2, 2],
    ] as const) {
      test(`when a change exceeds noise and has held on ${held} of 3 evaluations`, async () => {
        const { note } = await sceneOn({ lines: dropped, days });
        assert.equal(
          note,
          `As of ${iso(NOW)}: 5 comparisons; 1 exceeds noise and has held on ${held} of 3 evaluations; 3 lack answers; ` +
            '1 is within noise.',
        );
      });
    }

    test('when engines have different results', async () => {
      const lines = [
        ...dropped,
        ...daily(() => ({ acme: true, framing: 'neutral' }), 'claude'),
        ...daily((day) => (day < 8 ? null : { acme: true }), 'gemini'),
      ];
      const { note } = await sceneOn({ lines, days: 1, brand: { engines: ['chatgpt', 'claude', 'gemini'] } });
      assert.equal(
        note,
        `As of ${iso(NOW)}: 15 comparisons; 1 exceeds noise and has held on 1 of 3 evaluations; ` +
          '5 were impossible because fewer than half the expected answers came in; 3 lack answers; 6 are within noise.',
      );
    });

    test('for an engine no longer asked, whose silence is no outage', async () => {
      const { note } = await sceneOn({
        lines: [
          ...daily((day) => (day < 8 ? null : { acme: true }), 'claude'),
          ...daily(() => ({ acme: true, framing: 'neutral' })),
        ],
        days: 1,
      });
      assert.equal(note, `As of ${iso(NOW)}: 5 comparisons; 5 are within noise.`);
    });

    test('with only overtaking chosen and no competitor tracked', async () => {
      const { note } = await sceneOn({
        lines: [line()],
        days: 1,
        organization: { alerts: { kinds: ['competitor_overtook'] } },
        brand: { competitors: [] },
      });
      assert.equal(
        note,
        `As of ${iso(NOW)}: there was nothing to compare, because the brand had no competitor.`,
      );
    });

    test('with one brand compared and another not: each has its own, and /me covers both', async () => {
      const brand = { ...ACME_BRAND, engines: ['chatgpt'] };
      const { store, createKey, watch } = await setUp(
        fresh,
        acmeFile([brand, { ...brand, id: 'second', name: 'Second' }]),
        daily(() => ({ acme: true, framing: 'neutral' })),
      );
      await watch({ at: NOW });
      const { key } = await createKey();
      const noteOf = async (id: string) =>
        (await reportsOn(store).get(`/alerts?brand=${id}`, key)).body.meta.note;
      assert.match(await noteOf('acme'), /: 5 comparisons; 5 are within noise\. An empty list does not mean/);
      assert.match(
        await noteOf('second'),
        /^Sightline has not compared anything yet\. An empty list does not mean/,
      );
      const me = await reportsOn(store).get('/me', key);
      assert.match(me.body.data.reporting_rules.alerts.empty_list_means, /^No evaluation has found a change/);
    });

    test('for a change that exceeds noise but is too small, or goes in an unwatched direction', async () => {
      const small = await sceneOn({
        lines: dropped,
        days: 1,
        organization: { alerts: { min_delta_points: 70, kinds: ['visibility_drop'] } },
      });
      const other = await sceneOn({
        lines: dropped,
        days: 1,
        organization: { alerts: { kinds: ['visibility_rise'] } },
      });
      assert.match(small.note, /: 1 comparison; 1 exceeds noise but is smaller than `min_delta_points`\.$/);
      assert.match(other.note, /: 1 comparison; 1 exceeds noise, but in a direction without an alert\.$/);
    });

    test("for a change in another measure than its kind's name", async () => {
      const { note } = await sceneOn({
        lines: dropped,
        days: 1,
        organization: { alerts: { kinds: ['engine_blackout'] } },
      });
      assert.match(note, /; 1 exceeds noise but does not meet the condition of its kind\.$/);
    });

    test("for a competitor's lead that waits for an unconfirmed blackout", async () => {
      const lines = historyLines({
        from: 37,
        to: 0,
        say: (day, prompt) => ({ acme: day > 6 && prompt < 6, bolt: day < 7 || prompt > 7 }),
      });
      const organization = { alerts: { kinds: ['engine_blackout', 'competitor_overtook'] } };
      const { note } = await sceneOn({ lines, days: 3, organization });
      assert.match(
        note,
        /: 3 comparisons; 1 exceeds noise and has held on 2 of 3 evaluations; 1 exceeds noise and has held on 1 of 3 evaluations; 1 lacks answers\.$/,
      );
    });
  });

  test('200: stored findings with every field, newest first, of this brand only', async () => {
    const { store, createKey } = await setUp(
      fresh,
      acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'second', name: 'Second' }]),
    );
    await insertAlerts(store, 1, [5000, 1000, 3000]);
    await insertAlerts(store, 2, [10]);
    const { key } = await createKey();
    const { body } = await reportsOn(store).get('/alerts?brand=acme', key);
    assert.deepEqual(pluck(body.data, 'title'), ['Finding 1', 'Finding 2', 'Finding 0']);
    assert.deepEqual(body.data[0], {
      id: 'alr_000000001001',
      kind: 'negative_framing',
      title: 'Finding 1',
      detail: '12 of 70, before 31 of 80',
      facts: { current: { present: 12, responses: 70 }, engine: 'chatgpt' },
      created_at: iso(NOW - 1000),
      read: true,
      change: 'chg_000000001001',
      state: 'over',
    });
  });

  test('200: a list says whether Sightline still checks for changes, and whether limit cut it', async () => {
    const { store, apply, createKey } = await setUp(fresh);
    await insertAlerts(store, 1, [1000, 2000]);
    const { key } = await createKey();
    const noteOf = async (query: string) =>
      (await reportsOn(store).get(`/alerts${query}`, key)).body.meta.note;
    assert.match(await noteOf('?limit=2'), /with the reason\. Sightline has not compared anything yet\.$/);
    await apply(acmeFile([ACME_BRAND], { alerts: { enabled: false } }));
    assert.match(
      await noteOf('?limit=1'),
      /\. There are older alerts; `limit` cut the list\. Alerts are off for this organization/,
    );
  });

  test('200: an alert lasts until its change was gone on three evaluations in a row', async () => {
    const store = await fresh();
    const clock = new Clock();
    const { apply, createKey, importLines, watch } = pipelineOn(store, clock);
    await apply(acmeFile([ACME_BRAND], { alerts: { kinds: ['visibility_drop'] } }));
    const history = (from: number, to: number) =>
      historyLines({
        from,
        to,
        engine: 'chatgpt',
        say: (day, prompt) => ({ acme: prompt < (day >= 0 && day < 7 ? 2 : 6) }),
      });
    await importLines(history(44, 0));
    for (const day of [2, 1, 0]) await watch({ at: NOW - day * DAY_MS });
    clock.at = NOW + 12 * DAY_MS;
    await importLines(history(-1, -11));
    clock.at = NOW;
    const { key } = await createKey();
    const api = reportsOn(store, clock);
    const listed = async (query: string): Promise<string[]> =>
      (await api.get(`/alerts${query}`, key)).body.data.map(
        ({ kind, state }: { kind: string; state: string }) => `${kind} ${state}`,
      );
    assert.deepEqual(await listed(''), ['visibility_drop holds']);
    const gates: (string | null)[] = [];
    const holding: string[][] = [];
    for (let day = 1; day <= 11; day += 1) {
      clock.at = NOW + day * DAY_MS;
      await watch({ at: clock.at });
      const newest = await api.get('/comparisons?kind=visibility_drop&days=90&limit=1', key);
      gates.push(newest.body.data[0].gate);
      holding.push(await listed('?state=holds'));
    }
    const gone = gates.findIndex((gate) => gate !== 'episode_open');
    const days = holding.filter((alerts) => alerts.includes('visibility_drop holds')).length;
    assert.equal(days, gone + 2, 'the first two evaluations without it do not end it');
  });

  test('200: limit bounds the list, 50 by default and 200 at most', async () => {
    const { store, createKey } = await setUp(fresh);
    await insertAlerts(
      store,
      1,
      Array.from({ length: 210 }, (_, index) => index * 1000),
    );
    const { key } = await createKey();
    const api = reportsOn(store);
    for (const [query, length] of [
      ['', 50],
      ['?limit=1', 1],
      ['?limit=200', 200],
    ] as const) {
      const { body } = await api.get(`/alerts${query}`, key);
      assert.equal(body.data.length, length);
      assert.equal(body.data[0].title, 'Finding 0');
    }
    for (const query of ['?limit=0', '?limit=201', '?limit=', '?limit=1e1', '?days=7', '?cursor=x']) {
      assert.equal((await api.get(`/alerts${query}`, key)).body.error.code, 'invalid_parameter');
    }
  });
});
