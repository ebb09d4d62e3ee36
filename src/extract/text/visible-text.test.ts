import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brand, countsOf } from '../../../test/support/extraction.ts';
import { pluck } from '../../../test/support/pluck.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { blocksOf } from './blocks.ts';

type Tracked = string | TrackedBrand;

function namedTimes(
  title: string,
  rows: readonly (readonly [string, string, readonly Tracked[], readonly number[]])[],
) {
  for (const [trap, answer, tracked, expected] of rows) {
    test(`${title}: ${trap} -> ${expected.join(', ')}`, () =>
      assert.deepEqual(countsOf(answer, tracked), expected));
  }
}

namedTimes('links', [
  ['a label in prose names', '[Wrike](https://x.example/a) lists five plans', ['Wrike'], [1]],
  ['a label with an empty target names', '### [Baratza Encore]()', ['Baratza'], [1]],
  [
    'a target does not',
    'see [the list](https://www.wrike.com/price)',
    [brand('Wrike', { hosts: ['wrike.com'] })],
    [0],
  ],
  ['a title does not', 'a [host](https://x.example "Wrike compared") of mail', ['Wrike'], [0]],
  ['an autolink does not', 'as you type: <https://wrike.com/a>.', ['Wrike'], [0]],
  ['a bare URL does not', 'at https://x.example/wrike-vs-asana today', ['Wrike', 'Asana'], [0, 0]],
  [
    'a bare URL in brackets does not end the prose',
    'Wrike (see https://x.example/asana) costs more',
    ['Wrike', 'Asana'],
    [1, 0],
  ],
  ['a label with emphasis inside', '[**Wr**ike](https://x.example) lists plans', ['Wrike'], [1]],
  [
    'a definition does not',
    'One sentence.\n\n[w]: https://x.example/wrike "Wrike, all of it"',
    ['Wrike'],
    [0],
  ],
  ['an undefined reference’s label is text', 'as [Wrike][nowhere] shows', ['Wrike'], [1]],
]);

namedTimes('citations', [
  [
    'a reference in parentheses',
    'It saves time. ([The Verge][1])\n\n[1]: https://www.theverge.com/a',
    ['The Verge'],
    [0],
  ],
  [
    'several of them',
    'It saves time. ([The Verge][1], [Zapier][2])\n\n[1]: https://theverge.com\n[2]: https://zapier.com',
    ['The Verge', 'Zapier'],
    [0, 0],
  ],
  [
    'a tagged link in parentheses',
    'It saves time. ([zapier.com](https://zapier.com/a?utm_source=openai))',
    [brand('Zapier', { hosts: ['zapier.com'] })],
    [0],
  ],
  [
    'a tagged link with a prose label',
    'It saves time. ([Zapier guide](https://zapier.com/a?utm_source=openai))',
    ['Zapier'],
    [0],
  ],
  [
    'a reference inside a sentence names',
    'They moved from [Patreon][p] to mail.\n\n[p]: https://patreon.com',
    ['Patreon'],
    [1],
  ],
  ['a number in brackets is not a name', 'It saves time [1][3]. Tumblr too [2].', ['Tumblr'], [1]],
  ['【4†source】 is no name', 'It saves time【4†Zapier】.', ['Zapier'], [0]],
  [
    'a marker’s word is no name',
    'It saves time [WEB:2] [Source 1][doc1].',
    ['Web', 'Source', 'Doc'],
    [0, 0, 0],
  ],
  ['a marker ends a name', 'Zapier[web:1], Tumblrciteturn0search1 lead.', ['Zapier', 'Tumblr'], [1, 1]],
  ['private-use marks are no name', 'It saves time \uE200cite\uE202turn0Zapier1\uE201.', ['Zapier'], [0]],
  ['a footnote does not name', 'It saves time.[^1]\n\n[^1]: Measured by Zapier.', ['Zapier'], [0]],
  ['after a sentence, by number', 'It saves time. [Zapier][1]\n\n[1]: https://zapier.com', ['Zapier'], [0]],
  ['full-width parentheses', '省时间。（[Zapier][1]）\n\n[1]: https://zapier.com', ['Zapier'], [0]],
  [
    'and the brand beside its citation counts once',
    'Zapier saves time. ([Zapier][1])\n\n[1]: https://zapier.com',
    ['Zapier'],
    [1],
  ],
]);

