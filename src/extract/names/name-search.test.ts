import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { effort } from '../../../test/support/effort.ts';
import { brand, countsOf } from '../../../test/support/extraction.ts';
import { NameSearch } from './name-search.ts';

const wanted = (text: string) => ({ text, before: '(?<!\\w)', after: '(?!\\w)', length: text.length });

/** The longest name at each place, with one regular expression per name. */
function oneByOne(names: readonly string[], text: string) {
  const singles = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => {
      const parts = name.split(/(\s*&\s*|\s+and\s+|[\s-]+|')/).map((part, index) => {
        if (index % 2 === 0) return RegExp.escape(part);
        if (part === "'") return "'?";
        return /&|and/.test(part) ? '(?:\\s{0,3}&\\s{0,3}|\\s{1,3}and\\s{1,3})' : '(?:\\s{1,3}|-)?';
      });
      return { length: name.length, pattern: new RegExp(`(?<!\\w)${parts.join('')}(?!\\w)`, 'uy') };
    });
  for (let from = 0; from < text.length; from += 1) {
    const ends = singles.flatMap(({ length, pattern }) => {
      pattern.lastIndex = from;
      return pattern.test(text) ? [{ length, to: pattern.lastIndex }] : [];
    });
    if (ends[0])
      return { from, tos: ends.filter(({ length }) => length === ends[0]?.length).map(({ to }) => to) };
  }
  return null;
}

const units = fc.constantFrom(
  'a',
  'b',
  'an',
  'and',
  ' and ',
  'd',
  '&',
  ' & ',
  ' ',
  '  ',
  '-',
  "'",
  "'s",
  '飞',
  '😀',
  '+',
);
const textOf = (most: number) =>
  fc.array(units, { minLength: 1, maxLength: most }).map((parts) => parts.join(''));

test('a search for many names finds the same as one search per name, longest first', () => {
  // Separators alone are not a name.
  const names = fc.array(
    textOf(5)
      .map((text) => text.trim())
      .filter((text) => /[^\s&'-]/.test(text.replace(/\s+and\s+/g, ''))),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(names, textOf(20), (given, text) => {
      const found = new NameSearch(given.map(wanted)).next(text, 0);
      const expected = oneByOne(given, text);
      assert.equal(found?.from, expected?.from);
      if (found) assert.ok(expected?.tos.includes(found.to), `${found.to} is none of ${expected?.tos}`);
    }),
    { numRuns: effort(400, 100_000), examples: [[["&  & 's", 'a'], " and  and 's "]] },
  );
});

/** V8 cannot compile one regular expression for all of them. */
const MANY = Array.from({ length: 1000 }, (_, index) =>
  brand(`Rival ${index}`, {
    hosts: [`rival-${index}.example`],
    aliases: Array.from({ length: 15 }, (_none, alias) => `name ${alias} of ${index}`),
  }),
);

test('one search covers 16,000 names of 1,000 brands, each up to its last digit', () => {
  const answer = 'Name 14 of 999, rival 99, and Rival 9 are named more often than name 1 of 7.';
  const named = countsOf(answer, MANY).flatMap((count, index) => (count === 1 ? [index] : []));
  assert.deepEqual(named, [7, 9, 99, 999]);
});
