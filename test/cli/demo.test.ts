import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { addDemoExtras } from '../../src/main/demo-extras.ts';
import { catchUp } from '../../src/pipeline/watch/schedule.ts';
import { findDifferences } from '../../src/storage/verify.ts';
import { apiOn } from '../support/api.ts';
import { isNightly } from '../support/effort.ts';
import { SAMPLE_SCHEDULE } from '../support/report-examples.ts';
import { sampleStore } from '../support/sample-store.ts';
import type { TestStore } from '../support/stores.ts';
import { DAY_MS, NOW, random } from '../support/world.ts';

let store: TestStore;
let remove: () => Promise<void>;

before(async () => {
  ({ store, remove } = await sampleStore());
});
after(() => remove());

test('demo has looked for changes as serve does, which goes on where it stopped', async () => {
  const deps = { db: store.main, now: () => NOW, random };
  const alerts = await store.main.selectFrom('alerts').select('public_id').execute();
  assert.ok(alerts.length > 0, 'the demo has an alert');
  const findings = await store.main
    .selectFrom('alerts')
    .select(['kind', sql<string>`facts ->> 'engine'`.as('engine')])
    .orderBy('id')
    .execute();
  const shown = findings.map(({ kind, engine }) => `${kind} ${engine}`);
  for (const each of [
    'visibility_drop chatgpt',
    'competitor_overtook perplexity',
    'cited_not_named gemini',
  ]) {
    assert.ok(shown.includes(each), each);
  }
  const evaluatedOn = async (now: number) => {
    const days = await catchUp(deps, SAMPLE_SCHEDULE, { now });
    return days.flatMap(({ brands }) => brands.filter(({ status }) => status === 'evaluated')).length;
  };
  assert.equal(await evaluatedOn(NOW), 0);
  assert.equal(await evaluatedOn(NOW + DAY_MS), 2);
  assert.deepEqual(await store.main.selectFrom('alerts').select('public_id').execute(), alerts);
});

test('demo has changes without an alert, for every reason that a healthy panel has', async () => {
  const rows = await store.main
    .selectFrom('comparisons')
    .select(['engine', 'gate'])
    .where('evaluated_at', '=', (eb) =>
      eb.selectFrom('comparisons').select(eb.fn.max('evaluated_at').as('at')),
    )
    .execute();
  const gates = new Set(rows.map(({ gate }) => gate));
  for (const gate of [
    'too_few_answers',
    'within_noise',
    'below_min_delta',
    'condition_not_met',
    'episode_open',
  ]) {
    assert.ok(gates.has(gate), gate);
  }
  const few = rows.filter(({ gate }) => gate === 'too_few_answers').map(({ engine }) => engine);
  for (const engine of ['google_ai_overview', 'grok']) assert.ok(few.includes(engine), engine);
});

test('demo frames as engines do: mostly neutral, some recommended, few negative', async () => {
  const framings = await store.main
    .selectFrom('mentions')
    .select(['framing', (eb) => eb.fn.countAll<number>().as('n')])
    .where('framing', 'is not', null)
    .groupBy('framing')
    .execute();
  const share = Object.fromEntries(framings.map(({ framing, n }) => [framing, n]));
  const { neutral = 0, recommended = 0, negative = 0 } = share;
  const all = neutral + recommended + negative;
  assert.ok(neutral > 0.6 * all && recommended > 0.12 * all, JSON.stringify(share));
  assert.ok(negative > 0.02 * all && negative < 0.1 * all, JSON.stringify(share));
});

// The documents' examples, which another test writes again, have some of each.
test('the demo alone adds ads, products, and facts of pages', { skip: !isNightly }, async (context) => {
  const demo = await sampleStore();
  context.after(demo.remove);
  const deps = { db: demo.store.main, now: () => NOW, random };
  await addDemoExtras(deps, fileURLToPath(new URL('../../samples', import.meta.url)));
  const { get } = apiOn(demo.store);
  const reported = async (report: string) => (await get(`/${report}?brand=tandemly`, demo.key)).body.data;
  const { cards } = await reported('cards');
  const ofKind = (kind: string) => cards.filter((row: { kind: string }) => row.kind === kind).length;
  assert.deepEqual([ofKind('ad'), ofKind('product')], [4, 4]);
  const pages = await reported('pages');
  const fetched = pages.filter(({ page_facts: facts }: { page_facts: unknown }) => facts !== null);
  assert.equal(fetched.length, 11);
  assert.deepEqual(await findDifferences(demo.store.main), []);
});
