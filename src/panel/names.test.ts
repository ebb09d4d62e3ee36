import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_ENGINES, PanelNames } from './names.ts';
import { engineIn, withEngine } from './scan.ts';

test('a brand has as many engines as a group tells apart, and is refused one more', () => {
  const { engines } = new PanelNames();
  const codes = engines.codesOf(Array.from({ length: MOST_ENGINES }, (_, index) => `engine-${index}`));
  assert.deepEqual(
    [...codes].map((code) => engineIn(withEngine(7, code))),
    [...codes],
  );
  assert.equal(engines.codeOf('engine-3'), 3, 'known ones are still numbered');
  assert.throws(() => engines.codeOf('another'), RangeError);
  assert.equal(engines.known('another'), undefined);
});
