/** A text of about this many characters. */
type TextOf = (size: number) => string;
export type Texts = Readonly<Record<string, TextOf>>;

export function filled(size: number, part: string): string {
  return part.repeat(Math.ceil(size / part.length)).slice(0, size);
}

export function numbered(size: number, partOf: (index: number) => string): string {
  const parts: string[] = [];
  for (let length = 0; length < size; length += parts.at(-1)?.length ?? 0) parts.push(partOf(parts.length));
  return parts.join('').slice(0, size);
}

/** Answers that are hard for a Markdown parser, or full of names, cues, and signs. `Vexo` and `Square` are tracked. */
export const ANSWERS: Texts = {
  'lines that begin with signs': (size) => filled(size, '🥇 Square\n'),
  'lists that begin again at 1': (size) => filled(size, '1. Vexo\n2. Square\n'),
  'labels of winners and names': (size) => filled(size, 'Winner: Square\n'),
  'small letters in compounds': (size) => filled(size, 'Vexo, a vexo-like '),
  'digits of another script': (size) => filled(size, '١. Vexo\n'),
  'opening brackets': (size) => filled(size, '['),
  'closing brackets': (size) => filled(size, ']'),
  'empty links': (size) => filled(size, '[]()'),
  'half links': (size) => filled(size, '[a]('),
  links: (size) => filled(size, '[Vexo](https://x.example/a) '),
  'asterisks between letters': (size) => filled(size, '*a_ '),
  asterisks: (size) => filled(size, '*'),
  'asterisks and names': (size) => filled(size, '**Vexo** '),
  tildes: (size) => filled(size, '~a~~ '),
  backticks: (size) => filled(size, '`a``b '),
  'growing backticks': (size) =>
    Array.from({ length: Math.sqrt(2 * size) }, (_, index) => '`'.repeat(index)).join(' '),
  'nested quotations': (size) => filled(size, '>'),
  'nested quotations with blanks': (size) => filled(size, '> '),
  'lines of nested quotations': (size) => filled(size, `${'> '.repeat(40)}a\n`),
  'nested lists': (size) =>
    Array.from({ length: Math.sqrt(2 * size) }, (_, index) => `${' '.repeat(index)}- a\n`).join(''),
  'nested lists on a line': (size) => filled(size, '- '),
  'ordered items': (size) => filled(size, '1. a\n'),
  'lines of one letter': (size) => filled(size, 'a\n'),
  'blank lines': (size) => filled(size, '\n'),
  'rows of a table': (size) => `| a | b |\n|---|---|\n${filled(size, '| Vexo | Square |\n')}`,
  'columns of a table': (size) =>
    `${filled(size / 3, '| a ')}\n${filled(size / 3, '|---')}\n${filled(size / 3, '| b ')}\n`,
  'pipes without a table': (size) => filled(size, '| '),
  'HTML comments': (size) => filled(size, '<!-- a -->'),
  'open HTML comments': (size) => filled(size, '<!-- '),
  'open tags': (size) => filled(size, '<a href="'),
  'open tags on lines': (size) => filled(size, '<div title="\n'),
  'open scripts': (size) => filled(size, '<script>\n'),
  'angle brackets': (size) => filled(size, '<'),
  definitions: (size) => filled(size, '[a]: https://x.example "b"\n'),
  'definitions of their own': (size) => numbered(size, (index) => `[a${index}]: https://x.example\n`),
  footnotes: (size) => filled(size, '[^1] '),
  'footnote definitions': (size) => filled(size, '[^1]: a\n\n'),
  'names without blanks': (size) => filled(size, 'Vexo'),
  'many names in a sentence': (size) => filled(size, 'Vexo and Square, '),
  blanks: (size) => filled(size, ' '),
  'blanks before a name': (size) => `${filled(size, ' ')}Vexo`,
  'full stops': (size) => filled(size, '.'),
  'question marks': (size) => filled(size, 'Vexo?! '),
  escapes: (size) => filled(size, '\\*'),
  ampersands: (size) => filled(size, '&'),
  'emoji of several parts': (size) => filled(size, '👩‍👩‍👧‍👦'),
  'combining marks': (size) => filled(size, '\u0301'),
  'combining marks on one letter': (size) => `e${filled(size, '\u0301')}`,
  'combining marks and letters': (size) => filled(size, 'e\u0301'),
  'one word': (size) => filled(size, 'a'),
  'one host': (size) => filled(size, 'a.'),
  hosts: (size) => filled(size, 'a.example.org '),
  URLs: (size) => filled(size, 'https://x.example/vexo '),
  'at signs': (size) => filled(size, 'a@'),
  hyphens: (size) => filled(size, 'a-'),
  Han: (size) => filled(size, '推荐飞书'),
  'Han without an end': (size) => filled(size, '飞'),
  'citation marks': (size) => filled(size, '【4†a】'),
  'open citation marks': (size) => filled(size, '【†'),
  conditions: (size) => filled(size, 'if Vexo is not '),
  clauses: (size) => filled(size, 'but Vexo is the best, while '),
  'cues without names': (size) => filled(size, 'the best choice is '),
  'nothing is known': (size) => filled(size, "I couldn't find any information about "),
  'capital words': (size) => filled(size, 'Aa Bb '),
  'numbered bold lines': (size) => filled(size, '**1. Vexo**\n\n'),
  apostrophes: (size) => filled(size, "Vexo's "),
  'lines with keycaps': (size) => filled(size, '1️⃣ Vexo\n'),
  'lines with ideographic numbers': (size) => filled(size, '1、Vexo\n'),
  headings: (size) => filled(size, '# Vexo\n'),
  'headings with a verdict below': (size) => filled(size, '## Vexo\n\nIt is excellent.\n\n'),
  'lines with Roman numbers': (size) => filled(size, 'i. Vexo\n'),
  'names in code': (size) => filled(size, '`Vexo`\n'),
  'labels and names': (size) => filled(size, 'Best overall: Vexo. '),
  'items that state something': (size) => filled(size, '1. Vexo is slow\n'),
  'lines of sources': (size) => filled(size, 'Source: Vexo\n'),
  'open brackets of sources': (size) => filled(size, '(Source: '),
  'one long number': (size) => filled(size, '0'),
  'praise in one word': (size) => filled(size, 'хорошA'),
  'a comparison in one word': (size) => filled(size, 'καλύτερA'),
  'adverbs of a verdict': (size) => filled(size, 'simply '),
  'owners of a verdict': (size) => filled(size, 'its '),
  'questions without an end': (size) => filled(size, 'who! '),
  'marks of citations': (size) => filled(size, '【† '),
};

