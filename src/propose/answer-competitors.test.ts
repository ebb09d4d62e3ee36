import assert from 'node:assert/strict';
import { test } from 'node:test';
import { competitorsInAnswers } from './answer-competitors.ts';
import { siblingNames } from './sibling-names.ts';

const isAcme = (head: string) => /acme/i.test(head);

for (const [what, answer, expected] of [
  [
    'a numbered list',
    '1. **Acme**: fine\n2. **Zorblat**: better\n3. Quivver Pro - cheap',
    ['Zorblat', 'Quivver Pro'],
  ],
  [
    'medals with numbers',
    '🥇 **1. Acme** — the winner\n\n🥈 **2. Ikkarin** — runner-up\n\n🥉 **3. Zorblat** — third',
    ['Ikkarin', 'Zorblat'],
  ],
  ['a list without a tracked brand', '- **Zorblat**\n- **Quivver**', []],
  ['rows of a table', '| Tool | Price |\n|---|---|\n| Acme | 3 |\n| Zorblat | 4 |', ['Zorblat']],
  ['columns of a table', '| | Acme | Zorblat |\n|---|---|---|\n| Price | 3 | 4 |', ['Zorblat']],
  ['headings', '## Acme\n\nGood.\n\n## Zorblat\n\nBetter.\n\n## Conclusion\n\nBoth.', ['Zorblat']],
  ['bold lead-ins', '**Acme** is good.\n\n**Zorblat** is better.', ['Zorblat']],
  ['parts of an answer', '## Acme\n\n### Pros\n\n## Nachteile\n\n## Fazit\n\n## Key Features', []],
  ['steps and questions', '1. Open Acme\n2. Click Save\n3. Which one?\n4. best for teams', []],
] as const) {
  test(`names beside a tracked one: ${what}`, () => assert.deepEqual(siblingNames(answer, isAcme), expected));
}

const named = (names: readonly string[], question = 1, citedHosts: readonly string[] = []) => ({
  engine: 'chatgpt',
  question,
  names,
  citedHosts,
});

test('a name needs three answers, and gets a cited site', () => {
  const twice = ['Quivver'];
  const found = competitorsInAnswers([
    named(['Zorblat', ...twice]),
    named(['ZORBLAT', ...twice], 2, ['www.zorblat.example']),
    named(['Zorblat'], 2),
  ]);
  assert.deepEqual(found, [
    { name: 'Zorblat', host: 'www.zorblat.example', answers: new Map([['chatgpt', 3]]), questions: 2 },
  ]);
});

test('several products become their maker, and a longer name stays whole', () => {
  const names = (answers: readonly string[]) =>
    competitorsInAnswers(answers.map((name) => named([name]))).map(({ name }) => name);
  assert.deepEqual(names(['Zorblat One', 'Zorblat Two', 'Zorblat One', 'Zorblat Max']), ['Zorblat']);
  assert.deepEqual(names(['Kestrel Boards', 'Kestrel Boards', 'Kestrel Boards']), ['Kestrel Boards']);
  assert.deepEqual(names(['Notion One', 'Notion Two', 'Notion Max']), [], 'an ordinary word by itself');
});
