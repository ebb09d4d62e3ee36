import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertOnlyAnswerTags } from '../../../test/support/answer-page.ts';
import { HOSTILE_ANSWERS } from '../../../test/support/hostile-answers.ts';
import { blocksOf } from '../../extract/text/blocks.ts';
import { answerHtml } from './answer-html.ts';
import type { Mark, MarkKind } from './marks.ts';

/** An answer's HTML without its outer element and the attributes of every block. */
function shown(answer: string, marks: readonly Mark[] = []): string {
  const text = answerHtml(answer, { marks }).toString();
  return text
    .replace(/^<div class="answer-text" dir="auto">|<\/div>$/g, '')
    .replaceAll(' dir="auto"', '')
    .replaceAll(' rel="noopener nofollow"', '');
}

for (const [what, answer, expected] of [
  ['paragraphs', 'One.\n\nTwo.', '<p>One.</p><p>Two.</p>'],
  ['emphasis', '**a** *b* ~~c~~ `d`', '<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>'],
  ['headings below the heading of the page', '# A\n\n## B\n\n# C', '<h3>A</h3><h4>B</h4><h3>C</h3>'],
  ['no level of headings is skipped', '#### A\n\n###### B', '<h3>A</h3><h4>B</h4>'],
  ['bullets', '- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
  ['a loose list', '- a\n\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
  ['a list that starts at 4', '4. a\n5. b', '<ol><li value="4">a</li><li value="5">b</li></ol>'],
  ['a list that counts down', '3. a\n2. b', '<ol><li value="3">a</li><li value="2">b</li></ol>'],
  ['a quotation', '> a', '<blockquote><p>a</p></blockquote>'],
  ['a rule', 'a\n\n---\n\nb', '<p>a</p><hr><p>b</p>'],
  [
    'code, also in an item',
    '- a\n\n  ```\n  b <c>\n   d\n  ```',
    '<ul><li><p>a</p><pre dir="ltr"><code>b &lt;c&gt;\n d</code></pre></li></ul>',
  ],
  ['indented code', '    a\n    b', '<pre dir="ltr"><code>a\nb</code></pre>'],
  ['a line break', 'a  \nb', '<p>a<br>b</p>'],
  ['a break of HTML', 'a<br/>b', '<p>a<br>b</p>'],
  [
    'a table with aligned columns',
    '| A | B |\n|---|--:|\n| **1** | 2 |',
    '<table><thead><tr><th scope="col" class="start">A</th><th scope="col" class="right">B</th></tr></thead>' +
      '<tbody><tr><td class="start" data-label="A"><strong>1</strong></td><td class="right" data-label="B">2</td></tr></tbody></table>',
  ],
  [
    'footnotes',
    'a[^x]\n\n[^x]: b',
    '<p>a<sup><a href="#footnote-1">1</a></sup></p>' +
      '<div class="footnote" id="footnote-1"><span class="number">1</span><p>b</p></div>',
  ],
  ['an escape and references', '\\*a\\* &amp; &lt;b&gt; &#x41;', '<p>*a* &amp; &lt;b&gt; A</p>'],
  ['a citation mark', 'a【1†source】', '<p>a【1†source】</p>'],
] as const) {
  test(`${what}: shown as meant`, () => {
    assert.equal(shown(answer), expected);
  });
}

for (const [what, answer, expected] of [
  [
    'with the host that it opens',
    '[a](https://www.b.example/c)',
    '<p><a href="https://www.b.example/c">a</a><span class="host" dir="ltr">b.example</span></p>',
  ],
  [
    'whose label is its URL',
    '<https://b.example/c>',
    '<p><a href="https://b.example/c">https://b.example/c</a></p>',
  ],
  [
    'by reference',
    '[a][1]\n\n[1]: https://b.example',
    '<p><a href="https://b.example/">a</a><span class="host" dir="ltr">b.example</span></p>',
  ],
  [
    'that pretends to lead elsewhere',
    '[bank.example](https://bank.example@evil.example/)',
    '<p><a href="https://bank.example@evil.example/">bank.example</a><span class="host" dir="ltr">evil.example</span></p>',
  ],
  [
    'in letters that look like others',
    '[a](https://аpple.example)',
    '<p><a href="https://xn--pple-43d.example/">a</a><span class="host" dir="ltr">xn--pple-43d.example</span></p>',
  ],
  ['to a script is text', '[a](javascript:alert(1))', '<p><span class="no-link">a</span></p>'],
  ['to data is text', '[a](data:text/html;base64,PHN2Zz4=)', '<p><span class="no-link">a</span></p>'],
  ['to a place of this server is text', '[a](/keys)', '<p><span class="no-link">a</span></p>'],
  ['without a scheme is text', '[a](//evil.example)', '<p><span class="no-link">a</span></p>'],
  [
    'with a blank before the script is text',
    '[a](<\tjavascript:alert(1)>)',
    '<p><span class="no-link">a</span></p>',
  ],
  [
    'with quotation marks cannot leave its attribute',
    '[a](https://b.example/"onclick="x)',
    '<p><a href="https://b.example/%22onclick=%22x">a</a><span class="host" dir="ltr">b.example</span></p>',
  ],
] as const) {
  test(`a link ${what}`, () => {
    assert.equal(shown(answer), expected);
  });
}

test('shows an image as its text and host, without fetching it', () => {
  assert.equal(
    shown('![a <b>](https://b.example/c.png)'),
    '<p><span class="image">Image: <bdi>a &lt;b&gt;</bdi> <span class="host" dir="ltr">b.example</span></span></p>',
  );
});

test('headings begin right below the heading that the answer stands under', () => {
  assert.match(
    answerHtml('## A\n\n### B', { under: 1 }).toString(),
    /<h2 dir="auto">A<\/h2><h3 dir="auto">B<\/h3>/,
  );
});

test('a column without a name has no head', () => {
  assert.match(shown('| | B |\n|---|---|\n| a | b |'), /<thead><tr><td class="start"><\/td><th scope="col"/);
});

test('shows HTML as text', () => {
  assert.equal(
    shown('<script>alert(1)</script>\n\na <b onclick="x">b</b>'),
    '<p><span class="source">&lt;script&gt;alert(1)&lt;/script&gt;</span></p><p>a <span class="source">&lt;b onclick=&quot;x&quot;&gt;</span>b' +
      '<span class="source">&lt;/b&gt;</span></p>',
  );
});

test('names characters that change the text direction', () => {
  assert.equal(shown('a \u202Egpj.exe'), '<p>a <span class="control">U+202E</span>gpj.exe</p>');
});

test("shows marks that the parser missed, also in a link's URL", () => {
  const answer = `${'*'.repeat(601)} [a](https://b.example/*c) _d_`;
  assert.equal(
    shown(answer),
    `<p>${'*'.repeat(601)} <a href="https://b.example/*c">a</a><span class="host" dir="ltr">b.example</span> _d_</p>`,
  );
});

test('a link to a cited page has its place among them', () => {
  const citations = new Map([['https://b.example/', 2]]);
  assert.match(
    answerHtml('[a](https://b.example/)', { citations }).toString(),
    /<sup class="cited"><a href="#cited-2">2<\/a><\/sup><\/p>/,
  );
});

function markOf(answer: string, text: string, more: Partial<Mark> = {}): Mark {
  const block = blocksOf(answer).find((each) => each.text.includes(text));
  const at = block?.text.indexOf(text) ?? -1;
  assert.ok(block && at >= 0, text);
  return { kind: 'self', ...block.placeOf(at, at + text.length), ...more };
}

for (const [what, answer, text, expected] of [
  [
    'in a sentence',
    'the Kestrel app',
    'Kestrel',
    '<p>the <mark class="self begins ends">Kestrel</mark> app</p>',
  ],
  [
    'across markup',
    'the **Kest**rel app',
    'Kestrel',
    '<p>the <strong><mark class="self begins">Kest</mark></strong><mark class="self ends">rel</mark> app</p>',
  ],
  [
    'in a link',
    '[the Kestrel](https://b.example/)',
    'Kestrel',
    '<p><a href="https://b.example/">the <mark class="self begins ends">Kestrel</mark></a><span class="host" dir="ltr">b.example</span></p>',
  ],
  [
    'in code',
    'run `kestrel it`',
    'kestrel',
    '<p>run <code><mark class="self begins ends">kestrel</mark> it</code></p>',
  ],
  ['with a reference in it', 'A &amp; B', 'A & B', '<p><mark class="self begins ends">A &amp; B</mark></p>'],
  [
    'in a block of HTML',
    '<div>Kestrel</div>',
    'Kestrel',
    '<p><span class="source">&lt;div&gt;</span><mark class="self begins ends">Kestrel</mark><span class="source">&lt;/div&gt;</span></p>',
  ],
] as const) {
  test(`a mark ${what} covers its text`, () => {
    assert.equal(shown(answer, [markOf(answer, text)]), expected);
  });
}

test('marks overlap: each stretch has the classes of all, and a badge follows the end', () => {
  const answer = 'a fine Kestrel indeed';
  const marks = [
    markOf(answer, 'fine Kestrel', { kind: 'recommended', id: 'cue-1', title: 'a cue' }),
    markOf(answer, 'Kestrel indeed', { id: 'name-1', title: 'a name', badge: '1 of 3' }),
  ];
  assert.equal(
    shown(answer, marks),
    '<p>a <mark id="cue-1" class="recommended begins" title="a cue">fine </mark>' +
      '<mark id="name-1" class="recommended self begins ends" title="a cue; a name">Kestrel</mark>' +
      '<mark class="self ends" title="a name"> indeed</mark><span class="badge">1 of 3</span></p>',
  );
});

test('finds a mark in a table and one in the last part of a long answer', () => {
  const filler = 'Some words that say nothing.\n\n'.repeat(2000);
  const answer = `| A |\n|---|\n| Kestrel |\n\n${filler}The Kestrel.`;
  const last = answer.lastIndexOf('Kestrel');
  const marks: Mark[] = [
    markOf(answer, 'Kestrel'),
    { kind: 'competitor' satisfies MarkKind, from: last, to: last + 7 },
  ];
  const text = shown(answer, marks);
  assert.match(text, /data-label="A"><mark class="self begins ends">Kestrel<\/mark>/);
  assert.match(text, /<p>The <mark class="competitor begins ends">Kestrel<\/mark>\.<\/p>$/);
});

test('a mark never divides a character', () => {
  assert.equal(
    shown('a😀b', [{ kind: 'self', from: 2, to: 3 }]),
    '<p>a<mark class="self begins ends">😀</mark>b</p>',
  );
});

for (const [index, answer] of HOSTILE_ANSWERS.entries()) {
  test(`hostile answer ${index + 1} stays text: ${JSON.stringify(answer.slice(0, 60))}`, () => {
    const whole: Mark = { kind: 'refused', from: 0, to: answer.length, title: answer, badge: answer };
    assertOnlyAnswerTags(answerHtml(answer).toString());
    assertOnlyAnswerTags(answerHtml(answer, { marks: [whole], citations: { get: () => 1 } }).toString());
    assertOnlyAnswerTags(answerHtml(`1. a\n\n   ${answer.replaceAll('\n', '\n   ')}`).toString());
  });
}
