import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type AnswersCounted, figuresOf, shownValueOf } from './definition-figures.ts';
import { COMPUTABLE, DEFINITIONS } from './definitions.ts';

const counts = fc.integer({ min: 0, max: 40 });

/** Possible answer counts for a prompt: no part exceeds its whole. */
const counted = fc
  .record({
    promptId: fc.integer({ min: 1, max: 4 }),
    repeated: fc.constantFrom(0, 1),
    named: counts,
    cited: counts,
    others: counts,
    citedOthers: counts,
    more: counts,
    rest: counts,
  })
  .map(({ promptId, repeated, named, cited, others, citedOthers, more, rest }) => ({
    promptId,
    repeated,
    named,
    cited,
    occurrences: named + more,
    answers: Math.max(named, cited) + others + citedOthers + rest,
    namingAny: named + others,
    namings: named + 2 * others,
    allOccurrences: named + more + 3 * others,
  }));

type Cell = typeof counted extends fc.Arbitrary<infer T> ? T : never;

/** One engine's answers together, if some prompts contain the brand's name. */
function together(cells: readonly Cell[], branded: readonly number[]): AnswersCounted[] {
  return (['in', 'out'] as const).flatMap((repeats) =>
    [false, true].map((isBranded) => {
      const own = cells.filter(
        (cell) => branded.includes(cell.promptId) === isBranded && (repeats === 'in' || cell.repeated === 0),
      );
      const sum = (name: keyof Cell) => own.reduce((total, cell) => total + cell[name], 0);
      return {
        repeats,
        isBranded,
        answers: sum('answers'),
        named: sum('named'),
        cited: sum('cited'),
        occurrences: sum('occurrences'),
        namingAny: sum('namingAny'),
        namings: sum('namings'),
        allOccurrences: sum('allOccurrences'),
        prompts: new Set(own.map(({ promptId }) => promptId)).size,
        promptsNamed: new Set(own.filter(({ named }) => named > 0).map(({ promptId }) => promptId)).size,
      };
    }),
  );
}

test('every definition has a source, its reading date, and a sentence, under its own id', () => {
  assert.equal(new Set(DEFINITIONS.map(({ id }) => id)).size, DEFINITIONS.length);
  for (const definition of DEFINITIONS) {
    const { id, sources, says } = definition;
    assert.match(id, /^[a-z_]+$/);
    assert.match(says, /^[A-Z].*\.$/, id);
    assert.ok(sources.length > 0, id);
    for (const { url, readAt } of sources) {
      assert.match(url, /^(https:\/\/|docs\/)/, id);
      assert.match(readAt, /^\d{4}-\d\d-\d\d$/, id);
    }
    if (definition.rules === null) assert.match(definition.whyNot, /^[A-Z].*\.$/, id);
  }
});

test('a share is never more than the whole, by any definition', () => {
  fc.assert(
    fc.property(
      fc.array(counted, { maxLength: 8 }),
      fc.subarray([1, 2, 3, 4]),
      fc.constantFrom(...COMPUTABLE),
      (answers, branded, { rules }) => {
        const { numerator, denominator } = figuresOf(together(answers, branded))(rules);
        assert.equal(denominator === null, rules.of === 'nothing');
        if (denominator !== null) assert.ok(numerator <= denominator);
      },
    ),
  );
});

test('a share below 5 answers, or with a denominator below 5, is null, and a count is not', () => {
  assert.equal(shownValueOf({ numerator: 2, denominator: 4, answers: 40 }), null);
  assert.equal(shownValueOf({ numerator: 2, denominator: 6, answers: 4 }), null);
  assert.equal(shownValueOf({ numerator: 2, denominator: 5, answers: 5 }), 0.4);
  assert.equal(shownValueOf({ numerator: 2, denominator: null, answers: 2 }), 2);
});
