import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../../domain/time/period.ts';
import type { Visit } from '../../visit/visit.ts';
import { newestComparisons } from './newest-comparisons.ts';

const NOW = Date.parse('2026-11-20T13:37:00.000Z');

/** A brand's /comparisons with evaluations at these instants, two comparisons each. */
function reportsOf(evaluated: readonly number[]) {
  const asked: string[] = [];
  const report = async (_report: unknown, { days }: Readonly<Record<string, string>> = {}) => {
    asked.push(days ?? '');
    const rows = evaluated
      .filter((at) => NOW - at < Number(days) * DAY_MS)
      .flatMap((at) => ['chatgpt', 'claude'].map((engine) => ({ evaluated_at: at, engine })));
    const meta = { generated_at: '', brand: { id: '', name: '' }, note: '', next_cursor: null };
    return { data: rows, meta };
  };
  return { visit: { report } as unknown as Pick<Visit, 'report'>, asked };
}

test('with daily evaluations, does not read those before the last day', async () => {
  const evaluated = [NOW - DAY_MS / 2, NOW - (3 * DAY_MS) / 2];
  const { visit, asked } = reportsOf(evaluated);
  const { data } = await newestComparisons(visit, { days: '365' });
  assert.deepEqual(
    data.map(({ evaluated_at: at }) => at as unknown),
    [evaluated[0], evaluated[0]],
  );
  assert.deepEqual(asked, ['1']);
});

test('finds an older evaluation too, and returns none without one', async () => {
  const old = NOW - 30 * DAY_MS;
  for (const [evaluated, found] of [
    [[old, old - DAY_MS], 2],
    [[], 0],
  ] as const) {
    const { visit, asked } = reportsOf(evaluated);
    const { data } = await newestComparisons(visit, { days: '365' });
    assert.equal(data.length, found);
    assert.deepEqual(asked, ['1', '365']);
  }
});
