import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readApplyFile } from './apply-file.ts';

const MB = 1024 * 1024;

/** Files that would take minutes without a limit. What they may take is in bench/. */
for (const [what, text, message] of [
  ['a text of the largest size', `organizations: [{ name: ${'x'.repeat(8 * MB - 100)} }]`, /200 characters/],
  // The library's pretty errors take more than a minute.
  ['a file broken at every character', '!a '.repeat(100_000), /at most one tag at line 1, column 4\.$/],
  ['too deep a list', '['.repeat(100_000), /nested too deeply/],
  [
    'too many fields',
    `{${Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join()}}`,
    /it has an object with too many fields\.$/,
  ],
] as const) {
  test(`refused whole: ${what}`, () =>
    assert.throws(() => readApplyFile(text), { code: 'invalid_file', message }));
}
