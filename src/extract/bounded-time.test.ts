import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effort } from '../../test/support/effort.ts';
import { brand } from '../../test/support/extraction.ts';
import { extractorFor } from './extractor.ts';

const SIZE = effort(12_000, 200_000);
/** A smaller text would measure mostly other costs. */
const GROWING_SIZE = effort(30_000, 200_000);
const BRANDS = [
  'Vexo',
  'Vexo Prime',
  'Nestlé',
  'Square',
  'T-fal',
  '飞书',
  'نون',
  '3M',
  'Yahoo!',
  'Blue Apron',
].map((name) => brand(name, { hosts: [`${name.toLowerCase().replace(/[^a-z]/g, '')}x.example`] }));
const extractor = extractorFor(BRANDS);

const PROSE =
  'For most teams the lamp by Vexo is a great choice, while Square lacks a second port. It was sold at Blue Apron in 2021.\n\n';

function filled(part: string, size = SIZE): string {
  return part.repeat(Math.ceil(size / part.length)).slice(0, size);
}

/** The fastest reading's processor time in milliseconds, which other work on the machine doesn't affect. */
function timeOf(answer: string, times: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) {
    const start = process.cpuUsage();
    extractor.read({ text: answer, citedHosts: [] });
    least = Math.min(least, process.cpuUsage(start).user / 1000);
  }
  return least;
}

timeOf(filled(PROSE), 1);
const prose = timeOf(filled(PROSE), 2);

/** More than any of these needs on a quiet machine, and far less than quadratic growth. */
const MOST_TIMES_PROSE = 60;

const HOSTILE: Readonly<Record<string, string>> = {
  'lines that begin with signs': filled('🥇 Square\n'),
  'lists that begin again at 1': filled('1. Vexo\n2. Square\n'),
  'labels of winners and names': filled('Winner: Square\n'),
  'small letters in compounds': filled('Vexo, a vexo-like '),
  'digits of another script': filled('١. Vexo\n'),
  'opening brackets': filled('['),
  'closing brackets': filled(']'),
  'empty links': filled('[]()'),
  'half links': filled('[a]('),
  links: filled('[Vexo](https://x.example/a) '),
  'asterisks between letters': filled('*a_ '),
  asterisks: filled('*'),
  'asterisks and names': filled('**Vexo** '),
  tildes: filled('~a~~ '),
  backticks: filled('`a``b '),
  'growing backticks': Array.from({ length: 600 }, (_, index) => '`'.repeat(index)).join(' '),
  'nested quotations': filled('>'),
  'nested quotations with blanks': filled('> '),
  'lines of nested quotations': filled(`${'> '.repeat(40)}a\n`),
  'nested lists': Array.from({ length: 600 }, (_, index) => `${' '.repeat(index)}- a\n`).join(''),
  'nested lists on a line': filled('- '),
  'ordered items': filled('1. a\n'),
  'lines of one letter': filled('a\n'),
  'blank lines': filled('\n'),
  'rows of a table': `| a | b |\n|---|---|\n${filled('| Vexo | Square |\n')}`,
  'columns of a table': `${filled('| a ', 20_000)}\n${filled('|---', 20_000)}\n${filled('| b ', 20_000)}\n`,
  'pipes without a table': filled('| '),
  'HTML comments': filled('<!-- a -->'),
  'open HTML comments': filled('<!-- '),
  'open tags': filled('<a href="'),
  'open tags on lines': filled('<div title="\n'),
  'open scripts': filled('<script>\n'),
  'angle brackets': filled('<'),
  definitions: filled('[a]: https://x.example "b"\n'),
  'definitions of their own': Array.from(
    { length: 6000 },
    (_, index) => `[a${index}]: https://x.example\n`,
  ).join(''),
  footnotes: filled('[^1] '),
  'footnote definitions': filled('[^1]: a\n\n'),
  'names without blanks': filled('Vexo'),
  'many names in a sentence': filled('Vexo and Square, '),
  blanks: filled(' '),
  'blanks before a name': `${filled(' ')}Vexo`,
  'full stops': filled('.'),
  'question marks': filled('Vexo?! '),
  escapes: filled('\\*'),
  ampersands: filled('&'),
  'emoji of several parts': filled('👩‍👩‍👧‍👦'),
  'combining marks': filled('\u0301'),
  'combining marks on one letter': `e${filled('\u0301')}`,
  'combining marks and letters': filled('e\u0301'),
  'one word': filled('a'),
  'one host': filled('a.'),
  hosts: filled('a.example.org '),
  URLs: filled('https://x.example/vexo '),
  'at signs': filled('a@'),
  hyphens: filled('a-'),
  Han: filled('推荐飞书'),
  'Han without an end': filled('飞'),
  'citation marks': filled('【4†a】'),
  'open citation marks': filled('【†'),
  conditions: filled('if Vexo is not '),
  clauses: filled('but Vexo is the best, while '),
  'cues without names': filled('the best choice is '),
  'nothing is known': filled("I couldn't find any information about "),
  'capital words': filled('Aa Bb '),
  'numbered bold lines': filled('**1. Vexo**\n\n'),
  apostrophes: filled("Vexo's "),
  'lines with keycaps': filled('1️⃣ Vexo\n'),
  'lines with ideographic numbers': filled('1、Vexo\n'),
  headings: filled('# Vexo\n'),
  'headings with a verdict below': filled('## Vexo\n\nIt is excellent.\n\n'),
  'lines with Roman numbers': filled('i. Vexo\n'),
  'names in code': filled('`Vexo`\n'),
  'labels and names': filled('Best overall: Vexo. '),
  'items that state something': filled('1. Vexo is slow\n'),
  'lines of sources': filled('Source: Vexo\n'),
  'open brackets of sources': filled('(Source: '),
};

for (const [what, answer] of Object.entries(HOSTILE)) {
  test(`${SIZE} characters of ${what} take a bounded time`, () => {
    const time = timeOf(answer, 1);
    const isBounded = time <= MOST_TIMES_PROSE * prose || timeOf(answer, 2) <= MOST_TIMES_PROSE * prose;
    assert.ok(isBounded, `${Math.round(time)} ms against ${Math.round(prose)} ms of prose`);
  });
}

test('twice the prose takes at most four times as long', () => {
  const twice = timeOf(filled(PROSE, 2 * SIZE), 2);
  assert.ok(twice <= 4 * prose, `${Math.round(twice)} ms against ${Math.round(prose)} ms`);
});

for (const line of ['1️⃣ Vexo\n', '1、Vexo\n', '①Vexo\n', '`Vexo`\n', 'Vexo is slow. ']) {
  test(`four times as much of ${JSON.stringify(line)} takes less than ten times as long`, () => {
    const once = timeOf(filled(line, GROWING_SIZE / 4), 2);
    const fourfold = timeOf(filled(line, GROWING_SIZE), 2);
    assert.ok(fourfold < 10 * once, `${Math.round(fourfold)} ms against ${Math.round(once)} ms`);
  });
}
