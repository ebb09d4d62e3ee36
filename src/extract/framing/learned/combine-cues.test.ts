import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brands } from '../../../../test/support/extraction.ts';
import { constantModel, learnedInputOf } from '../../../../test/support/learned.ts';
import { extractorFor } from '../../extractor.ts';
import { combinedCues, type Judgment } from './combine-cues.ts';
import type { Scores } from './model.ts';

const SILENT: Scores = { recommended: -5, negative: -5 };
const PRAISE: Scores = { recommended: 2, negative: -5 };
const BLAME: Scores = { recommended: -5, negative: 2 };
const BOTH: Scores = { recommended: 2, negative: 2 };
const model = constantModel(SILENT);

/** The result for a text about one brand whose sentences have these scores. */
function judgment(text: string, scores: readonly Scores[]): Judgment {
  const { cues, reads } = learnedInputOf(text, ['Vexo'], model);
  assert.equal(reads.length, scores.length, text);
  return combinedCues(
    cues,
    reads.map((read, index) => ({ read, scores: scores[index] ?? SILENT })),
    model,
  );
}

function directions({ cues }: Judgment): string[] {
  return cues.map(({ family, direction }) => `${family === 'learned' ? 'learned' : 'list'} ${direction}`);
}

/** The reading for one brand if every sentence has the same scores. */
function reading(text: string, scores: Scores) {
  const [first] = extractorFor(brands(['Vexo']), constantModel(scores)).read({ text, citedHosts: [] });
  assert.ok(first);
  const { framing, framingSignals: signals } = first.mention;
  return { framing, signals, evidence: first.evidence.framing };
}

const PICKED = 'Vexo is our top pick.';
const FAULT = 'Vexo moans along with the evening crowd.';
const UNKNOWN = 'Vexo hums along with the evening crowd.';

test('if rules and model agree, the rule’s cue counts once', () => {
  assert.deepEqual(directions(judgment(PICKED, [PRAISE])), ['list recommended']);
});

test('a cue counts if the model is silent', () => {
  assert.deepEqual(directions(judgment(PICKED, [SILENT])), ['list recommended']);
});

test('without a cue, the model counts from its threshold on', () => {
  assert.deepEqual(directions(judgment(UNKNOWN, [PRAISE])), ['learned recommended']);
  assert.deepEqual(directions(judgment(FAULT, [BLAME])), ['learned negative']);
  assert.deepEqual(directions(judgment(UNKNOWN, [{ recommended: 1, negative: -5 }])), [
    'learned recommended',
  ]);
  assert.deepEqual(directions(judgment(UNKNOWN, [{ recommended: 0.99, negative: -5 }])), []);
});

test('if a cue and the model contradict each other, nothing is judged and both are evidence', () => {
  const text = 'Moans aside, Vexo is our top pick.';
  const found = judgment(text, [BLAME]);
  assert.equal(found.isContradicted, true);
  assert.deepEqual(directions(found).sort(), ['learned negative', 'list recommended']);
  const { framing, signals, evidence } = reading(text, BLAME);
  assert.deepEqual([framing, signals], [null, null]);
  assert.equal(evidence?.reason, 'a cue and the learned reader contradict each other');
});

test('the model cannot contradict an idiom with a negation', () => {
  const found = judgment("I can't recommend Vexo enough.", [BLAME]);
  assert.deepEqual([found.isContradicted, directions(found)], [false, ['list recommended']]);
});

test('a fault needs further evidence among its words, and praise none', () => {
  assert.deepEqual(directions(judgment(UNKNOWN, [BLAME])), []);
  assert.deepEqual(directions(judgment(UNKNOWN, [PRAISE])), ['learned recommended']);
});

test('a model with both directions does not contradict a cue', () => {
  const found = judgment(PICKED, [BOTH]);
  assert.equal(found.isContradicted, false);
  assert.deepEqual(directions(found), ['list recommended']);
});

test('opposite directions in two sentences both count, each with its own words', () => {
  const text = `${UNKNOWN} Moans can be heard at night.`;
  const { cues } = judgment(text, [PRAISE, BLAME]);
  assert.deepEqual(
    cues.map(({ direction, block, from, to }) => [direction, block.text.slice(from, to)]),
    [
      ['recommended', 'hums'],
      ['negative', 'Moans'],
    ],
  );
  const { framing, signals } = reading(FAULT, BOTH);
  assert.deepEqual([framing, signals], [null, ['moans']]);
});

test('a cue and the model in different sentences give both directions', () => {
  assert.deepEqual(directions(judgment(`${PICKED} Moans can be heard at night.`, [SILENT, BLAME])), [
    'list recommended',
    'learned negative',
  ]);
});

test('the opposite of the model’s own finding needs a lower score nearby', () => {
  const weak: Scores = { recommended: -5, negative: 0.5 };
  const near = `${UNKNOWN} Moans can be heard at night.`;
  assert.deepEqual(directions(judgment(near, [PRAISE, weak])), ['learned recommended', 'learned negative']);
  assert.deepEqual(directions(judgment(near, [PRAISE, { recommended: -5, negative: -0.5 }])), [
    'learned recommended',
  ]);
  const far = `${UNKNOWN} It is blue. It is square. Moans can be heard at night.`;
  assert.deepEqual(directions(judgment(far, [PRAISE, SILENT, SILENT, weak])), ['learned recommended']);
});

test('the opposite of a cue needs a score halfway between', () => {
  const near = `${PICKED} Moans can be heard at night.`;
  const after = (negative: number) => directions(judgment(near, [SILENT, { recommended: -5, negative }]));
  assert.deepEqual(after(0.5), ['list recommended', 'learned negative']);
  assert.deepEqual(after(0.49), ['list recommended']);
});

test('a cue decides its sentence, unless a contrast divides it', () => {
  assert.deepEqual(directions(judgment(PICKED, [{ recommended: -5, negative: 0.8 }])), ['list recommended']);
  const parted = 'Moans at night, but Vexo is our top pick.';
  assert.deepEqual(directions(judgment(parted, [{ recommended: 2, negative: 0.8 }])).sort(), [
    'learned negative',
    'list recommended',
  ]);
});

test('the evidence has the passed threshold', () => {
  const weak: Scores = { recommended: -5, negative: 0.5 };
  const { cues } = judgment(`${UNKNOWN} Moans can be heard at night.`, [PRAISE, weak]);
  assert.deepEqual(
    cues.map(({ learned }) => [learned?.score, learned?.threshold]),
    [
      [2, 1],
      [0.5, 0],
    ],
  );
});

test('unstated content decides nothing, whatever its score', () => {
  for (const text of [
    'Some critics claim that Vexo hums along with the evening crowd.',
    'If Vexo hums along with the evening crowd, tell us.',
  ]) {
    const { framing, signals } = reading(text, PRAISE);
    assert.deepEqual([framing, signals], ['neutral', []], text);
  }
});

test('without a model, only the rules decide', () => {
  const { cues } = learnedInputOf(PICKED, ['Vexo'], model);
  assert.deepEqual(combinedCues(cues, [], null), { cues, isContradicted: false });
});
