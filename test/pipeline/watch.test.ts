import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { AlertKind, Gate } from '../../src/domain/alerts/alert-rules.ts';
import { addEvent } from '../../src/pipeline/declare/events.ts';
import { type WatchedBrand, watch } from '../../src/pipeline/watch/watch.ts';
import { historyLines, type Said } from '../support/history.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { CHATGPT_ONLY as BRAND, severalBrands } from '../support/watching.ts';
import { acmeFile, DAY_MS, iso, NOW, pipelineOn, random, setUp } from '../support/world.ts';

interface Scene {
  readonly store: TestStore;
  readonly pipeline: ReturnType<typeof pipelineOn>;
}

async function sceneOn(
  store: TestStore,
  lines: readonly object[],
  organization: object = {},
  brand: object = BRAND,
): Promise<Scene> {
  const pipeline = pipelineOn(store);
  await pipeline.apply(acmeFile([brand], organization));
  const { bad_lines } = await pipeline.importLines(lines);
  assert.equal(bad_lines, 0);
  return { store, pipeline };
}

/** Evaluates these days before today. The third evaluation in a row that shows a change raises its alert. */
async function watchDays({ pipeline }: Scene, ...days: readonly number[]): Promise<WatchedBrand[]> {
  const watched: WatchedBrand[] = [];
  for (const day of days) watched.push(...(await pipeline.watch({ at: NOW - day * DAY_MS })));
  return watched;
}

async function comparisonsOf({ store }: Scene, daysAgo = 0) {
  const rows = await store.main
    .selectFrom('comparisons')
    .selectAll()
    .where('evaluated_at', '=', NOW - daysAgo * DAY_MS)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ found, ...row }) => ({ ...row, ...JSON.parse(found) }));
}

async function gateOf(scene: Scene, kind: AlertKind, daysAgo = 0): Promise<Gate | null> {
  const rows = (await comparisonsOf(scene, daysAgo)).filter((row) => row.kind === kind);
  assert.equal(rows.length, 1, `one comparison of ${kind}`);
  return (rows[0]?.gate ?? null) as Gate | null;
}

async function alertsOf({ store }: Scene) {
  const rows = await store.main
    .selectFrom('alerts')
    .select(['kind', 'title', 'detail', 'facts', 'created_at', 'public_id'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) }));
}

/** The first `now` of ten prompts name Acme in the last 7 days, the first `before` in the 28 before. */
const named = (now: number, before: number) => (day: number, prompt: number) => ({
  acme: prompt < (day < 7 ? now : before),
});

