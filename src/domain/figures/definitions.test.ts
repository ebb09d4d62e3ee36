import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type AnswersCounted,
  changeOf,
  figuresOf,
  type Rules,
  ruleChanged,
  shownValueOf,
  walkBetween,
} from './definition-figures.ts';
import { stepText } from './definition-words.ts';
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

const pairs = COMPUTABLE.flatMap((from) => COMPUTABLE.map((to) => ({ from: from.rules, to: to.rules })));

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

test('a walk goes from one definition to the other, one rule at a time, and nowhere twice', () => {
  for (const { from, to } of pairs) {
    const walk = walkBetween(from, to);
    assert.deepEqual([walk[0], walk.at(-1)], [from, from === to ? from : (walk.at(-1) as Rules)]);
    assert.equal(ruleChanged(walk.at(-1) as Rules, to), null);
    for (const [index, rules] of walk.entries()) {
      const before = walk[index - 1];
      if (before === undefined) continue;
      const changed = (['repeats', 'branded', 'counts', 'of'] as const).filter(
        (name) => before[name] !== rules[name],
      );
      assert.equal(changed.length, 1, JSON.stringify([before, rules]));
      assert.notEqual(stepText(before, rules), 'Nothing changes');
    }
    assert.equal(new Set(walk.map((rules) => JSON.stringify(rules))).size, walk.length);
  }
});

test("every walk's steps add up exactly, in counts and in shown figures", () => {
  fc.assert(
    fc.property(
      fc.array(counted, { maxLength: 8 }),
      fc.subarray([1, 2, 3, 4]),
      fc.constantFrom(...pairs),
      (answers, branded, { from, to }) => {
        const figures = walkBetween(from, to).map((rules) => figuresOf(together(answers, branded))(rules));
        const values = figures.map(shownValueOf);
        const steps = figures.slice(1).map((figure, index) => ({
          numerator: figure.numerator - (figures[index]?.numerator ?? 0),
          value: changeOf(values[index] ?? null, values[index + 1] ?? null),
        }));
        const end = figuresOf(together(answers, branded))(to);
        const numerator = steps.reduce((sum, step) => sum + step.numerator, figures[0]?.numerator ?? 0);
        assert.equal(numerator, end.numerator);
        const isOneUnit = figures.every(({ denominator }) => denominator !== null);
        if (!isOneUnit || values.includes(null)) return;
        const thousandths = steps.reduce(
          (sum, step) => sum + Math.round(1000 * (step.value ?? Number.NaN)),
          Math.round(1000 * (values[0] ?? 0)),
        );
        assert.equal(thousandths, Math.round(1000 * (shownValueOf(end) ?? 0)));
      },
    ),
  );
});

test('a share is never more than the whole, by any definition and on the way between any two', () => {
  fc.assert(
    fc.property(
      fc.array(counted, { maxLength: 8 }),
      fc.subarray([1, 2, 3, 4]),
      fc.constantFrom(...pairs),
      (answers, branded, { from, to }) => {
        for (const rules of walkBetween(from, to)) {
          const { numerator, denominator } = figuresOf(together(answers, branded))(rules);
          assert.equal(denominator === null, rules.of === 'nothing');
          if (denominator !== null) assert.ok(numerator <= denominator);
        }
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
