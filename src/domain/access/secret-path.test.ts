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
  [`/share%2Fsl_share_${SECRET}`, '/share/[redacted]'],
  [`/unsubscribe%2Fend_a_${SECRET}`, '/unsubscribe/[redacted]'],
  [`/unsubscribe%2fend_a_${SECRET}/x`, '/unsubscribe/[redacted]'],
  [`%2Funsubscribe/end_a_${SECRET}`, '/unsubscribe/[redacted]'],
  [`/unsubscribe%252Fend_a_${SECRET}`, '/unsubscribe/[redacted]'],
  [`/unsubscribe%2525252Fend_a_${SECRET}`, '/unsubscribe/[redacted]'],
  [`/unsubscribe%%32%46end_a_${SECRET}`, '/unsubscribe/[redacted]'],
  [`/%2575nsubscribe/end_a_${SECRET}`, '/unsubscribe/[redacted]'],
  [`/unsubscribe%5Cend_a_${SECRET}`, '/unsubscribe/[redacted]'],
  [`/unsubscribe\\end_a_${SECRET}`, '/unsubscribe/[redacted]'],
  [`/unsubscribe//end_a_${SECRET}`, '/unsubscribe/[redacted]'],
  [`/unsubscribe/./end_a_${SECRET}`, '/unsubscribe/[redacted]'],
  [`/unsubscribe/x/%2e%2e/end_a_${SECRET}`, '/unsubscribe/[redacted]'],
  [`/x/../unsubscribe/end_a_${SECRET}`, '/unsubscribe/[redacted]'],
  [`/unsubscribe%20/end_a_${SECRET}`, '/unsubscribe/[redacted]'],
  [`/share/%2F${SECRET}`, '/share/[redacted]'],
  ['/share%2F', '/share%2F'],
  [`/brands/x/answers/sl_link_${SECRET}`, '/brands/x/answers/sl_link_[redacted]'],
  ['/brands/x/setup/delete', '/brands/x/setup/delete'],
  ['/brands/caf%C3%A9/%ff%0a', '/brands/caf%C3%A9/%ff%0a'],
] as const) {
  test(`logs ${path.replaceAll(SECRET, '…')} as ${logged}`, () => assert.equal(loggablePath(path), logged));
}
