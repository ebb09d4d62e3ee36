import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { base62, randomBase62 } from './base62.ts';

test('every byte below 248 gives each character equally often, and the others none', () => {
  const counts = new Map<string, number>();
  for (let byte = 0; byte < 248; byte += 1) {
    const character = randomBase62(1, () => Uint8Array.of(byte));
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  assert.deepEqual([counts.size, new Set(counts.values())], [62, new Set([4])]);
});

test('drops bytes that would favor some characters, and draws others', () => {
  const draws = [Uint8Array.of(248, 255), Uint8Array.of(250, 0), Uint8Array.of(61, 5)];
  assert.equal(
    randomBase62(2, () => draws.shift() ?? Uint8Array.of()),
    '0z',
  );
});

for (const length of [0, 1, 12, 34, 1000]) {
  test(`random text of length ${length} has that length`, () => {
    const text = randomBase62(length, (size) => randomBytes(size));
    assert.match(text, new RegExp(`^[0-9A-Za-z]{${length}}$`));
  });
}

for (const [value, length, text] of [
  [0, 6, '000000'],
  [61, 6, '00000z'],
  [62, 6, '000010'],
  [3843, 2, 'zz'],
  [0xffffffff, 6, '4gfFC3'],
] as const) {
  test(`${value} in base62 is ${text}`, () => assert.equal(base62(value, length), text));
}