const LD = '<script type="application/ld+json">';

/** Pages that are hard to read. */
export const PAGES: Texts = {
  'open elements': (size) => filled(size, '<div>'),
  'closed elements in deep ones': (size) => '<div>'.repeat(240) + filled(size, '</b>'),
  'headings in headings': (size) => filled(size, '<h2>a '),
  headings: (size) => filled(size, '<h1>a</h1>'),
  'links in links': (size) => filled(size, '<a href=/x>a'),
  links: (size) => numbered(size, (index) => `<a href="/g${index}">a</a>`),
  'links to long hosts': (size) =>
    numbered(size, (index) => `<a href="//${index}${'ü'.repeat(900)}.x">b</a>`),
  'links to hosts of many labels': (size) =>
    numbered(size, (index) => `<a href="//${index}${'.ü'.repeat(120)}.x">b</a>`),
  'links up many folders': (size) => numbered(size, (index) => `<a href="/${'../'.repeat(600)}${index}">`),
  'base elements': (size) => numbered(size, (index) => `<base href="/${index}/">`),
  titles: (size) => filled(size, '<title>a</title>'),
  'alternate pages': (size) => numbered(size, (index) => `<link rel=alternate hreflang=de href=/${index}>`),
  'meta elements': (size) => numbered(size, (index) => `<meta name=a${index} content=b>`),
  paragraphs: (size) => filled(size, '<p>'),
  'list items': (size) => filled(size, '<li>'),
  lines: (size) => filled(size, 'a\n'),
  blanks: (size) => filled(size, ' '),
  attributes: (size) => `<a ${filled(size, 'href=x ')}`,
  'attributes of their own': (size) => `<a ${numbered(size, (index) => `a${index}=x `)}`,
  'half tags': (size) => filled(size, '<'),
  entities: (size) => filled(size, '&amp;&#x'),
  'open comments': (size) => filled(size, '<!--'),
  'data in brackets': (size) => `${LD}${filled(size, '[')}`,
  'data in many blocks': (size) => filled(size, `${LD}{,}</script>`),
  'data of many things': (size) =>
    filled(size, `${LD}[${'{"@type":"A","name":"b"},'.repeat(100)}{}]</script>`),
  'data without end': (size) => `${LD}${filled(size / 5, '"\\')}`,
};

