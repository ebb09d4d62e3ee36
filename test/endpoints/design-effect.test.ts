import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { seeded } from '../../bench/data/random.ts';
import { wilson } from '../../src/domain/figures/proportion.ts';
import { why } from '../../src/reports/alerts/why.ts';
import { presence } from '../../src/reports/brands/presence.ts';
import { visibility } from '../../src/reports/brands/visibility.ts';
import { claim } from '../../src/reports/claims/claim.ts';
import { planner } from '../../src/reports/planner/planner.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { acmeFile, DAY_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const reportsOn = reportsAmong(claim, planner, presence, visibility, why);

const QUESTIONS = 12;
const SAMPLES = 3;

/**
 * ChatGPT repeats its daily answer to a question in each of three samples, or with a chance of `alike`;
 * Claude answers independently.
 *
 * @param rise how much more often the last 30 days name the brand than the days before
 */
function answers({ alike = 1, rise = 0, days = 30, engines = ['chatgpt', 'claude'] } = {}): object[] {
  const random = seeded(5);
  const lines: object[] = [];
  for (let question = 0; question < QUESTIONS; question += 1) {
    const usual = (question + 1) / (QUESTIONS + 2);
    for (let day = 0; day < days; day += 1) {
      const chance = day < 30 ? usual : usual - rise;
      const ofDay = random() < chance;
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        for (const engine of engines) {
          const isRepeated = engine === 'chatgpt' && (alike === 1 || random() < alike);
          const mentioned = isRepeated ? ofDay : random() < chance;
          lines.push(
            line({
              engine,
              prompt: `question ${question}`,
              external_id: `${lines.length}`,
              collected_at: iso(NOW - day * DAY_MS - 1000 * lines.length),
              mentions: [{ brand: 'Acme', mentioned }],
            }),
          );
        }
      }
    }
  }
  return lines;
}

onReusedStore('the design effect', (fresh) => {
  let store: TestStore;
  let key: string;

  before(async () => {
    store = await fresh();
    const { apply, createKey, importLines } = pipelineOn(store);
    await apply(acmeFile());
    await importLines(answers());
    ({ key } = await createKey());
  });

  const get = async (path: string) => (await reportsOn(store).get(path, key)).body;

  function assertWidened(row: Record<string, number> & { interval: object }) {
    const { present = 0, responses = 0, design_effect: effect = 0 } = row;
    const { lower, upper } = wilson({ events: present / effect, trials: responses / effect });
    const rounded = (value: number) => Math.round(value * 1000) / 1000;
    const { lower: low, upper: high } = row.interval as { lower: number; upper: number };
    assert.ok(Math.abs(low - rounded(lower)) <= 0.002 && Math.abs(high - rounded(upper)) <= 0.002);
  }

  test('is 3 for an engine that repeats an answer three times a day, and widens its interval; it is 1 for independent answers', async () => {
    const { data } = await get('/presence?days=30');
    const of = (engine: string) =>
      data.find((row: Record<string, unknown>) => row.engine === engine && row.brand === 'Acme');
    assert.equal(of('claude').design_effect, 1);
    assertWidened(of('claude'));
    assert.ok(Math.abs(of('chatgpt').design_effect - 3) < 0.3, `${of('chatgpt').design_effect}`);
    assertWidened(of('chatgpt'));
  });

  test('appears in the planner, for engines that repeat themselves', async () => {
    const { meta } = await get('/planner?days=28');
    assert.match(
      meta.note,
      /ChatGPT \(API\) repeats itself: [23](\.\d)? of its answers tell as much as one independent answer\./,
    );
    assert.doesNotMatch(meta.note, /Claude \(API\) repeats itself/);
  });

  test('of pooled engines lies between theirs', async () => {
    const { data } = await get('/visibility?days=30');
    const [acme] = data.brands;
    assert.ok(Math.abs(acme.design_effect - 2) < 0.3);
    assertWidened(acme);
  });

  test('of a figure is the same in every report and comparison', async () => {
    const changed = await fresh();
    const { apply, createKey, importLines } = pipelineOn(changed);
    await apply(acmeFile());
    await importLines(answers({ alike: 0.6, rise: 0.5, days: 60, engines: ['chatgpt'] }));
    const { key: other } = await createKey();
    const read = async (path: string) => {
      const { body, status, text } = await reportsOn(changed).get(path, other);
      assert.equal(status, 200, text);
      return body.data.find((row: Record<string, unknown>) => row.engine === 'chatgpt');
    };
    const why = await read('/why?days=30');
    const compared = await read('/presence?days=30&compare=previous');
    const sides = {
      now: [await read('/presence?days=30'), compared, why.now],
      before: [compared.compared, why.before],
    };
    const { from, until } = why.now;
    const claim = await read(`/claim?engine=chatgpt&from=${from}&until=${until}`);
    sides.now.push(
      claim.first,
      (await read(`/claim?direction=at_least&size=10&engine=chatgpt&from=${from}&until=${until}`)).first,
    );
    sides.before.push(claim.second);
    for (const [first, ...others] of Object.values(sides)) {
      const told = ({ present, responses, interval, design_effect }: Record<string, unknown>) => ({
        present,
        responses,
        interval,
        design_effect,
      });
      assert.ok(first.design_effect > 4, 'the change makes it larger');
      for (const each of others) assert.deepEqual(told(each), told(first));
    }
    const tooWide = sides.now[0].interval.upper - sides.before[0].interval.lower;
    assert.ok(
      why.upper < 100 * tooWide,
      'the difference is of answers that no pair across the edge makes repeats',
    );
  });
});
