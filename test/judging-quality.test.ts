import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../bench/data/random.ts';
import { byModel, readerOf, recordedReplies, scoreVerdicts } from '../eval/judged-scores.ts';
import { askedForFraming } from '../eval/judging.ts';
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

test('recorded replies, after the proof, are right in 0.95 and find 0.9; at most 0.3% read the opposite', async () => {
  const verdicts = byModel(readerOf(await recordedReplies()));
  for (const set of ['unseen/answers.jsonl', 'unseen/whole-answers.jsonl']) {
    const { found, labels, opposite } = scoreVerdicts(set, await askedForFraming(set), verdicts);
    for (const [verdict, { right, read, labeled }] of Object.entries(found)) {
      assert.ok(right >= 0.95 * read, `${set}: ${verdict} right in ${right} of ${read}`);
      assert.ok(right >= 0.9 * labeled, `${set}: ${verdict} found in ${right} of ${labeled}`);
    }
    assert.ok(opposite <= 0.003 * labels, `${set}: ${opposite} opposite of ${labels}`);
  }
});
