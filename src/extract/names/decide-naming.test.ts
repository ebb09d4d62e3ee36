import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brand, readingsOf } from '../../../test/support/extraction.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';

type Tracked = string | TrackedBrand;

/** Cases with the answer, the brands, each brand's expected count, and the cited hosts. */
function namedTimes(
  title: string,
  rows: readonly (readonly [string, string, readonly Tracked[], readonly number[], (readonly string[])?])[],
) {
  for (const [trap, answer, tracked, expected, cited] of rows) {
    test(`${title}: ${trap} -> ${expected.join(', ')}`, () => {
      const counts = readingsOf(answer, tracked, cited).map(({ mention }) => mention.count);
      assert.deepEqual(counts, expected);
    });
  }
}

namedTimes('an ordinary word', [
  [
    'in lower case is not a name',
    'any notion of a ring in a square, so far',
    ['Notion', 'Ring', 'Square'],
    [0, 0, 0],
  ],
  ['with its capital inside a sentence is one', 'Most teams keep their wiki in Notion.', ['Notion'], [1]],
  [
    'in lower case is a name with ignored case',
    'keep it in notion',
    [brand('Notion', { match: { caseSensitive: false } })],
    [1],
  ],
  ['with a sign inside is not ordinary', 'Strom von e.on und at&t', ['E.ON', 'AT&T'], [1, 1]],
  ['a name of several ordinary words', 'the best buy was at Best Buy', ['Best Buy'], [1]],
]);

namedTimes('an ordinary word where any word has a capital', [
  ['at a sentence’s start', 'Linear regression has nothing to do with it.', ['Linear'], [0]],
  ['after another sentence', 'It is late. Close the door.', ['Close'], [0]],
  ['in a name’s role there', 'Linear is made by forty people.', ['Linear'], [1]],
  ['with a possessive', 'Linear’s keyboard shortcuts are quick.', ['Linear'], [1]],
  ['beside another name', 'Linear and Jira are both made for it.', ['Linear'], [1]],
  [
    'where another mention proves it',
    'Linear regression? No, we mean the tracker, and file issues in Linear.',
    ['Linear'],
    [2],
  ],
  [
    'with its site among the citations',
    'Bolt costs less at night.',
    [brand('Bolt', { hosts: ['bolt.eu'] })],
    [1],
    ['bolt.eu'],
  ],
  [
    'with a page of its site among the citations',
    'Ramp up your spending slowly, then Ramp to the limit.',
    [brand('Zorba', { hosts: ['zorba.example'] })],
    [0],
    ['zorba.example'],
  ],
  [
    'with a similar site among the citations',
    'Bolt upright she sat.',
    [brand('Bolt', { hosts: ['bolt.eu'] })],
    [0],
    ['notbolt.eu'],
  ],
  ['in Title Case', 'How To Close More Deals In A Linear Market', ['Close', 'Linear'], [0, 0]],
  ['in a heading of Title Case', '## Keep Your Notion Of Time\n\nNothing more.', ['Notion'], [0]],
  ['in ALL CAPS', 'DO NOT RING THE BELL OR CLOSE THE SQUARE', ['Ring', 'Close', 'Square'], [0, 0, 0]],
  [
    'an acronym declared in capitals',
    'Shoes by ON and ASICS sell well there.',
    [brand('ON', { match: { caseSensitive: true } })],
    [1],
  ],
  [
    'in bold at an item’s head',
    '- **Front** – shared inbox\n- **Missive** – team mail',
    ['Front', 'Missive'],
    [1, 1],
  ],
  [
    'beside another tracked brand in a list',
    '1. Front desk tools\n2. Missive\n3. Zendesk',
    ['Front', 'Zendesk'],
    [1, 1],
  ],
  ['as a list’s step', '1. Close on the house.\n2. Match three offers.', ['Close', 'Match'], [0, 0]],
  ['as a table cell', '| Tool | Price |\n|---|---|\n| Linear | $8 |', ['Linear'], [1]],
]);

namedTimes('a name of several words', [
  [
    'as other words at a sentence’s start',
    'Made in Italy. Best buy of the week.',
    ['Made In', 'Best Buy'],
    [0, 0],
  ],
  ['in the same words elsewhere', '- Made in Italy\n- Pans by Made In', ['Made In'], [1]],
  ['with one capital inside a sentence', 'They sell it at Best buy too.', ['Best Buy'], [1]],
]);

namedTimes('an ordinary word beside others', [
  ['joined to a plain phrase', 'Linear or curved walls? Ring and pinky fingers?', ['Linear', 'Ring'], [0, 0]],
  [
    'joined to its rivals',
    'Linear and similar trackers are quick. Ring or the like.',
    ['Linear', 'Ring'],
    [1, 1],
  ],
  ['before an invented name', '- Compatible with Apple HomeKit', ['Apple'], [1]],
]);

namedTimes('where what is said of something begins', [
  ['after a dash', 'Amazon – Target your spending. Zoom — Ring your friends.', ['Target', 'Ring'], [0, 0]],
  ['after an arrow', '→ Ring the bell\n→ Close the door', ['Ring', 'Close'], [0, 0]],
  ['after a number in a circle', '① Close the door\n② Ring twice', ['Close', 'Ring'], [0, 0]],
  ['a name after a dash', 'We took one tool – Linear – for all of it.', ['Linear'], [1]],
  ['a name with its verb after a dash', 'One tool stands out — Linear is quick.', ['Linear'], [1]],
  ['a name with a description', '→ Linear: fast\n→ Jira: big', ['Linear'], [1]],
  ['a name in a circled list', '① Linear\n② Jira', ['Linear'], [1]],
  ['names between bars', 'Linear | Jira | Front', ['Linear', 'Front'], [1, 1]],
  [
    'compared names',
    '## Comparison: Linear vs Jira\n\n## Choosing Between Front and Gmail',
    ['Linear', 'Front'],
    [1, 1],
  ],
]);

