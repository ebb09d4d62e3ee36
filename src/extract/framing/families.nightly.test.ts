import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cueFramingsOf } from '../../../test/support/extraction.ts';
import { FAMILIES, type Families } from '../../../test/support/framing-families.ts';

/** Arbitrary names in rotation, so that every family gets each of them. */
const NAMES = [
  ['Vexo', 'Zalto'],
  ['Nordlicht', 'Bolt & Sons'],
  ['飞书', '钉钉'],
  ['T-fal', '3M'],
  ['Озон', 'Яндекс'],
] as const;

const SILENT = new Set(['neutral', 'abstain']);

let turn = 0;

/** Reads a sentence with the next two names: the first one's framing, or both if both occur. */
function read(sentence: string, predicate = ''): { readonly text: string; readonly framings: string[] } {
  const [name, other] = NAMES[turn % NAMES.length] ?? NAMES[0];
  turn += 1;
  const text = sentence.replaceAll('{}', name).replaceAll('[]', other).replaceAll('()', predicate);
  return { text, framings: cueFramingsOf(text, sentence.includes('[]') ? [name, other] : [name]) };
}

function saysNothing(sentence: string, predicate?: string): void {
  const { text, framings } = read(sentence, predicate);
  assert.ok(
    framings.every((framing) => SILENT.has(framing)),
    `${text} -> ${framings}`,
  );
}

function says(expected: string, sentence: string, predicate?: string): void {
  const { text, framings } = read(sentence, predicate);
  assert.equal(framings.join(), expected, text);
}

for (const [language, family] of Object.entries(FAMILIES)) testsOf(language, family);

function testsOf(language: string, family: Families): void {
  for (const predicate of family.praise) {
    test(`${language}: "${predicate}" is praise only as the answer’s own present statement without doubt`, () => {
      for (const sentence of family.stated) says('recommended', sentence, predicate);
      for (const sentence of family.silent) saysNothing(sentence, predicate);
      for (const sentence of family.negated) {
        const { text, framings } = read(sentence, predicate);
        assert.ok(framings[0] === 'negative' || framings[0] === 'neutral', `${text} -> ${framings}`);
      }
    });
  }
  for (const predicate of family.fault) {
    test(`${language}: "${predicate}" is a fault only as the answer’s own present statement without doubt`, () => {
      for (const sentence of family.stated) says('negative', sentence, predicate);
      for (const sentence of [...family.negated, ...family.silent]) saysNothing(sentence, predicate);
    });
  }
  test(`${language}: advice for and against counts, but not its lookalikes`, () => {
    for (const sentence of family.recommended) says('recommended', sentence);
    for (const sentence of family.negative) says('negative', sentence);
    for (const sentence of family.neutral) saysNothing(sentence);
  });
  test(`${language}: a comparison reverses with its names, and counts only if stated`, () => {
    for (const sentence of family.compared) {
      says('recommended,negative', sentence);
      says('negative,recommended', sentence.replace('{}', '<>').replace('[]', '{}').replace('<>', '[]'));
    }
    for (const sentence of family.notCompared) saysNothing(sentence);
  });
}
