import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findModelSwitch } from './model-switch.ts';

const served = (model: string | null, first: number, last: number) => ({ model, first, last });

for (const [what, models, found] of [
  ['one model alone took over from nobody', [served('a', 1, 30)], null],
  [
    'the next one took over, also on a day that both answered',
    [served('a', 1, 10), served('b', 10, 30)],
    'b',
  ],
  ['none took over where both answered side by side', [served('a', 1, 11), served('b', 10, 30)], null],
  ['the last of two switches', [served('a', 1, 9), served('b', 10, 19), served('c', 20, 30)], 'c'],
  [
    'two that took over together, and then answered side by side',
    [served('a', 1, 9), served('b', 10, 30), served('c', 12, 30)],
    'b',
  ],
  ['two from the first day on', [served('a', 1, 30), served('b', 1, 30)], null],
  ['a model that is not known is one too', [served(null, 1, 9), served('b', 10, 30)], 'b'],
] as const) {
  test(what, () => assert.equal(findModelSwitch(models)?.model ?? null, found));
}
