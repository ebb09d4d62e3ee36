import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fold } from '../src/extract/text/fold.ts';
import { siblingNames } from '../src/propose/sibling-names.ts';

interface Labeled {
  readonly t: string;
  /** Every brand that the answer names. */
  readonly e: Readonly<Record<string, unknown>>;
}

const EVAL = join(import.meta.dirname, '../eval');
const ANSWERS = join(EVAL, 'training/passages/answers');

/** Answers that measure other readers, with every brand labeled. */
const FILES = [
  join(EVAL, 'unseen/answers.jsonl'),
  join(EVAL, 'unseen/hard.jsonl'),
  join(EVAL, 'framing/development.jsonl'),
  ...readdirSync(ANSWERS).map((name) => join(ANSWERS, name)),
];

/** Below this precision, proposals would cost a person more work than they save. */
const LEAST_PRECISION = 0.9;

function wordsOf(text: string): string {
  return ` ${(fold(text).text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}

test('at least nine of ten names beside a tracked one are names of brands', (context) => {
  const answers = FILES.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Labeled),
  ).filter(({ e }) => Object.keys(e).length > 1);
  let [right, wrong, labeled] = [0, 0, 0];
  for (const { t, e } of answers) {
    const [tracked = '', ...others] = Object.keys(e).map(wordsOf);
    labeled += others.length;
    for (const name of siblingNames(t, (head) => wordsOf(head).includes(tracked)).map(wordsOf)) {
      if (others.some((other) => name.includes(other) || other.includes(name))) right += 1;
      else wrong += 1;
    }
  }
  const precision = right / (right + wrong);
  context.diagnostic(
    `${answers.length} answers: ${right} of ${right + wrong} names are right (${precision.toFixed(3)}), of ${labeled} labeled`,
  );
  assert.ok(right > 500, 'read labeled answers');
  assert.ok(precision >= LEAST_PRECISION, `${right} right, ${wrong} wrong`);
});
