import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf } from '../../src/domain/time/period.ts';
import { insertAlerts, listAlerts } from '../../src/storage/watch/alerts.ts';
import { insertEvaluation } from '../../src/storage/watch/evaluations.ts';
import { apiOn } from '../support/api.ts';
import { historyLines } from '../support/history.ts';
import { onEveryStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, DAY_MS, NOW, pipelineOn } from '../support/world.ts';

/** Two of five, against one of four: alternating days and prompts, so that nothing repeats. */
const OFTEN = (day: number, prompt: number) => (day + prompt) % 5 < 2;
const SELDOM = (day: number, prompt: number) => (day + prompt) % 4 === 0;

onEveryStore('an alert of a slow change', (fresh) => {
  /** Four questions a day on ChatGPT: rare mentions up to a day and frequent ones after it, or the reverse. */
  async function world({ turns = 91, rises = true, organization = {} } = {}) {
    const store = await fresh();
    const pipeline = pipelineOn(store);
    await pipeline.apply(acmeFile([ACME_BRAND], organization));
    const lines = historyLines({
      from: 215,
      to: 0,
      prompts: 4,
      say: (day, prompt) => ({ acme: (day < turns === rises ? OFTEN : SELDOM)(day, prompt) }),
    });
    assert.equal((await pipeline.importLines(lines)).bad_lines, 0);
    /** The kinds of a day's alerts. */
    const alertsOn = async (daysAgo: number) => {
      const [brand] = await pipeline.watch({ at: NOW - daysAgo * DAY_MS });
      assert.equal(brand?.status, 'evaluated');
      return brand.alerts.map(({ kind }) => kind);
    };
    const evaluated = async (daysAgo: number) => {
      const at = NOW - daysAgo * DAY_MS;
      await insertEvaluation(store.main, { brandId: 1, day: dayOf(at), evaluatedAt: at });
    };
    const dropTold = async (daysAgo: number, engine: string) => {
      const alert = { publicId: `alr_${engine}`, marketId: 1, kind: 'visibility_drop' as const };
      const told = {
        title: 'A drop',
        detail: 'A drop.',
        facts: { engine },
        createdAt: NOW - daysAgo * DAY_MS,
      };
      await insertAlerts(store.main, 1, [{ ...alert, ...told, id: 999_999 }]);
    };
    return { store, pipeline, alertsOn, evaluated, dropTold };
  }

  test("describes both quarters in words and counts, and links to each one's answers", async () => {
    const { store, pipeline, alertsOn } = await world();
    assert.deepEqual(await alertsOn(0), ['visibility_drift']);
    const [alert] = await listAlerts(store.main, 1, { limit: 10, marketId: 1 });
    assert.ok(alert);
    assert.equal(
      alert.title,
      'ChatGPT (API) slowly names Acme more often: 40.0% in 90 days, 25.0% in the 90 before',
    );
    assert.match(
      alert.detail,
      /named Acme in 90 of 360 answers \(25\.0%\) from May 24 to August 21 and in 144 of 360 \(40\.0%\) from August 22 to November 19: a slow rise of 15\.0 points \(5\.2 to 24\.4\)\. This counts only answers to the 4 questions asked in both/,
    );
    const { current, change } = alert.facts as Record<'current' | 'change', Record<string, unknown>>;
    assert.deepEqual([current.present, current.responses, current.rate], [144, 360, 0.4]);
    assert.equal(current.until, '2026-11-19T23:59:59.999Z');
    assert.equal(change.points, 15);
    const api = apiOn(store);
    const { key } = await pipeline.createKey();
    for (const [side, count] of [
      ['current', 144],
      ['baseline', 90],
    ] as const) {
      const query = `alert=${alert.publicId}&side=${side}&figure=present&limit=200`;
      const { status, body } = await api.get(`/answers?${query}`, key);
      assert.equal(status, 200);
      assert.equal(body.data.length, count, side);
    }
  });

  test('describes a fall as a fall', async () => {
    const { store, alertsOn } = await world({ rises: false });
    assert.deepEqual(await alertsOn(0), ['visibility_drift']);
    const [alert] = await listAlerts(store.main, 1, { limit: 10, marketId: 1 });
    assert.match(alert?.title ?? '', /slowly names Acme less often: 25\.0% .*, 40\.0%/);
    assert.match(alert?.detail ?? '', /a slow fall of 15\.0 points \(5\.2 to 24\.4\)/);
  });

  test("is checked only on a month's first evaluated day", async () => {
    const first = await world();
    await first.evaluated(20); // October 31
    assert.deepEqual(await first.alertsOn(0), ['visibility_drift']);
    const later = await world();
    await later.evaluated(19); // November 1
    assert.deepEqual(await later.alertsOn(0), []);
  });

  test('is not raised again in the same direction within 90 days', async () => {
    const again = await world({ turns: 110 });
    assert.deepEqual(await again.alertsOn(30), ['visibility_drift']);
    assert.deepEqual(await again.alertsOn(0), []);
    // Without the first one, the second evaluation does raise it.
    const late = await world({ turns: 110 });
    assert.deepEqual(await late.alertsOn(0), ['visibility_drift']);
  });

  test('is not raised where an alert covered a change in either quarter on the same engine', async () => {
    const known = await world();
    await known.dropTold(150, 'chatgpt');
    assert.deepEqual(await known.alertsOn(0), []);
    for (const [daysAgo, engine] of [
      [182, 'chatgpt'],
      [150, 'claude'],
    ] as const) {
      const other = await world();
      await other.dropTold(daysAgo, engine);
      assert.deepEqual(await other.alertsOn(0), ['visibility_drift'], engine);
    }
  });

  test("is not raised for a change below the organization's points", async () => {
    const high = await world({ organization: { alerts: { min_delta_points: 16 } } });
    assert.deepEqual(await high.alertsOn(0), []);
    const exact = await world({ organization: { alerts: { min_delta_points: 15 } } });
    assert.deepEqual(await exact.alertsOn(0), ['visibility_drift']);
  });

  test('is not raised where the kind is off, nor on a silent engine', async () => {
    const unwanted = await world({ organization: { alerts: { kinds: ['visibility_drop'] } } });
    assert.deepEqual(await unwanted.alertsOn(0), []);
    const wanted = await world({ organization: { alerts: { kinds: ['visibility_drift'] } } });
    assert.deepEqual(await wanted.alertsOn(-8), []);
  });
});
