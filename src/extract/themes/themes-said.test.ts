import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brands, readingsOf } from '../../../test/support/extraction.ts';
import { extractorFor } from '../extractor.ts';

/** What is said of each brand: `Vexo price neutral: sentence`. */
function saidIn(text: string, brands: readonly string[] = ['Vexo']): string[] {
  return readingsOf(text, brands).flatMap(({ brand, mention }) =>
    (mention.said ?? []).map(
      ({ theme, framing, from, to }) => `${brand.name} ${theme} ${framing}: ${text.slice(from, to)}`,
    ),
  );
}

test('a sentence that names a theme and judges nothing states a property', () => {
  assert.deepEqual(saidIn('Hello. Vexo reports hours by client. Bye.'), [
    'Vexo features neutral: Vexo reports hours by client.',
  ]);
});

test('a sentence without any word of a theme states none', () => {
  assert.deepEqual(saidIn('Vexo was founded in 2011 in Denver.'), []);
});

test('a decided sentence without any word of a theme is of other', () => {
  assert.deepEqual(saidIn('Vexo is the best choice for freelancers.'), [
    'Vexo other recommended: Vexo is the best choice for freelancers.',
  ]);
});

test('each side of a but has its own verdict', () => {
  const text = 'Vexo is easy to use, but its pricing is far too expensive.';
  assert.deepEqual(saidIn(text), [`Vexo ease_of_use recommended: ${text}`, `Vexo price negative: ${text}`]);
});

test('a sentence has at most two themes', () => {
  const text = 'Vexo costs $9 a month, connects to Slack, and encrypts all files.';
  assert.equal(saidIn(text).length, 2);
});

test('words of blame speak of their theme where the learned reader leans the same way', () => {
  const text = "Vexo's support team is slow to respond and often unhelpful.";
  assert.ok(saidIn(text).includes(`Vexo support negative: ${text}`));
});

test('what is supposed or asked is not said', () => {
  assert.deepEqual(saidIn('If Vexo had better integrations, we would look at it. Is Vexo expensive?'), []);
});

test('a property is said of the brand that the sentence is about, and not of another that it names', () => {
  const text = 'Vexo integrates with Zalto and Slack.';
  assert.deepEqual(saidIn(text, ['Vexo', 'Zalto']), [`Vexo integrations neutral: ${text}`]);
});

test('of names that are joined, a property is said of each', () => {
  const text = 'Vexo and Zalto cost $9 a month.';
  assert.deepEqual(saidIn(text, ['Vexo', 'Zalto']), [
    `Vexo price neutral: ${text}`,
    `Zalto price neutral: ${text}`,
  ]);
});

test('the place of a sentence is that in the Markdown', () => {
  const text = '# Tools\n\n- **Vexo**: costs [$9](https://a.example/p) a month.\n- Zalto';
  assert.deepEqual(saidIn(text), ['Vexo price neutral: **Vexo**: costs [$9](https://a.example/p) a month.']);
});

test('in a language without words nothing is said', () => {
  assert.deepEqual(saidIn('Η Vexo κοστίζει 10 € τον μήνα και είναι η καλύτερη επιλογή.'), []);
});

test('a brand that is absent, or named alone, has nothing said of it', () => {
  const said = readingsOf('- Vexo', ['Vexo', 'Zalto']).map(({ mention }) => mention.said);
  assert.deepEqual(said, [[], null]);
});

test('words that a brand added come before ours', () => {
  const themes = [{ name: 'Client portals', words: ['client portal*', 'price'] }];
  const text = 'The price of Vexo is $9 a month.';
  const [reading] = extractorFor(brands(['Vexo']), undefined, { themes }).read({ text, citedHosts: [] });
  assert.equal(reading?.mention.said?.[0]?.theme, 'Client portals');
});

test('a label with a price or names is stated of the brand that it stands under', () => {
  const text =
    '## Vexo\n\n- Price: from $9 per month\n- Integrations: Slack, Zoom\n- Price: cheap at $9\n- Support: Poor';
  assert.deepEqual(saidIn(text), [
    'Vexo price neutral: Price: from $9 per month',
    'Vexo integrations neutral: Integrations: Slack, Zoom',
  ]);
  assert.deepEqual(saidIn('Vexo is old.\n\n- Price: from $9 per month'), []);
});

test('that prices change, and where to check them, is said of no brand', () => {
  const footer = 'Prices are subject to change; check the website.';
  assert.deepEqual(saidIn(`- **Vexo** – a tool. ${footer}`), []);
  assert.deepEqual(saidIn('## Vexo\n\nVexo is old.\n\nDie Preise ändern sich oft.'), []);
  assert.deepEqual(saidIn('The prices of Vexo change often.').length, 1);
});