/** Tables of searches that are hard to read. */
export const TABLES: Texts = {
  commas: (size) => filled(size, ','),
  'quotation marks': (size) => filled(size, '"'),
  'lines of one letter': (size) => filled(size, 'a\n'),
  'lines of two figures': (size) => filled(size, '1,1\n'),
  'lines of a semicolon': (size) => filled(size, ';\n'),
  'open quotation marks': (size) => filled(size, 'a,"\n'),
  'one word': (size) => filled(size, 'a'),
  'one number': (size) => `a,${filled(size, '1')}`,
  'a number in groups': (size) => `a,1${filled(size, '.123')}x`,
  'wide lines': (size) => filled(size, ',1'),
  blanks: (size) => filled(size, ' '),
};

/** Drawings that are hard to check. */
export const DRAWINGS: Texts = {
  comments: (size) => `${filled(size, '<!---->')}x`,
  'half tags': (size) => `<svg>${filled(size, '<')}`,
  names: (size) => `<svg>${filled(size, '<a:')}`,
  links: (size) => `<svg>${filled(size, 'href="#')}`,
  blanks: (size) => `<svg>${filled(size, ' ')}`,
};

/** Apply files that are hard to read. */
export const FILES: Texts = {
  tags: (size) => filled(size, '!a '),
  brackets: (size) => filled(size, '['),
  'a long name': (size) => `organizations: [{ name: ${filled(size, 'x')} }]`,
  'keys of their own': (size) => numbered(size, (index) => `a${index}: b\n`),
  aliases: (size) => `a: &a b\nc: [${filled(size, '*a,')}]`,
  quotes: (size) => filled(size, '"'),
};

/** Lines of an import that are hard to read. */
export const LINES: Texts = {
  'open cells': (size) => `a${filled(size, ',"')}!`,
  'escaped quotation marks': (size) => `{"answer":"${filled(size, '\\"').replace(/\\$/, '')}"}`,
  brackets: (size) => filled(size, '['),
  fields: (size) => `{${numbered(size, (index) => `"a${index}":1,`).replace(/,[^,]*$/, '')}}`,
};

/** Headings and link texts that are hard to propose from. */
export const PHRASES: Readonly<Record<string, (index: number) => string>> = {
  'names of their own': (index) => `Tandemly vs Kestrel${index}`,
  'many names': (index) => `A${index} vs `.repeat(40),
  questions: (index) => `How do teams plan ${index} things with software?`,
  alternatives: (index) => `best alternatives to A${index} `.repeat(12).slice(0, 300),
  'short words': (index) => `a${index}${' b'.repeat(140)}`,
};

/** Batches of a drain that are all lines, all records, or all brackets. */
export const BATCHES: Texts = {
  'lines of one letter': (size) => filled(size, 'a\n'),
  'records of one field': (size) => filled(size, '{"a":1}\n'),
  'an array of small records': (size) => `[${filled(size - 9, '{"a":1},')}`.replace(/,[^,]*$/, ']'),
  'an array of small lists': (size) => `[{"a":[${filled(size - 20, '[],')}`.replace(/,[^,]*$/, ']}]'),
  'opening brackets': (size) => filled(size, '['),
  'opening braces': (size) => filled(size, '{'),
  'brackets within a line': (size) => filled(size, '[ '),
  'quotation marks': (size) => filled(size, '"'),
  'quotations of one letter': (size) => filled(size, '"a" '),
  'escaped quotation marks': (size) => filled(size, '\\"'),
  commas: (size) => filled(size, ','),
};
