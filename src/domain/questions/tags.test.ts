import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryOf, tagKey, tagOf, tagSpelling } from './tags.ts';

test('a tag is on one line, without blanks at its ends', () =>
  assert.deepEqual([tagOf('  for\nsmall\u0000 \t teams '), tagOf(' \u00A0\n')], ['for small teams', '']));

for (const [one, other] of [
  ['Pricing', 'pricing'],
  ['ÉTÉ', 'e\u0301te\u0301'],
  ['ＡＩ', 'ai'],
  [' for  teams', 'For teams'],
  ['straße', 'STRASSE'],
  ['STRAẞE', 'Strasse'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['\u0390', '\u03AA\u0301'],
] as const) {
  test(`${JSON.stringify(one)} and ${JSON.stringify(other)} are one tag`, () =>
    assert.equal(tagKey(one), tagKey(other)));
}

test('tags with other accents, symbols, or words are two', () => {
  const tags = ['résumé', 'resume', 'a-b', 'a b', 'ab'];
  assert.equal(new Set(tags.map(tagKey)).size, tags.length);
});

test('each tag keeps its first spelling, also in another question', () => {
  const spelled = tagSpelling();
  assert.deepEqual(spelled(['Pricing', ' ', 'teams']), ['Pricing', 'teams']);
  assert.deepEqual(spelled(['TEAMS', 'pricing', 'PRICING', 'new']), ['teams', 'Pricing', 'new']);
});

test('the first tag is the category', () =>
  assert.deepEqual([categoryOf(['b', 'a']), categoryOf([])], ['b', null]));