namedTimes('source chips', [
  ['after a sentence', 'Good for large teams. Zapier+2', ['Zapier'], [0]],
  ['with a space', 'Good for large teams. Zapier +1', ['Zapier'], [0]],
  ['several', 'Good for large teams. Zapier+2Tumblr+1', ['Zapier', 'Tumblr'], [0, 0]],
  ['glued to the sentence', 'Good for large teams.zapier+3', ['Zapier'], [0]],
  ['of an own domain', 'Good for teams.zapier.com+2', [brand('Zap', { hosts: ['zapier.com'] })], [0]],
  ['before a sentence', 'Good for teams. The Verge+2 It is cheap.', ['The Verge'], [0]],
  ['without a full stop', '- Good for teams Zapier+2\n- Cheap Tumblr+1', ['Zapier', 'Tumblr'], [0, 0]],
  ['on a line of its own', 'Good for teams.\n\nThe Verge\n+2', ['The Verge'], [0]],
  ['the last one without a number', 'Good for teams. Tumblr+1Zapier', ['Zapier'], [0]],
  ['after Han', '适合大团队。Zapier+2', ['Zapier'], [0]],
  ['a name with a plus', 'It streams. Disney+ 2 and Canal+ are new', ['Disney+', 'Canal+'], [1, 1]],
  ['a name that ends with one', 'It streams. Paramount+', ['Paramount+'], [1]],
  ['a version', 'It supports standards. C++17', ['C++'], [1]],
  ['a telephone number', 'It is cheap. Zapier +1 800 555 1234', ['Zapier'], [1]],
  ['an amount', 'It is cheap. Zapier +5 TB of space', ['Zapier'], [1]],
  ['a time zone', 'Zapier is at UTC+2', ['Zapier'], [1]],
]);

namedTimes('HTML', [
  ['an attribute', 'A <a href="https://wrike.com" title="Wrike">list</a> of plans', ['Wrike'], [0]],
  ['text in tags', 'part of <b>Wrike</b><br>and <i>Asana</i>', ['Wrike', 'Asana'], [1, 1]],
  ['a comment', 'One.\n\n<!-- Wrike -->\n\nTwo <!-- Asana --> three.', ['Wrike', 'Asana'], [0, 0]],
  ['a script', '<script>var Wrike = 1;</script>\n\nOne.', ['Wrike'], [0]],
  ['a style', '<style>.Wrike { color: red }</style>\n\nOne.', ['Wrike'], [0]],
  [
    'a block shows its text',
    '<div class="asana">\n<p>Wrike costs $10.</p>\n</div>',
    ['Wrike', 'Asana'],
    [1, 0],
  ],
  [
    'an entity',
    '<p>At Barnes &amp; Noble they read, at Levi&#39;s they do not.</p>',
    ['Barnes & Noble', "Levi's"],
    [1, 1],
  ],
  ...(
    [
      ['a named letter', '<p>Citro&euml;n sells cars.</p>', 'Citroën'],
      ['a capital letter', '<div>\n&Scaron;koda makes cars</div>', 'Škoda'],
      ['a sign', '<p>McDonald&rsquo;s is big.</p>', "McDonald's"],
      ['a trademark sign', '<p>Acme&trade; Pro is new.</p>', 'Acme Pro'],
      ['a soft hyphen', '<p>Hub&shy;Spot is new.</p>', 'HubSpot'],
      ['a number of Windows-1252', '<p>McDonald&#146;s is big.</p>', "McDonald's"],
      ['an unknown name beside it', '<p>Unknown &bogus; Wrike</p>', 'Wrike'],
    ] as const
  ).map(([what, answer, name]) => [`a reference to ${what}`, answer, [name], [1]] as const),
  ['a tag with a > in its attribute', '<div title="a > Wrike">\nAsana\n</div>', ['Wrike', 'Asana'], [0, 1]],
  ['a tag that never ends', '<div title="Wrike', ['Wrike'], [0]],
  ['an HTML table', '<table><tr><td>Wrike</td><td>Asana</td></tr></table>', ['Wrike', 'Asana'], [1, 1]],
  ['a superscript is not part of the name', 'Wrike<sup>1</sup> costs H<sub>2</sub>O', ['Wrike'], [1]],
  ['an inline script', 'One <script>Wrike</script> two.', ['Wrike'], [0]],
]);

