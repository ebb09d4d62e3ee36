import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { test } from 'node:test';
import { learnedInputOf } from '../../../../test/support/learned.ts';
import { LETTER_GROUPS } from './detect-language.ts';
import { FEATURES } from './features.ts';
import stored from './model.json' with { type: 'json' };
import { Model } from './model.ts';
import { trainedModel } from './trained-model.ts';
import { WORD_CLASSES } from './word-classes.ts';

const DIRECTIONS = ['recommended', 'negative'] as const;
const UNITS = stored.scales.length;

const TEXT = [
  'Vexo is superbly built, wonderfully quiet and remarkably reliable. It never let us wait.',
  '**Zalto** breaks down constantly and nobody answers the phone.',
  'Vexo ist hervorragend verarbeitet, Zalto dagegen geht ständig kaputt.',
].join('\n\n');

function scoresOf(model: Model) {
  return learnedInputOf(TEXT, ['Vexo', 'Zalto'], model).reads.map((read) => model.score(read));
}

test('a sentence has the same scores to the bit, in every reading and every copy of the model', () => {
  const scores = scoresOf(trainedModel());
  assert.ok(scores.length >= 5);
  assert.deepEqual(scoresOf(trainedModel()), scores);
  assert.deepEqual(scoresOf(new Model(stored)), scores);
  assert.deepEqual(scoresOf(new Model(JSON.parse(JSON.stringify(stored)))), scores);
});

test('every score is a number, even in an unknown language', () => {
  const { reads } = learnedInputOf('Vexo ir ātrs un ļoti ērts.', ['Vexo'], trainedModel());
  for (const { recommended, negative } of [
    ...scoresOf(trainedModel()),
    ...reads.map((read) => trainedModel().score(read)),
  ]) {
    assert.ok(Number.isFinite(recommended) && Number.isFinite(negative));
  }
});

test('each token’s share of a score is a number', () => {
  for (const read of learnedInputOf(TEXT, ['Vexo', 'Zalto'], trainedModel()).reads) {
    for (const direction of DIRECTIONS) {
      const shares = trainedModel().shares(read, direction);
      assert.equal(shares.length, read.tokens.length);
      assert.ok(shares.every(Number.isFinite));
    }
  }
});

test('clear praise scores higher as praise than clear criticism does, and vice versa', () => {
  const { reads } = learnedInputOf(TEXT, ['Vexo', 'Zalto'], trainedModel());
  const praise = reads.find(({ sentence }) => sentence.brand.name === 'Vexo');
  const blame = reads.find(({ sentence }) => sentence.brand.name === 'Zalto');
  assert.ok(praise && blame);
  const [high, low] = [trainedModel().score(praise), trainedModel().score(blame)];
  assert.ok(high.recommended > low.recommended && high.negative < low.negative);
});

test('the stored bytes are as many as there are weights', () => {
  assert.equal(Buffer.from(stored.weights, 'base64').length, FEATURES * UNITS);
  for (const own of Object.values(stored.letters))
    assert.equal(Buffer.from(own, 'base64').length, LETTER_GROUPS);
  assert.equal(stored.biases.length, UNITS);
  for (const direction of DIRECTIONS) assert.equal(stored.outputs[direction].length, UNITS);
});

test('every stored number is finite, and every word class is known', () => {
  const numbers = [
    ...stored.scales,
    ...stored.biases,
    ...DIRECTIONS.flatMap((each) => [...stored.outputs[each], stored.outputBiases[each]]),
  ];
  assert.ok(numbers.every(Number.isFinite));
  const classes = new Set(Object.values(stored.words).flatMap((own) => Object.keys(own)));
  for (const name of classes) assert.ok((WORD_CLASSES as readonly string[]).includes(name), name);
});

test('a score that counts alone also counts against the other direction', () => {
  for (const direction of DIRECTIONS) {
    const { alone, against } = trainedModel().thresholds[direction];
    assert.ok(Number.isFinite(alone) && Number.isFinite(against));
    assert.ok(against <= alone, `${direction}: ${against} of ${alone}`);
  }
});

test('the stored model has at most 4 MB', async () => {
  const { size } = await stat(new URL('./model.json', import.meta.url));
  assert.ok(size <= 4 * 1024 * 1024, `${size} bytes`);
});
