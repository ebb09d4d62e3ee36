import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thingsIn } from './structured-data.ts';

const ORGANIZATION = '{"@type":"Organization","name":"Zalto"}';

/** Blocks that name Zalto, and nothing else. */
const BLOCKS: Readonly<Record<string, string>> = {
  JSON: ORGANIZATION,
  'a list': `[${ORGANIZATION}]`,
  'a graph': `{"@context":"https://schema.org","@graph":[${ORGANIZATION}]}`,
  'a semicolon behind it': `${ORGANIZATION};`,
  'a semicolon on its own line': `${ORGANIZATION}\n;\n`,
  'two semicolons': `${ORGANIZATION};;`,
  'a comment of HTML': `<!-- ${ORGANIZATION} -->`,
  'a comment of HTML and a semicolon': `<!--\n${ORGANIZATION};\n-->`,
  'a comment of HTML behind slashes': `<!--\n${ORGANIZATION}\n//-->`,
  'a comment before it': `/* by a plugin */${ORGANIZATION}`,
  CDATA: `<![CDATA[${ORGANIZATION}]]>`,
  'CDATA behind slashes': `//<![CDATA[\n${ORGANIZATION}\n//]]>`,
  'CDATA behind slashes and blanks': `// <![CDATA[\n${ORGANIZATION}\n// ]]>`,
  'CDATA behind slashes on one line': `//<![CDATA[${ORGANIZATION}//]]>`,
  'CDATA in a comment': `/*<![CDATA[*/${ORGANIZATION}/*]]>*/`,
  'CDATA in a comment with blanks': `/* <![CDATA[ */\n${ORGANIZATION}\n/* ]]> */`,
  'CDATA as Drupal writes it': `<!--//--><![CDATA[//><!--\n${ORGANIZATION}\n//--><!]]>`,
  'CDATA and a semicolon': `//<![CDATA[\r\n${ORGANIZATION};\r\n//]]>`,
  'a byte order mark': `\uFEFF${ORGANIZATION}`,
  'a mark, blanks, and a semicolon': `\uFEFF \t\n${ORGANIZATION} ; \n`,
  'a no-break space outside texts': '{"@type":\u00A0"Organization",\u00A0"name":"Zalto"}',
  'a zero-width mark inside': '{"@type":"Organization",\uFEFF"name":"Zalto"}',
  'a raw line break in a text': '{"@type":"Organization","description":"one\ntwo","name":"Zalto"}',
  'a raw line break of Windows in a text':
    '{"@type":"Organization","description":"one\r\ntwo","name":"Zalto"}',
  'a raw tab in a text': '{"@type":"Organization","description":"one\ttwo","name":"Zalto"}',
  'other control characters in a text':
    '{"@type":"Organization","description":"\u0000\u000B\u001F","name":"Zalto"}',
  'a raw line break in the name': '{"@type":"Organization","name":"\n\tZalto\n"}',
  'a comma at the end of an object': '{"@type":"Organization","name":"Zalto",}',
  'a comma at the end of a list': `{"@type":"Organization","sameAs":["https://a.example/",],"name":"Zalto"}`,
  'commas at both ends': `[{"@type":"Organization","name":"Zalto",\n},\n]`,
  'two commas': '{"@type":"Organization",,"name":"Zalto"}',
  'a comma at the very end': `${ORGANIZATION},`,
  'a comment on a line': `{\n// the name\n"@type":"Organization",\n"name":"Zalto" // here\n}`,
  'a comment over lines': `{/* the\nname */"@type":"Organization","name":"Zalto"}`,
  'a comment between a comma and the end': `{"@type":"Organization","name":"Zalto", // last\n}`,
  'an address in a text': '{"@type":"Organization","url":"https://zalto.example/*a*/","name":"Zalto",}',
  'marks in a text': '{"@type":"Organization","description":"a;b,} // ]]> --> <!-- \\" <b>","name":"Zalto",}',
  'a text that ends with a backslash': '{"@type":"Organization","description":"c:\\\\","name":"Zalto",}',
  'a needless backslash': `{"@type":"Organization","description":"It\\'s","name":"Zalto"}`,
  'a broken escape': '{"@type":"Organization","description":"\\u00 \\x41 \\q","name":"Zalto"}',
  'a line break behind a backslash': '{"@type":"Organization","description":"one\\\ntwo","name":"Zalto"}',
  'an escaped letter': '{"@type":"Organization","name":"Z\\u0061lto"};',
  'two blocks in one': `{"@type":"WebPage"}\n${ORGANIZATION}`,
  'two blocks with a comma': `{"@type":"WebPage"},${ORGANIZATION}`,
  'two blocks with a semicolon': `{"@type":"WebPage"};${ORGANIZATION};`,
  'tags of an editor': `<p>{<br />\n"@type":"Organization",<br/>\n"name":"Zalto"<br>\n}</p>`,
  'a language': '{"@type":"Organization","name":{"@language":"en","@value":"Zalto"}};',
};

