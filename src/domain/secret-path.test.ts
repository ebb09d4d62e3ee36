import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loggablePath } from './secret-path.ts';

const SECRET = 'a'.repeat(43);

for (const [path, logged] of [
  [`/share/sl_share_${SECRET}/sources`, '/share/[redacted]/sources'],
  ['/reset/typed-by-hand', '/reset/[redacted]'],
  [`/unsubscribe/end_abcdefghijkl_${'0'.repeat(40)}`, '/unsubscribe/[redacted]'],
  [`/%73hare/sl%5Fshare%5F${SECRET}`, '/share/[redacted]'],
  [`/SHARE/sl_share_${SECRET}`, '/SHARE/[redacted]'],
  [`//share/sl_share_${SECRET}`, '//share/[redacted]'],
  [`/share%2Fsl_share_${SECRET}`, '/share%2Fsl_share_[redacted]'],
  [`/brands/x/answers/sl_link_${SECRET}`, '/brands/x/answers/sl_link_[redacted]'],
  ['/brands/x/setup/file', '/brands/x/setup/file'],
  ['/brands/caf%C3%A9/%ff%0a', '/brands/caf%C3%A9/%ff%0a'],
] as const) {
  test(`${path.replaceAll(SECRET, '…')} is logged as ${logged}`, () => {
    assert.equal(loggablePath(path), logged);
  });
}