namedTimes('a weekday', [
  ['after on', 'Call us on Monday.', ['Monday'], [0]],
  ['at a sentence’s start', 'Monday morning is quiet.', ['Monday'], [0]],
  ['its plural', 'We meet Mondays at nine.', ['Monday'], [0]],
  ['with .com', 'Boards in monday.com sync hourly.', ['monday.com'], [1]],
  [
    'with .com, by its first word',
    'Boards in monday.com sync hourly.',
    [brand('Monday', { hosts: ['monday.com'] })],
    [1],
  ],
  ['beside competitors in a list', '- Asana\n- Monday\n- Trello', ['Monday', 'Asana'], [1, 1]],
  ['a month', 'In May the price rose.', ['May'], [0]],
]);

namedTimes('a name that is also a verb', [
  ['as an imperative with an object', 'Ring the doorbell twice.', ['Ring'], [0]],
  [
    'even if the answer names the brand elsewhere',
    'Ring the bell. The camera by Ring records it.',
    ['Ring'],
    [1],
  ],
  ['with a particle', 'Ramp up slowly.', ['Ramp'], [0]],
  ['inside a sentence with a capital', 'The doorbell by Ring records it.', ['Ring'], [1]],
  ['with its own verb', 'Ramp charges nothing for cards.', ['Ramp'], [1]],
]);

namedTimes('a name that is the whole of a block', [
  ['an answer of one word', 'Notion', ['Notion'], [1]],
  ['with a full stop', 'Square.', ['Square'], [1]],
  ['in bold', '**Linear**', ['Linear'], [1]],
  ['two words', 'Best Buy', ['Best Buy'], [1]],
  [
    'ordinary words in a short sentence',
    'We prefer Blue Apron to Green Chef.',
    ['Blue Apron', 'Green Chef'],
    [1, 1],
  ],
]);

namedTimes('a mark that only cites changes nothing', [
  ['after a bold head', '- **Notion**[4]: docs\n- **Coda**[5]: tables', ['Notion'], [1]],
  ['after a plain head', '- Notion [1, 2]: docs', ['Notion'], [1]],
  ['inside the bold', '- **Notion[4]**: docs', ['Notion'], [1]],
  ['as a footnote', '- **Notion**[^4]: docs', ['Notion'], [1]],
  ['as a source', '- **Notion**【4†source】: docs', ['Notion'], [1]],
  ['raised', '- **Notion**¹: docs\n- **Front**<sup>2</sup>: mail', ['Notion', 'Front'], [1, 1]],
  [
    'as other engines write it',
    '- **Notion**【4】: docs\n- **Front** [cite: 4, 5]: mail',
    ['Notion', 'Front'],
    [1, 1],
  ],
  ['as a link', '- **Notion** [[4]](https://x.example/a): docs', ['Notion'], [1]],
  ['in a heading', '### Notion[4]\n\nDocs.', ['Notion'], [1]],
  ['in a numbered item', '1. Notion[4]\n2. Coda[5]', ['Notion'], [1]],
  ['in a cell', '| Tool | Price |\n|---|---|\n| Notion[4] | $8 |', ['Notion'], [1]],
  ['after a label', 'Winner: Notion [3].', ['Notion'], [1]],
  ['between names', 'Asana[1], Monday[2] and Trello[3]', ['Monday', 'Asana', 'Trello'], [1, 1, 1]],
  ['before a sentence', 'It is late.[2] Close the door.', ['Close'], [0]],
  ['after a phrase', '- **Notion of quality**[4]: what it means', ['Notion'], [0]],
  ['after a verb', '- Ring the bell[4]: do it', ['Ring'], [0]],
]);

namedTimes('the French verb a', [
  ['opened', 'Decathlon a ouvert un magasin à Lyon.', ['Decathlon'], [1]],
  ['announced', 'Notion a annoncé une version.', ['Notion'], [1]],
  ['was founded', 'Wise a été fondée en 2011.', ['Wise'], [1]],
  ['recently bought', 'Target a récemment racheté une chaîne.', ['Target'], [1]],
  ['before an article', 'Ring a friend and ask.', ['Ring'], [0]],
  ['before an article and an accent', 'Target a café nearby.', ['Target'], [0]],
]);

namedTimes('in all capitals', [
  ['a rare word', 'The massage gun from BANTAM is quiet.', ['Bantam'], [1]],
  ['an everyday word', 'You should NOT let it RING at night.', ['Ring'], [0]],
]);

namedTimes('in another language English words are no ordinary ones', [
  ['German', 'Notion ist für die meisten Teams das Werkzeug mit den meisten Vorlagen.', ['Notion'], [1]],
  ['Chinese', 'Notion支持离线', ['Notion'], [1]],
]);

test('the evidence says why a match names nobody', () => {
  const [reading] = readingsOf('Linear regression has nothing to do with it.', ['Linear']);
  const found = reading?.evidence.namings.map(({ names, reason }) => [names, reason]);
  assert.deepEqual(found, [[false, 'its capital proves nothing here, and nothing else supports the brand']]);
});