for (const [what, block] of Object.entries(BLOCKS)) {
  test(`structured data as sites write it: ${what}`, () =>
    assert.deepEqual(
      thingsIn(block, 9).flatMap(({ name }) => name ?? []),
      ['Zalto'],
    ));
}

for (const [what, block] of Object.entries({
  'no JSON': 'Organization: Zalto',
  'an empty block': '',
  'only marks': '<!-- -->',
  'half a block': ORGANIZATION.slice(0, -9),
  'a text without end': '{"@type":"Organization","name":"Zalto',
  'apostrophes for quotation marks': "{'@type':'Organization','name':'Zalto'}",
  'a name without a type': '{"name":"Zalto"};',
  'data in a comment': `// ${ORGANIZATION}`,
  'quotation marks within a text': '{"@type":"Organization","name":"The "Zalto""}',
})) {
  test(`no structured data: ${what}`, () => assert.deepEqual(thingsIn(block, 9), []));
}

for (const [written, name] of [
  ['Zalto &amp; Quorb', 'Zalto & Quorb'],
  ['Zalto &#038; Quorb', 'Zalto & Quorb'],
  ['Zalto &#38; Quorb', 'Zalto & Quorb'],
  ['Zalto &#x26; Quorb', 'Zalto & Quorb'],
  ['Zalto &AMP; Quorb', 'Zalto & Quorb'],
  ['McZalto&#039;s', "McZalto's"],
  ['McZalto&#39;s', "McZalto's"],
  ['McZalto&apos;s', "McZalto's"],
  ['McZalto&rsquo;s', 'McZalto’s'],
  ['McZalto&#8217;s', 'McZalto’s'],
  ['McZalto&#x2019;s', 'McZalto’s'],
  ['&quot;Zalto&quot;', '"Zalto"'],
  ['Zalto&nbsp;Quorb', 'Zalto Quorb'],
  ['Caf&eacute; Zalto', 'Café Zalto'],
  ['Zalto&reg;', 'Zalto®'],
  ['Zalto&trade;', 'Zalto™'],
  ['Zalto &ndash; Quorb', 'Zalto – Quorb'],
  ['Zalto &lt;3', 'Zalto <3'],
  ['Zalto &amp;amp; Quorb', 'Zalto &amp; Quorb'],
  ['Zalto &amp;#039;', 'Zalto &#039;'],
  ['AT&T', 'AT&T'],
  ['Zalto & Quorb', 'Zalto & Quorb'],
  ['Zalto&copy', 'Zalto&copy'],
  ['Zalto &unknown;', 'Zalto &unknown;'],
  ['Zalto \\u0026amp; Quorb', 'Zalto & Quorb'],
] as const) {
  test(`the name ${written} is ${name}`, () => {
    const [thing] = thingsIn(
      `{"@type":"Brand","name":${JSON.stringify(written).replaceAll('\\\\u', '\\u')}}`,
      9,
    );
    assert.equal(thing?.name, name);
  });
}

test('other names and addresses are decoded too', () => {
  const block = '{"@type":"Brand","alternateName":["Z &amp; Q"],"sameAs":["https://a.example/?b=1&amp;c=2"]}';
  const [thing] = thingsIn(block, 9);
  assert.deepEqual([thing?.otherNames, thing?.sameAs], [['Z & Q'], ['https://a.example/?b=1&c=2']]);
});
