import assert from 'node:assert/strict';
import { test } from 'node:test';
import { constantModel, learnedInputOf } from '../../../../test/support/learned.ts';

const model = constantModel({ recommended: 0, negative: 0 });

/** The answer's sentences about brands: the brand, the link, the distance, and the text. */
function sentences(text: string, names: readonly string[] = ['Vexo', 'Zalto']): string[] {
  return learnedInputOf(text, names, model).reads.map(({ sentence }) => {
    const { brand, link, distance, range, marked } = sentence;
    return `${brand.name} ${link} ${distance}: ${marked.block.text.slice(range.from, range.to).trim()}`;
  });
}

test('a sentence concerns every tracked brand that it names', () => {
  assert.deepEqual(sentences('Vexo is quicker than Zalto.'), [
    'Vexo named 0: Vexo is quicker than Zalto.',
    'Zalto named 0: Vexo is quicker than Zalto.',
  ]);
});

test('a sentence after a label concerns the label’s brand', () => {
  const [, second] = sentences('**Vexo**: It is light. Batteries last all day.');
  assert.equal(second, 'Vexo topic 1: Batteries last all day.');
});

test('a template’s field does not count, but a verdict does', () => {
  assert.equal(sentences('**Vexo**: It is light. Best for: families with pets.').length, 1);
  assert.equal(sentences('I bought Vexo. Pros: light and small.').length, 1);
  assert.equal(sentences('I bought Vexo. Verdict: light and small.').length, 2);
});

test('a sentence with a colon is no field: it has more words than a label, or a comma', () => {
  assert.equal(sentences('I bought Vexo. Its video is really awful: shaky and noisy.').length, 2);
  assert.equal(sentences('I bought Vexo. Its strap, sadly, broke: twice.').length, 2);
});

test('up to three sentences after a sentence’s only name concern it', () => {
  const text = 'I bought Vexo. It is light. Batteries last all day. The strap is soft. The box is blue.';
  assert.deepEqual(sentences(text).slice(1), [
    'Vexo before 1: It is light.',
    'Vexo before 2: Batteries last all day.',
    'Vexo before 3: The strap is soft.',
  ]);
});

test('a sentence after two names concerns neither, and another name ends the subject', () => {
  assert.equal(sentences('I bought Vexo and Zalto. They are light.').length, 2);
  assert.equal(sentences('I bought Vexo. Then came Quorbit. It is light.').length, 1);
});

test('text right after a heading or an item’s head concerns its brand', () => {
  assert.deepEqual(sentences('### Vexo\n\nA very light one.'), ['Vexo heading 1: A very light one.']);
  assert.deepEqual(sentences('- **Vexo**\n  - A very light one.'), ['Vexo item 1: A very light one.']);
});

test('text after a question about one brand answers it, even after a second question', () => {
  assert.deepEqual(sentences('Is Vexo worth it? Not at any price. Broken machines.'), [
    'Vexo heading 1: Not at any price.',
    'Vexo heading 2: Broken machines.',
  ]);
  for (const asked of ['And Zalto?', 'Und was ist mit Zalto?', '¿Y Zalto?'])
    assert.deepEqual(sentences(`**Is Vexo light?**\n\nYes, very.\n\n**${asked}**\n\nNot at all.`).slice(1), [
      'Zalto heading 1: Not at all.',
    ]);
  assert.deepEqual(sentences('**Vexo or Zalto?**\n\nNot at all.'), []);
});

test('a verdict column’s cell concerns its row’s brand', () => {
  const table = '| App | Verdict |\n|---|---|\n| Vexo | A very light one. |\n| Zalto | Too heavy for us. |';
  assert.deepEqual(sentences(table), ['Vexo row 1: A very light one.', 'Zalto row 1: Too heavy for us.']);
});

for (const [what, text] of [
  ['a question', 'Is Vexo the best one for you?'],
  ['a question in Arabic', 'هل Vexo هو الأفضل؟'],
  ['a question in Chinese', 'Vexo 值得买吗？'],
  ['a question in Greek', 'Είναι το Vexo καλό;'],
  ['a question in quotation marks', '"Is Vexo worth it?"'],
  ['a title', 'Vexo Review With Great Prices'],
  ['a bare name', 'Vexo'],
  ['names and signs', '1) Vexo + Zalto!'],
  ['a long list of names', `${'Vexo, Zalto, '.repeat(5)}and more are sold here.`],
  ['an endless sentence', `Vexo is ${'very '.repeat(200)}light.`],
] as const) {
  test(`${what} states nothing`, () => assert.deepEqual(sentences(text), []));
}