namedTimes('code, images and marks', [
  ['a fence does not name', '```sh\nnpm i wrike\n```', ['Wrike'], [0]],
  ['an indented fence does not', '1. Run:\n\n   ```sh\n   npm i wrike\n   ```', ['Wrike'], [0]],
  ['a fence that never ends', '```\nWrike\n\nAsana', ['Wrike', 'Asana'], [0, 0]],
  ['tildes', '~~~\nWrike\n~~~\n\nAsana', ['Wrike', 'Asana'], [0, 1]],
  ['inline code names', 'run `wrike` once', ['Wrike'], [1]],
  ['an image’s alternative text does not', '![Wrike board](https://x.example/a.png)', ['Wrike'], [0]],
  ['an image’s file does not', '![A board](https://x.example/wrike.png)', ['Wrike'], [0]],
  ['an image in a link does not', '[![Wrike](https://x.example/a.png)](https://wrike.com)', ['Wrike'], [0]],
  ['struck text is visible', 'we used ~~Wrike~~ Asana', ['Wrike', 'Asana'], [1, 1]],
  ['an escaped mark', '\\*\\*Wrike\\*\\*', ['Wrike'], [1]],
  ['a name with an escaped sign', 'Yahoo\\! and Barnes \\& Noble', ['Yahoo!', 'Barnes & Noble'], [1, 1]],
  ['a numeric reference', 'W&#114;ike', ['Wrike'], [1]],
  ['a table cell', '| Tool | Price |\n| --- | --- |\n| Wrike | $10 |', ['Wrike'], [1]],
  ['a quotation', '> Wrike is\n> slow', ['Wrike'], [1]],
  ['a name across two quoted lines', '> the Blue\n> Apron box', ['Blue Apron'], [1]],
  ['a thematic break ends nothing', 'Wrike\n\n---\n\nAsana', ['Wrike', 'Asana'], [1, 1]],
  ['a setext heading', 'Wrike\n=====\n\nOne.', ['Wrike'], [1]],
  ['CRLF', 'Blue\r\nApron\r\n\r\nWrike', ['Blue Apron', 'Wrike'], [1, 1]],
  ['a byte order mark', '\uFEFFWrike costs $10', ['Wrike'], [1]],
  ['NUL', 'Wrike\0 costs\0 $10', ['Wrike'], [1]],
]);

for (const [what, answer, expected] of [
  ['bold beside Han', '推荐**飞书（Lark）**作为', '推荐飞书（Lark）作为'],
  ['bold before kana', 'これは**「重要」**です', 'これは「重要」です'],
  ['bold inside Latin', 'a **b** c', 'a b c'],
] as const) {
  test(`emphasis: ${what} is recognized`, () => {
    assert.equal(blocksOf(answer)[0]?.text, expected);
    assert.ok(blocksOf(answer)[0]?.spans.some(({ kind }) => kind === 'strong'));
  });
}

