import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brand } from '../../test/support/extraction.ts';
import type { TrackedBrand } from '../domain/brand/tracked-brand.ts';
import { EXTRACTOR, readingKey } from './reading-key.ts';

const KEYED = brand('Acme', {
  aliases: ['Anvil Co'],
  hosts: ['acme.example'],
  match: { notFollowedBy: ['Corp'] },
});
const OTHER = brand('Bolt');

test('reading key: 16 characters, the same for the same brands in any order', () => {
  const key = readingKey([KEYED, OTHER]);
  assert.match(key, /^[\w-]{16}$/);
  assert.equal(readingKey([OTHER, KEYED]), key);
  assert.equal(readingKey([structuredClone(KEYED), structuredClone(OTHER)]), key);
  assert.notEqual(EXTRACTOR, '');
});

const [ownName] = KEYED.names;
const changes: Record<string, readonly TrackedBrand[]> = {
  'a brand more': [KEYED, OTHER, brand('Cargo')],
  'a brand less': [KEYED],
  'no brand': [],
  'another name': [{ ...KEYED, name: 'Acme Ltd' }, OTHER],
  'another host': [{ ...KEYED, hosts: ['acme.test'] }, OTHER],
  'an alias less': [{ ...KEYED, names: KEYED.names.slice(0, 1) }, OTHER],
  ...Object.fromEntries(
    (
      [
        { caseSensitive: true },
        { caseSensitive: false },
        { notFollowedBy: [] },
        { notPrecededBy: ['The'] },
        { includesProducts: false },
      ] as const
    ).map((choice) => [
      `a name with ${JSON.stringify(choice)}`,
      [{ ...KEYED, names: ownName ? [{ ...ownName, ...choice }, ...KEYED.names.slice(1)] : [] }, OTHER],
    ]),
  ),
};

for (const [what, tracked] of Object.entries(changes)) {
  test(`reading key: ${what} changes it`, () =>
    assert.notEqual(readingKey(tracked), readingKey([KEYED, OTHER])));
}
