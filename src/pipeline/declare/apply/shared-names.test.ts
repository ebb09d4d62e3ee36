import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brand } from '../../../../test/support/extraction.ts';
import { sharedNames } from './shared-names.ts';

const CASED = { match: { caseSensitive: true } };

for (const [what, tracked, told] of [
  [
    'an alias that is the name of another',
    [brand('Atlassian', { aliases: ['Jira'] }), brand('Jira')],
    ['Jira is a name for both Atlassian and Jira, and counts for both'],
  ],
  [
    'names that are found alike',
    [brand('T-Fal'), brand('tfal')],
    ['T-Fal is a name for both T-Fal and tfal, and counts for both'],
  ],
  [
    'one of two that asks for its capitals',
    [brand('LINE', CASED), brand('Line')],
    ['LINE is a name for both LINE and Line, and counts for both'],
  ],
  ['two that ask for other capitals', [brand('LINE', CASED), brand('Line', CASED)], []],
  ['a name within another', [brand('Google'), brand('Google Nest')], []],
  ['two names of one brand', [brand('Nestlé', { aliases: ['Nestle'] })], []],
  [
    'a domain of two',
    [brand('Acme', { hosts: ['acme.example'] }), brand('Vexo', { hosts: ['vexo.example', 'acme.example'] })],
    ['acme.example belongs to both Acme and Vexo; citing it counts for both'],
  ],
] as const) {
  test(`claimed twice: ${what}`, () => assert.deepEqual(sharedNames(tracked), told));
}
