import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionOf } from '../../test/support/extraction.ts';
import { LONGEST_SNIPPET, sentenceAround } from './snippets.ts';

for (const [what, answer, name, snippet] of [
  [
    'the first sentence that names it',
    'Hosting is wide. Hetzner is in Bavaria. Hetzner bills hourly.',
    'Hetzner',
    'Hetzner is in Bavaria.',
  ],
  [
    'the first with a cue before that',
    'Hetzner is in Bavaria. We recommend Hetzner.',
    'Hetzner',
    'We recommend Hetzner.',
  ],
  [
    'verbatim, with its markup',
    'A **small server** at [Hetzner](https://x.example/h) has *two* cores. Yes.',
    'Hetzner',
    'A **small server** at [Hetzner](https://x.example/h) has *two* cores.',
  ],
  [
    'with its entities and escapes',
    'At Barnes &amp; Noble \\$5 is little. Yes.',
    'Barnes & Noble',
    'At Barnes &amp; Noble \\$5 is little.',
  ],
  [
    'with its citation marks',
    'Hetzner is in Bavaria [1][3]. Yes.',
    'Hetzner',
    'Hetzner is in Bavaria [1][3].',
  ],
  ['bold stays whole at the end', 'Some use **Hetzner.** Others do not.', 'Hetzner', 'Some use **Hetzner.**'],
  [
    'bold stays whole at the start',
    'Yes. **Hetzner** is in Bavaria.',
    'Hetzner',
    '**Hetzner** is in Bavaria.',
  ],
  ['a sentence in bold', 'Yes. **Hetzner is in Bavaria.** Good.', 'Hetzner', '**Hetzner is in Bavaria.**'],
  ['an item’s line', '- **Dyson V15** – $699\n- **Shark** – $199', 'Dyson', '**Dyson V15** – $699'],
  ['a heading without its number', '## 1. Hetzner\n\nServers.', 'Hetzner', 'Hetzner'],
  ['prose before a bare item', '- Hetzner\n\nHetzner is in Bavaria.', 'Hetzner', 'Hetzner is in Bavaria.'],
  ['a cell', '| Host | Price |\n|---|---|\n| **Hetzner** | $5 |', 'Hetzner', '**Hetzner**'],
  [
    'across quoted lines',
    '> Servers at\n> Hetzner cost $5. Yes.',
    'Hetzner',
    'Servers at\n> Hetzner cost $5.',
  ],
  [
    'an image as text in HTML ends no sentence',
    '<script>alert(1)</script> Use ![i](http://evil/) AWS',
    'AWS',
    'Use ![i](http://evil/) AWS',
  ],
  ['İ does not move it', 'İİİ. İkea is open. Yes.', 'Ikea', 'İkea is open.'],
] as const) {
  test(`snippet: ${what}`, () => assert.equal(mentionOf(answer, [name]).snippet, snippet));
}

const words = (count: number) => 'word '.repeat(count).trim();

test('snippet: exactly the limit stays whole', () => {
  const sentence = `Hetzner ${'x'.repeat(LONGEST_SNIPPET - 9)}.`;
  assert.equal(mentionOf(sentence, ['Hetzner']).snippet, sentence);
});

test('snippet: one character more needs a cut, at a space', () => {
  const sentence = `Hetzner ${words(100)}.`;
  const snippet = mentionOf(sentence, ['Hetzner']).snippet ?? '';
  assert.ok(snippet.length <= LONGEST_SNIPPET && snippet.length > LONGEST_SNIPPET - 20);
  assert.match(snippet, /^Hetzner word.* word$/);
});

test('snippet: a name at the end of a long sentence stays in', () => {
  const snippet = mentionOf(`So ${words(300)} at Hetzner.`, ['Hetzner']).snippet ?? '';
  assert.ok(snippet.length <= LONGEST_SNIPPET);
  assert.match(snippet, /^word .*Hetzner\.$/);
});

test('snippet: a cut never splits a character', () => {
  for (const shift of ['', 'a', 'ab', 'abc']) {
    const snippet =
      mentionOf(`${shift}${'😀'.repeat(400)} Hetzner ${'😀'.repeat(400)}${shift}`, ['Hetzner']).snippet ?? '';
    assert.ok(snippet.includes('Hetzner') && snippet.isWellFormed());
    assert.ok(snippet.length <= LONGEST_SNIPPET);
  }
});

test('snippet: a link far beyond the limit keeps the name', () => {
  const answer = `See [Hetzner](https://x.example/${'a'.repeat(2000)}) for it.`;
  const snippet = mentionOf(answer, ['Hetzner']).snippet ?? '';
  assert.ok(answer.includes(snippet) && snippet.includes('Hetzner'), snippet.slice(0, 80));
});

for (const [what, answer, words, sentence] of [
  ['a sentence', 'Yes. It costs **$5 a month** [2]. No.', '$5 a', 'It costs **$5 a month** [2].'],
  ['an item', '- Hetzner: cheap\n- Other: dear', 'cheap', 'Hetzner: cheap'],
  ['a sentence over two lines', 'It costs\n$5 a month. Yes.', '$5', 'It costs\n$5 a month.'],
  ['a row', '| Name | Price |\n|---|---|\n| Hetzner | $5 |\n', '$5', '| Hetzner | $5 |'],
  ['a line of code', '```\nHetzner is cheap\n```\n', 'cheap', 'Hetzner is cheap'],
] as const) {
  test(`words of ${what} are shown with all of it`, () => {
    const from = answer.indexOf(words);
    assert.equal(sentenceAround(answer, { from, to: from + words.length }), sentence);
  });
}
