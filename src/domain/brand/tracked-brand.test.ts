import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../test/support/pluck.ts';
import { DEFAULT_MATCH, namesOf } from './tracked-brand.ts';

test('a brand without options has the defaults for its name and aliases', () =>
  assert.deepEqual(namesOf('Acme', {}, [{ text: 'Anvil Co' }]), [
    { text: 'Acme', ...DEFAULT_MATCH },
    { text: 'Anvil Co', ...DEFAULT_MATCH },
  ]));

test("a brand's options apply to its name and, unless they have their own, to its aliases", () => {
  const [name, alias] = namesOf('Max', { caseSensitive: true, notFollowedBy: ['Planck'] }, [
    { text: 'HBO Max', caseSensitive: false },
  ]);
  assert.deepEqual([name?.caseSensitive, alias?.caseSensitive], [true, false]);
  assert.deepEqual([name?.notFollowedBy, alias?.notFollowedBy], [['Planck'], ['Planck']]);
});

test('an alias that chooses no words has none, unlike one that chooses nothing', () => {
  const [, alias] = namesOf('Square', { notFollowedBy: ['Enix'] }, [{ text: 'Squareup', notFollowedBy: [] }]);
  assert.deepEqual(alias?.notFollowedBy, []);
});

test('keeps a repeated text once, at its first place', () => {
  const names = namesOf('Acme', {}, [
    { text: 'Acme', caseSensitive: true },
    { text: 'ACME' },
    { text: 'ACME' },
  ]);
  assert.deepEqual(pluck(names, 'text', 'caseSensitive'), [
    ['Acme', null],
    ['ACME', null],
  ]);
});

test('equal choices in another order are the same JSON text, from which reading keys are made', () => {
  const one = namesOf('A', { caseSensitive: true, includesProducts: false }, []);
  const other = namesOf('A', { includesProducts: false, caseSensitive: true }, []);
  assert.equal(JSON.stringify(one), JSON.stringify(other));
});
