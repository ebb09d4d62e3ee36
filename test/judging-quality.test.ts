import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../bench/data/random.ts';
import {
  byModel,
  readerOf,
  recordedReplies,
  type Scores,
  scoreFacts,
  scoreThemes,
  scoreVerdicts,
} from '../eval/judged-scores.ts';
import { askedForFacts, askedForFraming, askedForThemes, FRAMING_SETS } from '../eval/judging.ts';
import { weakReply } from '../eval/weak-model.ts';
import { provenReading } from '../src/extract/judging/proven-reading.ts';

const cases = await askedForFraming('unseen/answers.jsonl');
const RIGHT = { broken: 0, lines: 0, words: 0, flipped: 0 };
const WEAK = { broken: 0.1, lines: 0.1, words: 0.2, flipped: 0.05 };

function simulated(rates: typeof WEAK) {
  const random = seeded(7);
  const replies = cases.flatMap((each) => {
    const weak = weakReply(each, rates, random);
    return weak === null ? [] : [{ each, ...weak }];
  });
  const read = readerOf(new Map(replies.map(({ each, reply }) => [each.id, reply])));
  return { replies, scores: scoreVerdicts('simulated', cases, byModel(read)) };
}

test('the proof drops nothing of a model that is right', () => {
  const { scores } = simulated(RIGHT);
  for (const { right, read, labeled } of Object.values(scores.found)) {
    assert.equal(right, read);
    assert.ok(right >= 0.99 * labeled, `${right} of ${labeled}`);
  }
  assert.equal(scores.wrong, 0);
});

test('of a weak model, no broken reply and no unproven verdict counts, and all of them are counted', () => {
  const { replies, scores } = simulated(WEAK);
  assert.ok(replies.some(({ isBroken }) => isBroken) && replies.some(({ unproven }) => unproven > 0));
  for (const { each, reply, isBroken, unproven } of replies) {
    assert.ok(each.answer);
    const reading = provenReading(each.answer, reply);
    if ('problem' in reading) {
      assert.ok(isBroken || unproven === each.answer.names.length, `${each.id}: ${reading.problem}`);
      continue;
    }
    assert.ok(!isBroken);
    // The words, and the verdict that rested on them.
    assert.equal(reading.dropped, 2 * unproven, each.id);
    for (const { words, from, to } of reading.names.flatMap((name) => name.words))
      assert.equal(each.answer.text.slice(from, to), words);
  }
  const flipped = scores.wrong / scores.labels;
  assert.ok(flipped > 0 && flipped < WEAK.flipped, String(flipped));
});

const read = readerOf(await recordedReplies());

function assertGood({ name, found }: Scores, rightAtLeast: number, foundAtLeast: number): void {
  for (const [kind, { right, read: all, labeled }] of Object.entries(found)) {
    assert.ok(right >= rightAtLeast * all, `${name}: ${kind} right in ${right} of ${all}`);
    assert.ok(right >= foundAtLeast * labeled, `${name}: ${kind} found in ${right} of ${labeled}`);
  }
}

for (const set of FRAMING_SETS.slice(0, 5)) {
  test(`recorded verdicts of ${set}, after the proof, are right in 0.95 and find 0.9`, async () => {
    const scores = scoreVerdicts(set, await askedForFraming(set), byModel(read));
    assertGood(scores, 0.95, 0.9);
    assert.ok(scores.opposite <= 0.003 * scores.labels, `${scores.opposite} opposite of ${scores.labels}`);
  });
}

test('recorded themes with their direction are right in 0.9 and find 0.8', async () =>
  assertGood(scoreThemes('themes', await askedForThemes('themes/unseen.jsonl'), read), 0.9, 0.8));

test('recorded facts are right in 0.97 and find 0.85', async () =>
  assertGood(scoreFacts('facts', await askedForFacts('facts/unseen.yaml'), read), 0.97, 0.85));
