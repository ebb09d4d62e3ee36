import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digitsOf, inFours, mintRecoveryCodes } from './recovery-codes.ts';
import { base32, stepOfCode, totpCode, totpStep, totpUri } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, SHA-1: seconds, and the last 6 of 8 digits.
for (const [seconds, code] of [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const) {
  test(`the code at ${seconds} seconds is that of RFC 6238`, () =>
    assert.equal(totpCode(SECRET, totpStep(seconds * 1000)), code));
}

// RFC 4226, appendix D.
test('the first ten counters have the codes of RFC 4226', () =>
  assert.deepEqual(
    Array.from({ length: 10 }, (_, counter) => totpCode(SECRET, counter)),
    '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '),
  ));

const NOW = 1_234_567_890_000;
const STEP = totpStep(NOW);
for (const [away, used, found] of [
  [-2, null, false],
  [-1, null, true],
  [0, null, true],
  [1, null, true],
  [2, null, false],
  [0, STEP - 1, true],
  [0, STEP, false],
  [-1, STEP, false],
  [1, STEP, true],
] as const) {
  test(`a code ${away} steps away ${found ? 'fits' : 'does not fit'} after step ${used ?? 'none'}`, () =>
    assert.equal(stepOfCode(SECRET, totpCode(SECRET, STEP + away), NOW, used), found ? STEP + away : null));
}

test('Base32 is that of RFC 4648, without padding', () =>
  assert.deepEqual(
    ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text))),
    ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'],
  ));

test('an address for apps escapes its account, and has a bounded one', () => {
  assert.equal(
    totpUri(SECRET, 'ada@example.com (Acme: A&B)'),
    'otpauth://totp/Sightline:ada%40example.com%20(Acme%3A%20A%26B)?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Sightline',
  );
  assert.ok(totpUri(SECRET, `\ud800${'漢'.repeat(400)}`).length < 700);
});

test('ten recovery codes of sixteen digits come from random bytes, and are read as they are shown', () => {
  const codes = mintRecoveryCodes((size) => new Uint8Array(size).fill(255));
  assert.deepEqual(codes, Array(10).fill('6744073709551615'));
  assert.equal(inFours(codes[0] ?? ''), '6744 0737 0955 1615');
  for (const typed of ['6744 0737 0955 1615', ' 6744-0737–0955\u00a01615\n', '６７４４073709551615'])
    assert.equal(digitsOf(typed), codes[0]);
});
