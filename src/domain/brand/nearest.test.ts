import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestName } from './nearest.ts';

const NAMES = ['days', 'brand', 'limit', 'cursor', 'engine'];

for (const [word, name] of [
  ['day', 'days'],
  ['DAYS', 'days'],
  ['brnad', 'brand'],
  ['engines', 'engine'],
  ['curser', 'cursor'],
  ['engine', 'engine'],
  ['zzzzzzzz', undefined],
  ['', undefined],
] as const) {
  test(`${JSON.stringify(word)} most likely meant ${name}`, () =>
    assert.equal(nearestName(word, NAMES), name));
}

const FRAMINGS = ['recommended', 'neutral', 'negative', 'any'];

for (const [word, names, meant] of [
  ['positive', FRAMINGS, 'recommended'],
  ['Positive', FRAMINGS, 'recommended'],
  ['favourable', FRAMINGS, 'recommended'],
  ['unfavorable', FRAMINGS, 'negative'],
  ['positive', ['negative', 'neutral'], undefined],
  ['recommend', FRAMINGS, 'recommended'],
  ['recomended', FRAMINGS, 'recommended'],
  ['negitive', FRAMINGS, 'negative'],
  ['unranked', ['ranked'], undefined],
  ['inactive', ['active'], undefined],
  ['decrease', ['increase'], undefined],
  ['descending', ['ascending'], undefined],
  ['visibility_up', ['visibility_drop', 'visibility_rise'], undefined],
  ['visibility_fall', ['visibility_drop', 'visibility_rise'], undefined],
  ['add', ['all', 'any'], undefined],
] as const) {
  test(`of ${names.join(', ')}, ${word} means ${meant ?? 'none'}`, () =>
    assert.equal(nearestName(word, names), meant));
}

test('takes the first of two equally near names', () =>
  assert.equal(nearestName('cat', ['bat', 'hat']), 'bat'));

test('without names, there is no nearest one', () => assert.equal(nearestName('days', []), undefined));

test('compares a very long word by its start', () =>
  assert.equal(nearestName(`limit${'x'.repeat(100_000)}`, NAMES), undefined));