for (const [what, answer, shown, source] of [
  ['itself', 'a Wrike b', 'Wrike', 'Wrike'],
  ['an escape', 'a \\* b', '*', '\\*'],
  ['a named reference', 'a &amp; b', '&', '&amp;'],
  ['a numeric reference', 'a &#x41;b c', 'A', '&#x41;'],
  ['bold as a whole', 'a **Wrike** b', 'Wrike', '**Wrike**'],
  ['half of the bold text', 'a **Wrike b** c', 'Wrike', 'Wrike'],
  ['a link', 'a [Wrike](https://x.example) b', 'Wrike', '[Wrike](https://x.example)'],
  ['a link in bold', 'a **[Wrike](https://x.example)** b', 'Wrike', '**[Wrike](https://x.example)**'],
  ['code', 'a `Wrike` b', 'Wrike', '`Wrike`'],
  ['across a quoted line', '> a Blue\n> Apron b', 'Blue\nApron', 'Blue\n> Apron'],
  ['over an indented line', '- a Blue\n  Apron b', 'Blue\nApron', 'Blue\n  Apron'],
  ['across an old Mac line end', 'a Blue\r  &#65;pron b', 'Apron', '&#65;pron'],
  ['after a reference', 'x &nbsp; y &copy; Wrike', 'Wrike', 'Wrike'],
  ['after a reference to two characters', 'x &NotEqualTilde; y &fjlig; Wrike j', 'Wrike', 'Wrike'],
  ['in HTML', '<p>x &NotEqualTilde; &bogus; &eacute; Wrike</p>', 'Wrike', 'Wrike'],
  ['a reference in HTML', '<p>a Citro&euml;n b</p>', 'Citroën', 'Citro&euml;n'],
  ['after an emoji', '👩‍👩‍👧 \\# Wrike', 'Wrike', 'Wrike'],
] as const) {
  test(`source: ${what}`, () => {
    const [block] = blocksOf(answer);
    const from = block?.text.indexOf(shown) ?? -1;
    assert.notEqual(from, -1);
    const range = block?.sourceOf(from, from + shown.length);
    assert.equal(answer.slice(range?.from, range?.to), source);
  });
}

test('a block in a later part of a long answer has its place in the answer', () => {
  const filler = 'A paragraph of some words that says nothing.\n\n'.repeat(800);
  const answer = `${filler}The plan of **Wrike** costs $10.`;
  const block = blocksOf(answer).at(-1);
  const range = block?.sourceOf(0, block.text.length);
  assert.equal(answer.slice(range?.from, range?.to), 'The plan of **Wrike** costs $10.');
});

test('a code fence stays open across a long answer’s parts', () => {
  const answer = `\`\`\`\n${'Wrike is a word\n'.repeat(5000)}\`\`\`\n\nAsana`;
  assert.deepEqual(countsOf(answer, ['Wrike', 'Asana']), [0, 1]);
});

for (const [what, answer, items] of [
  ['at every line', '・Wrike\n・Asana', ['Wrike', 'Asana']],
  [
    'below a sentence, with bold names',
    'In short:\n・**Wrike** – tasks\n・**Asana** – more',
    ['Wrike – tasks', 'Asana – more'],
  ],
  ['with spaces around it', '\u3000• Wrike\n\u3000• Asana', ['Wrike', 'Asana']],
  ['with a line that continues it', '・Wrike\nfor tasks\n・Asana', ['Wrike\nfor tasks', 'Asana']],
  ['between names is none', 'Wrike・Asana', []],
] as const) {
  test(`a bullet that Markdown doesn't know: ${what}`, () => {
    const blocks = blocksOf(answer).filter(({ place }) => place.inList && place.isHead);
    assert.deepEqual(pluck(blocks, 'text'), items);
    for (const block of blocks) {
      const { from, to } = block.sourceOf(0, block.text.length);
      assert.equal(answer.slice(from, to).replaceAll('*', ''), block.text);
    }
  });
}
