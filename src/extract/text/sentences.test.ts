import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brand } from '../../../test/support/extraction.ts';
import { pluck } from '../../../test/support/pluck.ts';
import { NameFinder } from '../names/find-names.ts';
import { blocksOf } from './blocks.ts';
import { Sentences } from './sentences.ts';

/** The sentences in a one-block text with these tracked names. */
function sentencesOf(text: string, names: readonly string[] = []): string[] {
  const [block] = blocksOf(text);
  if (block === undefined) return [];
  const matches = new NameFinder(names.map((name) => brand(name))).findIn(block, null);
  const sentences = new Sentences(new Map([[block, matches]]));
  return sentences.of(block).map(({ from, to }) => block.text.slice(from, to));
}

for (const [what, text, expected] of [
  ['two', 'One is. Two are.', ['One is.', 'Two are.']],
  ['vs.', 'Hoka vs. Brooks lasts. Both wear.', ['Hoka vs. Brooks lasts.', 'Both wear.']],
  ['No.', 'It is No. 1 in sales. Good.', ['It is No. 1 in sales.', 'Good.']],
  ['Dr. and St.', 'Dr. Lin of St. Mary knows. Yes.', ['Dr. Lin of St. Mary knows.', 'Yes.']],
  ['e.g. and i.e.', 'Some, e.g. Asana, i.e. one. Two.', ['Some, e.g. Asana, i.e. one.', 'Two.']],
  ['initials', 'Shirts by J. Crew fit. Yes.', ['Shirts by J. Crew fit.', 'Yes.']],
  ['U.S. inside', 'In the U.S. market it leads. Yes.', ['In the U.S. market it leads.', 'Yes.']],
  [
    'Inc. at the end',
    'It is made by Acme Inc. The price is low.',
    ['It is made by Acme Inc.', 'The price is low.'],
  ],
  ['decimals', 'It costs $4.51 a month. Cheap.', ['It costs $4.51 a month.', 'Cheap.']],
  ['versions', 'Use Node 24.1.0 today. Yes.', ['Use Node 24.1.0 today.', 'Yes.']],
  ['domains', 'See example.org for it. Yes.', ['See example.org for it.', 'Yes.']],
  ['a domain at the end', 'Build it at tally.so. It is free.', ['Build it at tally.so.', 'It is free.']],
  [
    'glued sentences',
    'It works great.Best of all it is free.',
    ['It works great.', 'Best of all it is free.'],
  ],
  ['three dots', 'Well... maybe it works. Yes.', ['Well... maybe it works.', 'Yes.']],
  ['a question and a shout', 'Is it? It is! Good.', ['Is it?', 'It is!', 'Good.']],
  ['an image as text', '<p>See ![a](b) here! Good.</p>', ['See ![a](b) here!', 'Good.']],
  ['quotation marks', 'He said "Buy it." Then he left.', ['He said "Buy it."', 'Then he left.']],
  ['Chinese', '我推荐飞书。钉钉也好！', ['我推荐飞书。', '钉钉也好！']],
  ['Japanese', 'これは良い。あれは？', ['これは良い。', 'あれは？']],
  ['Hindi', 'यह अच्छा है। वह नहीं।', ['यह अच्छा है।', 'वह नहीं।']],
  ['a line end inside a paragraph ends nothing', 'One goes\non here. Two.', ['One goes\non here.', 'Two.']],
  ['a marked line stands alone', 'One thing\n✓ Two\n✓ Three', ['One thing', '✓ Two', '✓ Three']],
  ['a hard break ends a line', 'One  \nTwo', ['One', 'Two']],
  ['footnote marks', 'Good for invoicing.[1][2] I’d pick it.', ['Good for invoicing.[1][2]', 'I’d pick it.']],
  ['footnote marks without blanks', 'It is.[1, 2]They are.', ['It is.[1, 2]', 'They are.']],
  [
    'footnote marks inside',
    'It is good[1] and e.g.[2] cheap. Yes.',
    ['It is good[1] and e.g.[2] cheap.', 'Yes.'],
  ],
  ['a footnote after Japanese', 'これは良い。[1]あれは？', ['これは良い。[1]', 'あれは？']],
  ['a linked footnote', 'One is.[1](https://a.example) Two are.', ['One is.\uFFFC', 'Two are.']],
  ['brackets that are no footnote', 'One is. [Two] are.', ['One is.', '[Two] are.']],
  ['German z. B.', 'Es gibt z. B. Asana. Gut.', ['Es gibt z. B. Asana.', 'Gut.']],
] as const) {
  test(`sentences: ${what}`, () => assert.deepEqual(sentencesOf(text), expected));
}

test('sentences: punctuation in a tracked name ends none', () =>
  assert.deepEqual(sentencesOf('Mail by Yahoo! is free. Yes.', ['Yahoo!']), [
    'Mail by Yahoo! is free.',
    'Yes.',
  ]));

test('sentences: a block edge is an edge', () =>
  assert.deepEqual(pluck(blocksOf('## One\n\nTwo\n\n- Three'), 'text'), ['One', 'Two', 'Three']));