onReusedStore('looking for changes', (fresh) => {
  describe('a planted drop', () => {
    const drop = () => historyLines({ from: 44, to: 0, say: named(2, 6) });
    const DAYS = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
    let scene: Scene;
    let watched: readonly WatchedBrand[];

    before(async () => {
      scene = await sceneOn(await fresh(), drop());
      watched = await watchDays(scene, ...DAYS);
    });

    test('is reported once, on the third evaluation that shows it, with its numbers', async () => {
      const raised = watched.flatMap(({ alerts }, index) => alerts.map(({ kind }) => `${9 - index} ${kind}`));
      // With 40 points and 10 answers a day, the fourth day passes the gates, and the sixth is the third such day.
      assert.deepEqual(raised, ['2 visibility_drop']);
      const [alert, ...others] = await alertsOf(scene);
      assert.deepEqual(others, []);
      assert.ok(alert);
      assert.match(alert.public_id, /^alr_[0-9A-Za-z]{12}$/);
      assert.equal(alert.created_at, NOW - 2 * DAY_MS);
      assert.equal(
        alert.title,
        'ChatGPT (API) names Acme less often: 31.4% in the 7 days to Nov 18, 60.0% before',
      );
      assert.equal(
        alert.detail,
        'ChatGPT (API) named Acme in 22 of 70 answers (31.4%) in the 7 days to 2026-11-18 13:37 UTC, and in 168 of ' +
          '280 (60.0%) in the 28 days before. The change of -28.6 points is larger than its margin of error: its 95% ' +
          'interval, -39.7 to -15.6 points, excludes zero. This counts only answers to the 10 questions asked in both ' +
          'windows. The change held on 3 evaluations in a row. It most likely began on 2026-11-14. Its largest parts: ' +
          '-7.1, -7.1, and -7.1 points in three questions.',
      );
      const { terms, ...facts } = alert.facts;
      assert.deepEqual(facts, {
        engine: 'chatgpt',
        engine_name: 'ChatGPT (API)',
        brand: 'Acme',
        competitor: null,
        current: {
          after: iso(NOW - 9 * DAY_MS),
          until: iso(NOW - 2 * DAY_MS),
          present: 22,
          responses: 70,
          rate: 0.314,
          min_sample: 5,
          interval: { lower: 0.218, upper: 0.43 },
          responses_to_all_prompts: 70,
          design_effect: 1,
        },
        baseline: {
          after: iso(NOW - 37 * DAY_MS),
          until: iso(NOW - 9 * DAY_MS),
          present: 168,
          responses: 280,
          rate: 0.6,
          min_sample: 5,
          interval: { lower: 0.542, upper: 0.656 },
          responses_to_all_prompts: 280,
          design_effect: 1,
        },
        shared_prompts: 10,
        change: { points: -28.57, lower: -39.73, upper: -15.59 },
        change_with_same_mix: { points: -28.57, lower: -39.73, upper: -15.59 },
        method: 'Newcombe hybrid score interval (method 10), 95%',
        held_on_evaluations: 3,
        min_delta_points: 10,
        min_sample_each_side: 30,
        noise_floor_points: null,
        coincides_with: null,
        likely_days: { from: '2026-11-14', until: '2026-11-14', events: [] },
      });
      assert.deepEqual(
        terms.map((each: { term: string; question: { text: string }; points: number }) => [
          each.term,
          each.question.text,
          each.points,
        ]),
        [2, 3, 4].map((prompt) => ['rate', `prompt ${prompt}`, -7.14]),
      );
    });

    test('lists other events on its likely first days, without the words of notes', async () => {
      const slow = historyLines({
        from: 44,
        to: 0,
        say: (day, prompt) => ({ acme: prompt < (day < 6 ? 2 : day < 8 ? 4 : 6) && (day + prompt) % 7 > 0 }),
      });
      const slowly = await sceneOn(await fresh(), slow);
      const deps = { db: slowly.store.main, now: () => NOW, random, actor: 'usr_test' };
      for (const day of ['2026-11-11', '2026-11-13', '2026-11-14', '2026-11-16']) {
        await addEvent(deps, 'acme', { day, kind: 'page', text: `noted on ${day}` });
      }
      await watchDays(slowly, 4, 3, 2);
      const [alert] = await alertsOf(slowly);
      const { from, until, events } = alert?.facts.likely_days ?? {};
      assert.deepEqual([from, until], ['2026-11-12', '2026-11-15']);
      assert.deepEqual(
        pluck(events, 'day', 'kind', 'text'),
        ['2026-11-14', '2026-11-13'].map((day) => [day, 'page', `noted on ${day}`]),
      );
      assert.ok(
        alert?.detail.includes(
          ' It most likely began between 2026-11-12 and 2026-11-15. In these days: a page on 2026-11-13, a page on 2026-11-14.',
        ),
        alert?.detail,
      );
    });

    test('stays reported: the days after it point to the alert, against the frozen baseline', async () => {
      const [alert] = await alertsOf(scene);
      const [row] = (await comparisonsOf(scene)).filter(({ kind }) => kind === 'visibility_drop');
      assert.equal(row?.gate, 'episode_open');
      assert.equal(row?.alert, alert?.public_id);
      assert.equal(row?.windows.baseline.to, NOW - 9 * DAY_MS + 1);
      assert.deepEqual([row?.current.events, row?.current.trials], [14, 70]);
    });

    test('replayed in another store gives the same alerts and comparisons', async () => {
      const other = await sceneOn(await fresh(), drop());
      await watchDays(other, ...DAYS);
      const plain = async (each: Scene) => ({
        alerts: (await alertsOf(each)).map(({ public_id: _, ...alert }) => alert),
        comparisons: (
          await each.store.main.selectFrom('comparisons').selectAll().orderBy('id').execute()
        ).map(({ public_id: _, alert, ...row }) => ({ ...row, told: alert !== null })),
      });
      assert.deepEqual(await plain(scene), await plain(other));
    });

    test('evaluated again the same day, or an earlier one, changes nothing', async () => {
      const before = [await alertsOf(scene), await comparisonsOf(scene)];
      const again = await scene.pipeline.watch({ at: NOW + 1000 });
      assert.deepEqual(again, [{ brand: 'acme', status: 'done_before', comparisons: 0, alerts: [] }]);
      const [earlier] = await watchDays(scene, 4);
      assert.equal(earlier?.status, 'later_day_done');
      assert.deepEqual([await alertsOf(scene), await comparisonsOf(scene)], before);
    });

    test('is never withdrawn by a replay', async () => {
      const [again] = await scene.pipeline.watch({ at: NOW - 5 * DAY_MS, replay: true });
      assert.equal(again?.status, 'alerts_told');
      assert.equal((await alertsOf(scene)).length, 1);
      assert.equal((await comparisonsOf(scene)).length, 6);
    });

    test('interrupted in the middle of a brand stores nothing of it', async () => {
      const interrupted = await sceneOn(await fresh(), drop());
      await watchDays(interrupted, 4, 3);
      let ids = 0;
      const random = () => {
        ids += 1;
        if (ids > 3) throw new Error('killed');
        return new Uint8Array(32).fill(ids);
      };
      const deps = { db: interrupted.store.main, now: () => NOW, random };
      await assert.rejects(watch(deps, { at: NOW - 2 * DAY_MS }), /killed/);
      assert.deepEqual(await comparisonsOf(interrupted, 2), []);
      const [resumed] = await watchDays(interrupted, 2);
      assert.equal(resumed?.alerts.length, 1);
    });
  });

  test('interrupted between brands, an evaluation is finished by the next and evaluates nothing twice', async () => {
    const { pipeline, assertEvaluatedOnce } = await severalBrands(await fresh(), 3);
    const onProgress = () => {
      throw new Error('killed');
    };
    await assert.rejects(pipeline.watch({ at: NOW, onProgress }), /killed/);
    const statuses = (await pipeline.watch({ at: NOW })).map(({ status }) => status);
    assert.deepEqual(statuses, ['done_before', 'evaluated', 'evaluated']);
    await assertEvaluatedOnce();
  });

  test('a return to the earlier level is not a rise, and going above it is', async () => {
    const shares = (day: number) => (day > 37 ? 6 : day > 17 ? 2 : 6);
    const lines = historyLines({ from: 67, to: 0, say: (day, prompt) => ({ acme: prompt < shares(day) }) });
    const scene = await sceneOn(await fresh(), lines);
    await watchDays(scene, 32, 31, 30, 20, 13, 12, 11, 10, 2, 1, 0);
    assert.deepEqual(pluck(await alertsOf(scene), 'kind'), ['visibility_drop']);
  });

  test('reports a blackout as such, and not the drop on its engine', async () => {
    const lines = historyLines({
      from: 37,
      to: 0,
      say: (day, prompt) => ({ acme: day > 9 && prompt < 2, bolt: true }),
    });
    const scene = await sceneOn(await fresh(), lines);
    await watchDays(scene, 2, 1, 0);
    const alerts = await alertsOf(scene);
    assert.ok(alerts.map(({ kind }) => kind).includes('engine_blackout'));
    assert.equal(await gateOf(scene, 'visibility_drop'), 'episode_open');
    const blackout = alerts.find(({ kind }) => kind === 'engine_blackout');
    assert.match(
      blackout?.title ?? '',
      /^ChatGPT \(API\) no longer names Acme: 0\.0% in the 7 days to Nov 20, 17\.9% before$/,
    );
  });

  describe('a share that goes up and down by itself', () => {
    const waves = (day: number, prompt: number) => ({ acme: prompt < (day % 28 < 14 ? 4 : 8) });
    const watched = async (
      from: number,
      say: (day: number, prompt: number) => Said | null = waves,
      days = [2, 1, 0],
    ) => {
      const scene = await sceneOn(await fresh(), historyLines({ from, to: 0, say }));
      await watchDays(scene, ...days);
      const rows = await scene.store.main
        .selectFrom('comparisons')
        .select(['gate', 'kind', 'found'])
        .where('kind', 'in', ['visibility_drop', 'visibility_rise'])
        .execute();
      const held = rows.map(({ found, ...row }) => ({ ...row, noiseFloor: JSON.parse(found).noiseFloor }));
      return { scene, rows: held, alerts: await alertsOf(scene) };
    };

    test("is no finding within the quarter's noise, and is one without a quarter", async () => {
      const known = await watched(120);
      assert.deepEqual(known.alerts, []);
      const held = known.rows.filter(({ gate }) => gate === 'below_noise_floor');
      assert.ok(held.length >= 3);
      for (const { noiseFloor } of held) assert.ok(noiseFloor > 20, `${noiseFloor}`);
      const unknown = await watched(60);
      const listed = unknown.alerts.map(({ kind, facts }) => [kind, facts.noise_floor_points]);
      assert.deepEqual(listed, [['visibility_drop', null]]);
    });

    test('and had another panel in that quarter, is a finding', async () => {
      const added = await watched(120, (day, prompt) =>
        prompt === 9 && day > 90 ? null : waves(day, prompt),
      );
      assert.deepEqual(pluck(added.alerts, 'kind'), ['visibility_drop']);
    });

    test('raises larger changes, and states the noise', async () => {
      const lost = (day: number, prompt: number) => (day < 9 ? { acme: false } : waves(day, prompt));
      const { alerts, rows } = await watched(120, lost, [5, 4, 3]);
      const drop = alerts.find(({ kind }) => kind === 'visibility_drop');
      const floor = drop?.facts.noise_floor_points;
      assert.ok(floor > 20 && floor < 50, `${floor}`);
      assert.ok(
        drop?.detail.includes(
          ` With nothing happening, this share stays within ${floor.toFixed(1)} points in 95 of 100 quarters like the one before.`,
        ),
        drop?.detail,
      );
      assert.ok(rows.some(({ gate, noiseFloor }) => gate === null && noiseFloor === floor));
    });
  });

  describe('each gate, at its edge', () => {
    /** Answers to a prompt one day and ten days ago; the first of each name Acme. */
    const counts = (now: [number, number], before: [number, number]) => [
      ...sameDay(1, ...now),
      ...sameDay(10, ...before),
    ];
    const sameDay = (
      daysAgo: number,
      events: number,
      trials: number,
      prompt = 0,
      say?: (isEvent: boolean) => Said,
    ) =>
      Array.from({ length: trials }, (_, index) => {
        const said = say ?? ((isEvent: boolean) => ({ acme: isEvent }));
        const [first] = historyLines({
          from: daysAgo,
          to: daysAgo,
          prompts: prompt + 1,
          say: (_day, each) => (each === prompt ? said(index < events) : null),
        });
        return { ...first, external_id: `${daysAgo} ${prompt} ${index}` };
      });

    const cases: readonly (readonly [string, readonly object[], AlertKind, Gate])[] = [
      ['29 answers now', counts([0, 29], [60, 120]), 'visibility_drop', 'too_few_answers'],
      ['30 answers now', counts([0, 30], [60, 120]), 'visibility_drop', 'not_persistent'],
      ['29 answers before', counts([30, 30], [0, 29]), 'visibility_rise', 'too_few_answers'],
      ['30 answers before', counts([30, 30], [0, 30]), 'visibility_rise', 'not_persistent'],
      ['10 points', counts([144, 240], [240, 480]), 'visibility_rise', 'not_persistent'],
      ['a little less', counts([143, 240], [240, 480]), 'visibility_rise', 'below_min_delta'],
      ['an interval from just above zero', counts([12, 30], [27, 120]), 'visibility_rise', 'not_persistent'],
      ['an interval from just below zero', counts([11, 30], [64, 120]), 'visibility_drop', 'within_noise'],
      [
        'a prompt that is not in both windows',
        [...counts([0, 29], [60, 120]), ...sameDay(1, 0, 10, 1)],
        'visibility_drop',
        'too_few_shared_prompts',
      ],
      ['fewer than half of the answers', counts([0, 30], [120, 241]), 'visibility_drop', 'outage'],
      ['half of the answers', counts([0, 30], [120, 240]), 'visibility_drop', 'not_persistent'],
      ['one answer that names it', counts([1, 30], [60, 120]), 'engine_blackout', 'condition_not_met'],
      ['none', counts([0, 30], [60, 120]), 'engine_blackout', 'not_persistent'],
      [
        'cited without a name',
        [
          ...sameDay(1, 15, 30, 0, (isEvent) => ({ cited: isEvent })),
          ...sameDay(10, 30, 120, 0, (isEvent) => ({ cited: true, acme: isEvent || true })),
        ],
        'cited_not_named',
        'not_persistent',
      ],
      [
        'framing is counted where it could be judged',
        [
          ...sameDay(1, 15, 30, 0, (isEvent) => ({ acme: true, framing: isEvent ? 'negative' : 'neutral' })),
          ...sameDay(2, 0, 70, 0, () => ({ acme: true, framing: null })),
          ...sameDay(10, 3, 120, 0, (isEvent) => ({ acme: true, framing: isEvent ? 'negative' : 'neutral' })),
        ],
        'negative_framing',
        'not_persistent',
      ],
      [
        'a competitor ahead in exactly half',
        [
          ...sameDay(1, 30, 60, 0, (isEvent) => ({ bolt: isEvent, acme: !isEvent })),
          ...sameDay(10, 20, 120, 0, (isEvent) => ({ bolt: isEvent, acme: !isEvent })),
        ],
        'competitor_overtook',
        'condition_not_met',
      ],
      [
        'a competitor ahead in more than half, by list position',
        [
          ...sameDay(1, 31, 60, 0, (isEvent) => ({
            bolt: true,
            acme: true,
            boltRank: isEvent ? 1 : 3,
            acmeRank: 2,
          })),
          ...sameDay(10, 20, 120, 0, (isEvent) => ({ bolt: isEvent, acme: !isEvent })),
        ],
        'competitor_overtook',
        'not_persistent',
      ],
    ];

    // An organization each, evaluated together.
    const idOf = (index: number) => `case-${index}`;
    let gates: readonly { readonly brand: string; readonly kind: string; readonly gate: string | null }[] =
      [];
    before(async () => {
      const organizations = cases.map((_, index) => ({
        name: idOf(index),
        plan: { name: 'growth', status: 'active' },
        brands: [{ ...BRAND, id: idOf(index) }],
      }));
      const { store, importLines, watch } = await setUp(fresh, { organizations });
      const { bad_lines } = await importLines(
        cases.flatMap(([, lines], index) => lines.map((each) => ({ ...each, brand: idOf(index) }))),
      );
      assert.equal(bad_lines, 0);
      await watch({ at: NOW });
      gates = await store.main
        .selectFrom('comparisons as c')
        .innerJoin('brands as b', 'b.id', 'c.brand_id')
        .select(['b.public_id as brand', 'c.kind', 'c.gate'])
        .execute();
    });

    for (const [index, [what, , kind, gate]] of cases.entries()) {
      test(`${kind}, ${what}: ${gate}`, () => {
        const found = gates.filter((row) => row.brand === idOf(index) && row.kind === kind);
        assert.deepEqual(pluck(found, 'gate'), [gate]);
      });
    }

    test('failed collections are in no denominator, empty answers in every one', async () => {
      const failed = sameDay(1, 0, 50).map((each) => ({
        ...each,
        external_id: `failed ${each.external_id}`,
        outcome: 'error',
        answer: undefined,
        mentions: undefined,
      }));
      const scene = await sceneOn(await fresh(), [...counts([0, 29], [60, 120]), ...failed]);
      await watchDays(scene, 0);
      const [row] = await comparisonsOf(scene);
      assert.deepEqual([row?.current.trials, row?.gate], [29, 'too_few_answers']);
    });

    test('equal or missing list positions put nobody ahead', async () => {
      const scene = await sceneOn(await fresh(), [
        ...sameDay(1, 0, 30, 0, () => ({ bolt: true, acme: true, boltRank: 2, acmeRank: 2 })),
        ...sameDay(10, 0, 40, 0, () => ({ bolt: true, acme: true, boltRank: 1 })),
      ]);
      await watchDays(scene, 0);
      const [row] = (await comparisonsOf(scene)).filter(({ kind }) => kind === 'competitor_overtook');
      assert.deepEqual([row?.current.events, row?.current.trials], [0, 30]);
      assert.deepEqual([row?.baseline.events, row?.baseline.trials], [0, 40]);
    });

    test('the windows are exact to the millisecond', async () => {
      const at = (ms: number, name: string) => ({
        ...sameDay(1, 1, 1)[0],
        collected_at: iso(NOW - ms),
        external_id: name,
      });
      const scene = await sceneOn(await fresh(), [
        at(0, 'newest of the current'),
        at(7 * DAY_MS - 1, 'oldest of the current'),
        at(7 * DAY_MS, 'newest of the baseline'),
        at(35 * DAY_MS - 1, 'oldest of the baseline'),
        at(35 * DAY_MS, 'too old'),
      ]);
      await watchDays(scene, 0);
      const [row] = await comparisonsOf(scene);
      assert.deepEqual([row?.current.trials, row?.baseline.trials], [2, 2]);
    });
  });

  test('reports an overtaking competitor with both visibilities', async () => {
    const lines = historyLines({
      from: 37,
      to: 0,
      say: (day, prompt) =>
        day < 9 ? { bolt: prompt < 7, acme: prompt > 7 } : { bolt: prompt < 2, acme: prompt > 1 },
    });
    const scene = await sceneOn(await fresh(), lines, { alerts: { kinds: ['competitor_overtook'] } });
    await watchDays(scene, 2, 1, 0);
    const [alert, ...others] = await alertsOf(scene);
    assert.deepEqual([others, alert?.kind], [[], 'competitor_overtook']);
    assert.match(
      alert?.title ?? '',
      /^ChatGPT \(API\) ranks Bolt above Acme in answers that name either: 77\.8% in the 7 days to Nov 20, 23\.7% before$/,
    );
    assert.match(alert?.detail ?? '', /In the same 7 days Bolt was named in \d+ of 70 answers/);
    assert.equal(alert?.facts.competitor, 'Bolt');
    assert.equal(alert?.facts.current_visibility.competitor.responses, 70);
  });

  test('reports cited but not named with the share among the citing answers', async () => {
    const lines = historyLines({
      from: 37,
      to: 0,
      say: (day, prompt) => ({ cited: prompt < 5, acme: day < 9 ? prompt >= 5 : prompt < 5 }),
    });
    const scene = await sceneOn(await fresh(), lines, { alerts: { kinds: ['cited_not_named'] } });
    await watchDays(scene, 2, 1, 0);
    const [alert] = await alertsOf(scene);
    assert.equal(alert?.kind, 'cited_not_named');
    assert.match(
      alert?.detail ?? '',
      /Among answers that cited pages of Acme, \d+ of 35 \(\d+\.\d%\) did not name it, compared with/,
    );
    assert.equal(alert?.facts.among_answers_citing_it.baseline.responses, 140);
  });

  test('an unevenly asked panel is no change in the engine', async () => {
    // Prompt 0's answers always name Acme, the five others' never; those began three days before the baseline's end.
    const lines = historyLines({
      from: 40,
      to: 0,
      prompts: 6,
      say: (day, prompt) => (prompt > 0 && day > 9 ? null : { acme: prompt === 0 }),
    });
    const scene = await sceneOn(await fresh(), lines);
    await watchDays(scene, 2, 1, 0);
    assert.deepEqual(await alertsOf(scene), []);
    const [row] = (await comparisonsOf(scene)).filter(({ kind }) => kind === 'visibility_drop');
    assert.ok((row?.difference?.upper ?? 0) < -0.1, 'the plain counts alone would show a drop');
    assert.equal(row?.gate, 'below_min_delta');
  });

  test('compares nothing if alerts are off, and otherwise only the configured kinds', async () => {
    const lines = historyLines({ from: 40, to: 0, say: named(2, 6) });
    const off = await sceneOn(await fresh(), lines, { alerts: { enabled: false } });
    assert.deepEqual((await watchDays(off, 0))[0]?.status, 'alerts_off');
    assert.deepEqual(await comparisonsOf(off), []);
    const some = await sceneOn(await fresh(), lines, { alerts: { kinds: ['visibility_rise'] } });
    await watchDays(some, 2, 1, 0);
    assert.deepEqual(pluck(await comparisonsOf(some), 'kind'), ['visibility_rise']);
    assert.deepEqual(await alertsOf(some), []);
  });

  test("the organization's own thresholds hold", async () => {
    const lines = historyLines({ from: 40, to: 0, say: named(2, 6) });
    const scene = await sceneOn(await fresh(), lines, {
      alerts: { min_delta_points: 41, min_sample_each_side: 70 },
    });
    await watchDays(scene, 0);
    const [row] = (await comparisonsOf(scene)).filter(({ kind }) => kind === 'visibility_drop');
    assert.deepEqual([row?.gate, row?.minDeltaPoints, row?.minSampleEachSide], ['below_min_delta', 41, 70]);
  });

  test('an asked engine that never answered has comparisons, and one that fell silent has an outage', async () => {
    const lines = historyLines({ from: 40, to: 10, engine: 'gemini', say: named(2, 6) });
    const more = historyLines({ from: 40, to: 0, say: named(6, 6) });
    const brand = { ...BRAND, engines: ['chatgpt', 'claude', 'gemini'] };
    const scene = await sceneOn(await fresh(), [...lines, ...more], {}, brand);
    await watchDays(scene, 0);
    const rows = await comparisonsOf(scene);
    const gatesOf = (slug: string) => [
      ...new Set(rows.filter(({ engine }) => engine === slug).map(({ gate }) => gate)),
    ];
    assert.deepEqual([...new Set(rows.map(({ engine }) => engine))], ['chatgpt', 'claude', 'gemini']);
    assert.deepEqual([gatesOf('claude'), gatesOf('gemini')], [['too_few_answers'], ['outage']]);
    const [silent] = rows.filter(({ engine }) => engine === 'claude');
    assert.deepEqual([silent?.current.trials, silent?.difference], [0, null]);
  });

  test('an outage in the middle of an episode does not make its change new, nor its end a rise', async () => {
    const shares = (day: number) => (day > 40 || day < 14 ? 6 : 1);
    const lines = historyLines({
      from: 71,
      to: 0,
      say: (day, prompt) => (day < 32 && day > 22 ? { failed: true } : { acme: prompt < shares(day) }),
    });
    const scene = await sceneOn(await fresh(), lines);
    await watchDays(scene, 36, 35, 34, 27, 26, 25, 20, 19, 18, 9, 8, 7, 2, 1, 0);
    assert.deepEqual(pluck(await alertsOf(scene), 'kind'), ['visibility_drop']);
  });

  test('a kind or a competitor that is away for a day does not make a change new', async () => {
    // Without a text, the two changes of the brand leave nothing to read again.
    const lines = historyLines({
      from: 48,
      to: 0,
      say: (day, prompt) =>
        day < 20 ? { bolt: prompt < 7, acme: prompt > 7 } : { bolt: prompt < 2, acme: prompt > 1 },
    }).map((each) => ({ ...each, answer: null }));
    const scene = await sceneOn(await fresh(), lines);
    await watchDays(scene, 13, 12, 11);
    const told = (await alertsOf(scene)).map(({ kind }) => kind).sort();
    assert.ok(told.includes('competitor_overtook') && told.includes('visibility_drop'));
    await scene.pipeline.apply(
      acmeFile([{ ...BRAND, competitors: [] }], { alerts: { kinds: ['visibility_rise'] } }),
    );
    await watchDays(scene, 7);
    await scene.pipeline.apply(acmeFile([BRAND], { alerts: { kinds: 'all' } }));
    await watchDays(scene, 6, 5, 4);
    assert.deepEqual((await alertsOf(scene)).map(({ kind }) => kind).sort(), told);
  });

  test('history can be evaluated again from a day on if no alert was raised since', async () => {
    const lines = historyLines({ from: 10, to: 0, prompts: 2, say: named(6, 6) });
    const scene = await sceneOn(await fresh(), lines);
    await watchDays(scene, 3, 2, 1, 0);
    const at = NOW - 2 * DAY_MS;
    const [again] = await scene.pipeline.watch({ at, replay: true });
    assert.equal(again?.status, 'evaluated');
    const days = await scene.store.main.selectFrom('comparisons').select('evaluated_at').distinct().execute();
    assert.deepEqual(days.map((row) => row.evaluated_at).sort(), [NOW - 3 * DAY_MS, at]);
  });

  test('silence is an outage for a brand without chosen engines, and not on an engine no longer asked', async () => {
    const lines = [
      ...historyLines({ from: 34, to: 8, engine: 'gemini', prompts: 5, say: named(2, 6) }),
      ...historyLines({ from: 34, to: 0, prompts: 5, say: named(6, 6) }),
    ];
    for (const [engines, gates] of [
      [[], ['outage']],
      [['chatgpt'], []],
    ] as const) {
      const scene = await sceneOn(await fresh(), lines, {}, { ...BRAND, engines });
      await watchDays(scene, 0);
      const rows = (await comparisonsOf(scene)).filter(({ engine }) => engine === 'gemini');
      assert.deepEqual([...new Set(rows.map(({ gate }) => gate))], gates);
    }
  });

  test('does not report a change twice that was reported before the day of a replay', async () => {
    const lines = historyLines({
      from: 44,
      to: 0,
      say: (day, prompt) => ({ acme: prompt < (day < 14 ? 2 : 6) }),
    });
    const scene = await sceneOn(await fresh(), lines);
    await watchDays(scene, 9, 8, 7, 4, 3);
    const told = await alertsOf(scene);
    assert.equal(told.length, 1);
    await scene.pipeline.watch({ at: NOW - 4 * DAY_MS, replay: true });
    await watchDays(scene, 3, 0);
    assert.deepEqual(await alertsOf(scene), told);
    const [drop] = (await comparisonsOf(scene)).filter(({ kind }) => kind === 'visibility_drop');
    assert.deepEqual(
      [drop?.gate, drop?.alert, drop?.baseline.events],
      ['episode_open', told[0]?.public_id, 168],
    );
  });

  test("an asked engine's silence is an outage, not a drop", async () => {
    const scene = await sceneOn(await fresh(), historyLines({ from: 36, to: 7, say: named(6, 6) }));
    await watchDays(scene, 2, 1, 0);
    assert.deepEqual([...new Set((await comparisonsOf(scene)).map(({ gate }) => gate))], ['outage']);
  });

  test('does not evaluate an unfinished or deleted brand, or one without answers in either window', async () => {
    const store = await fresh();
    const pipeline = pipelineOn(store);
    await pipeline.apply(
      acmeFile([BRAND, { ...BRAND, id: 'unfinished', name: 'Unfinished', configured: false }]),
    );
    const watched = await pipeline.watch({ at: NOW });
    assert.deepEqual(watched, [{ brand: 'acme', status: 'no_answers', comparisons: 0, alerts: [] }]);
    await assert.rejects(pipeline.watch({ at: NOW, brand: 'unfinished' }), { code: 'not_found' });
    assert.deepEqual(await store.main.selectFrom('evaluations').selectAll().execute(), []);
  });

  test('reads stored answers with the current names before comparing', async () => {
    const texts = historyLines({ from: 34, to: 0, prompts: 1, say: () => ({}) }).map((each, index) => ({
      ...each,
      mentions: undefined,
      answer: index < 28 === (index % 2 === 0) ? 'Try Apex for anvils.' : 'Nobody.',
    }));
    const scene = await sceneOn(await fresh(), texts);
    await scene.pipeline.apply(acmeFile([{ ...BRAND, aliases: ['Apex'] }]));
    await watchDays(scene, 0);
    const [row] = await comparisonsOf(scene);
    assert.deepEqual([row?.current.events, row?.baseline.events], [3, 14]);
  });
});
