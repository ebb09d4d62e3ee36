import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brands, readingsOf } from '../../../test/support/extraction.ts';
import { extractorFor } from '../extractor.ts';

/** Each brand's statements: `Vexo price neutral: sentence`. */
function saidIn(text: string, brands: readonly string[] = ['Vexo']): string[] {
  return readingsOf(text, brands).flatMap(({ brand, mention }) =>
    (mention.said ?? []).map(
      ({ theme, framing, from, to }) => `${brand.name} ${theme} ${framing}: ${text.slice(from, to)}`,
    ),
  );
}

test('a sentence with a theme and without a judgment states a property', () => {
  assert.deepEqual(saidIn('Hello. Vexo reports hours by client. Bye.'), [
    'Vexo features neutral: Vexo reports hours by client.',
  ]);
});

test('a sentence without theme words states none', () => {
  assert.deepEqual(saidIn('Vexo was founded in 2011 in Denver.'), []);
});

test('a sentence with a verdict but without theme words belongs to other', () => {
  assert.deepEqual(saidIn('Vexo is the best choice for freelancers.'), [
    'Vexo other recommended: Vexo is the best choice for freelancers.',
  ]);
});

test('each side of a “but” has its own verdict', () => {
  const text = 'Vexo is easy to use, but its pricing is far too expensive.';
  assert.deepEqual(saidIn(text), [`Vexo ease_of_use recommended: ${text}`, `Vexo price negative: ${text}`]);
});

test('a sentence has at most two themes', () => {
  const text = 'Vexo costs $9 a month, connects to Slack, and encrypts all files.';
  assert.equal(saidIn(text).length, 2);
});

test('critical words count for their theme if the model leans the same way', () => {
  const text = "Vexo's support team is slow to respond and often unhelpful.";
  assert.ok(saidIn(text).includes(`Vexo support negative: ${text}`));
});

test('assumptions and questions are not statements', () => {
  assert.deepEqual(saidIn('If Vexo had better integrations, we would look at it. Is Vexo expensive?'), []);
});

test('a property belongs to the sentence’s subject, not to another brand in it', () => {
  const text = 'Vexo integrates with Zalto and Slack.';
  assert.deepEqual(saidIn(text, ['Vexo', 'Zalto']), [`Vexo integrations neutral: ${text}`]);
});

test('a property belongs to each of several coordinated names', () => {
  const text = 'Vexo and Zalto cost $9 a month.';
  assert.deepEqual(saidIn(text, ['Vexo', 'Zalto']), [
    `Vexo price neutral: ${text}`,
    `Zalto price neutral: ${text}`,
  ]);
});

test('a sentence’s place refers to the Markdown', () => {
  const text = '# Tools\n\n- **Vexo**: costs [$9](https://a.example/p) a month.\n- Zalto';
  assert.deepEqual(saidIn(text), ['Vexo price neutral: **Vexo**: costs [$9](https://a.example/p) a month.']);
});

test('a language without theme words has no statements', () => {
  assert.deepEqual(saidIn('Η Vexo κοστίζει 10 € τον μήνα και είναι η καλύτερη επιλογή.'), []);
});

test('an absent brand, or a bare name, has no statements', () => {
  const said = readingsOf('- Vexo', ['Vexo', 'Zalto']).map(({ mention }) => mention.said);
  assert.deepEqual(said, [[], null]);
});

test('a brand’s own words precede the built-in ones', () => {
  const themes = [{ name: 'Client portals', words: ['client portal*', 'price'] }];
  const text = 'The price of Vexo is $9 a month.';
  const [reading] = extractorFor(brands(['Vexo']), { themes }).read({ text, citedHosts: [] });
  assert.equal(reading?.mention.said?.[0]?.theme, 'Client portals');
});

test('a label with a price or names belongs to the brand above it', () => {
  const text =
    '## Vexo\n\n- Price: from $9 per month\n- Integrations: Slack, Zoom\n- Price: cheap at $9\n- Support: Poor';
  assert.deepEqual(saidIn(text), [
    'Vexo price neutral: Price: from $9 per month',
    'Vexo integrations neutral: Integrations: Slack, Zoom',
  ]);
  assert.deepEqual(saidIn('Vexo is old.\n\n- Price: from $9 per month'), []);
});

test('advice to check changing prices belongs to no brand', () => {
  const footer = 'Prices are subject to change; check the website.';
  assert.deepEqual(saidIn(`- **Vexo** – a tool. ${footer}`), []);
  assert.deepEqual(saidIn('## Vexo\n\nVexo is old.\n\nDie Preise ändern sich oft.'), []);
  assert.deepEqual(saidIn('The prices of Vexo change often.').length, 1);
});
