import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { effort } from '../../test/support/effort.ts';
import type { Claim } from '../domain/alerts/claim.ts';
import { ENGINES } from '../domain/answers/engine.ts';
import { readClaim } from './parse.ts';

/** A Monday. */
const NOW = Date.UTC(2026, 10, 23, 12);

const LEXICON = {
  brands: ['Acme', 'Kestrel', 'Bolt'].map((name) => ({ name, names: [name] })),
  engines: ENGINES,
};

function claimOf(sentence: string): Claim {
  const read = readClaim(sentence, LEXICON, NOW);
  assert.ok('claim' in read, `${sentence}: ${JSON.stringify(read)}`);
  return read.claim;
}

const one = (...words: readonly string[]) => fc.constantFrom(...words);

const brand = one('us', 'Kestrel', 'Bolt');
const verb = one('names', 'cites', 'recommends', 'lists');
const window = one(
  '',
  ' this month',
  ' last week',
  ' in October',
  ' since November 2',
  ' in the last 30 days',
);
const change = one(
  'more often',
  'less often',
  'as often',
  'way more often',
  'far less often',
  'more often by at least 5 points',
);

/** Valid sentences about a level, none or all, two brands, and a change. */
const sentence = fc.oneof(
  fc
    .tuple(
      verb,
      brand,
      one('at least', 'at most', 'more than', 'under', 'not even'),
      one('half', '40%', '1 in 5', 'a third'),
      window,
    )
    .map(([does, a, limit, size, when]) => `ChatGPT ${does} ${a} in ${limit} ${size} of answers${when}`),
  fc
    .tuple(verb, brand, one('never', 'always'), window)
    .map(([does, a, how, when]) => `Claude ${how} ${does} ${a}${when}`),
  fc
    .tuple(brand, one('absent', 'missing', 'invisible'), window)
    .map(([a, gone, when]) => `${are(a)} ${gone} from Gemini${when}`),
  fc
    .tuple(verb, fc.uniqueArray(brand, { minLength: 2, maxLength: 2 }), change, window)
    .map(
      ([does, [a, b], way, when]) =>
        `Gemini ${does} ${a} ${way} ${way === 'as often' ? 'as' : 'than'} ${b}${when}`,
    ),
  fc
    .tuple(verb, brand, change, window)
    .map(([does, a, way, when]) => `Perplexity ${does} ${a} ${way}${when}`),
  fc
    .tuple(
      one('mention rate', 'citation rate', 'share of voice'),
      one('rose', 'fell', 'fell by 5 points', 'has not changed'),
      window,
    )
    .map(([rate, moved, when]) => `our ${rate} on ChatGPT ${moved}${when}`),
);

function are(name: string): string {
  return name === 'us' ? 'we are' : `${name} is`;
}

describe('property: the suggestion for an unreadable sentence', () => {
  test('means the same, with its direction, size, and times, and adds none', () => {
    const word = one(...'zzz unfortunately probably reportedly maybe because slightly somewhat'.split(' '));
    fc.assert(
      fc.property(sentence, word, fc.boolean(), (said, hedge, isFirst) => {
        const claim = claimOf(said);
        const hedged = isFirst ? `${hedge} ${said}` : `${said} ${hedge}`;
        const read = readClaim(hedged, LEXICON, NOW);
        assert.ok('problem' in read, hedged);
        for (const form of read.nearest) assert.deepEqual(claimOf(form), claim, `${hedged} -> ${form}`);
        assert.ok(read.nearest.length > 0 || read.problem.includes('write'), `${hedged}: ${read.problem}`);
      }),
      { numRuns: effort(150, 1000) },
    );
  });

  test('of about so many, is at least and at most that', () => {
    fc.assert(
      fc.property(
        verb,
        brand,
        one('about', 'roughly', 'nearly'),
        one('half', '40%', 'a third'),
        window,
        (does, a, about, size, when) => {
          const read = readClaim(`ChatGPT ${does} ${a} in ${about} ${size} of answers${when}`, LEXICON, NOW);
          assert.ok('problem' in read);
          const both = ['at least', 'at most'].map((limit) =>
            claimOf(`ChatGPT ${does} ${a} in ${limit} ${size} of answers${when}`),
          );
          assert.deepEqual(
            read.nearest.map((form) => claimOf(form)),
            both,
          );
        },
      ),
    );
  });

  test('for a denied claim is never that claim', () => {
    const way = one('more often', 'less often');
    fc.assert(
      fc.property(
        verb,
        fc.uniqueArray(brand, { minLength: 2, maxLength: 2 }),
        way,
        window,
        (does, [a, b], said, when) => {
          const denied = claimOf(`ChatGPT ${does} ${a} ${said} than ${b}${when}`);
          const read = readClaim(`ChatGPT never ${does} ${a} ${said} than ${b}${when}`, LEXICON, NOW);
          assert.ok('problem' in read);
          for (const form of read.nearest) {
            const claim = claimOf(form);
            assert.notEqual(claim.direction, denied.direction, form);
            assert.deepEqual({ ...claim, direction: null }, { ...denied, direction: null }, form);
          }
        },
      ),
    );
  });
});
