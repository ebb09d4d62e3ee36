import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fold } from '../src/extract/text/fold.ts';
import { siblingNames } from '../src/propose/sibling-names.ts';

interface Labeled {
  readonly t: string;
  /** Every brand that the answer names. */
  readonly e: Readonly<Record<string, unknown>>;
}

/** Below this precision, proposals would cost a person more work than they save. */
const LEAST_PRECISION = 0.9;

/** A set's answers with several brands. All are labeled. */
function answersIn(file: string): Labeled[] {
  return readFileSync(join(import.meta.dirname, '../eval', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Labeled)
    .filter(({ e }) => Object.keys(e).length > 1);
}

function wordsOf(text: string): string {
  return ` ${(fold(text).text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}

// Each set has its own limit: easy answers would hide a reader that fails at the others. Nobody who wrote or labeled
// them knew the reader, and nothing learns from them.
for (const [file, least] of [
  ['unseen/answers.jsonl', 140],
  ['unseen/hard.jsonl', 150],
  ['unseen/whole-answers.jsonl', 110],
  ['framing/development.jsonl', 160],
] as const) {
  test(`at least nine of ten names beside a tracked one are names of brands: ${file}`, (context) => {
    const answers = answersIn(file);
    let [right, labeled] = [0, 0];
    const wrong: string[] = [];
    for (const { t, e } of answers) {
      const [tracked = '', ...others] = Object.keys(e).map(wordsOf);
      labeled += others.length;
      for (const name of siblingNames(t, (head) => wordsOf(head).includes(tracked))) {
        // A brand, or a product with the brand's name in front.
        if (others.some((other) => wordsOf(name).startsWith(other))) right += 1;
        else wrong.push(name);
      }
    }
    const precision = right / (right + wrong.length);
    context.diagnostic(
      `${answers.length} answers: ${right} of ${right + wrong.length} names are right (${precision.toFixed(3)}), of ${labeled} labeled`,
    );
    assert.ok(right >= least, `only ${right} names found`);
    assert.ok(precision >= LEAST_PRECISION, `${right} right; wrong: ${wrong.join(', ')}`);
  });
}
