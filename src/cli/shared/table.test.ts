import assert from 'node:assert/strict';
import { test } from 'node:test';
import stringWidth from 'string-width';
import { paragraph, table } from './table.ts';

test('columns line up under their header', () =>
  assert.equal(
    table(
      ['Id', 'Name'],
      [
        ['a', 'Acme'],
        ['long-id', 'B'],
      ],
    ),
    'Id       Name\na        Acme\nlong-id  B\n',
  ));

test('no rows leave the header', () => assert.equal(table(['Id', 'Name'], []), 'Id  Name\n'));

test('wide characters take two columns', () => {
  const [, first = '', second = ''] = table(
    ['Name', 'Id'],
    [
      ['日本', 'x'],
      ['abcd', 'x'],
    ],
  ).split('\n');
  assert.equal(stringWidth(first), stringWidth(second));
});

test('prints a cell of 60 columns whole', () => assert.match(table(['A'], [['x'.repeat(60)]]), /\nx{60}\n/));

test('cuts a longer cell to 60 columns with an ellipsis', () =>
  assert.match(table(['A'], [['x'.repeat(61)]]), /\nx{59}…\n/));

test('cuts a cell of wide characters to at most 60 columns', () => {
  const [, row = ''] = table(['A'], [['日'.repeat(50)]]).split('\n');
  assert.ok(stringWidth(row) <= 60);
});

test('on a narrow terminal cuts the widest cells until a row fits', () => {
  const row = ['x'.repeat(50), 'y'.repeat(40), 'ans_0123456789ab'];
  const [, shown = ''] = table(['A', 'B', 'Id'], [row], 80).split('\n');
  assert.equal(shown, `${'x'.repeat(29)}…  ${'y'.repeat(29)}…  ans_0123456789ab`);
});

test('a terminal too narrow for every column has ids and times whole', () => {
  const row = ['2026-11-20T13:37:21.123Z', 'y'.repeat(40), 'ans_0123456789ab'];
  const [, shown = ''] = table(['A', 'B', 'Id'], [row], 20).split('\n');
  assert.equal(shown, `${row[0]}  ${'y'.repeat(23)}…  ${row[2]}`);
});

test('a cell is one line without control characters', () =>
  assert.equal(table(['A'], [['a\nb\u001b[2J']]), 'A\na b [2J\n'));

test('cuts a cell of half a million characters', () =>
  assert.match(table(['A'], [['word '.repeat(100_000)]]), /…\n$/));

test('if cutting is not enough, cells go on in a second line', () =>
  assert.equal(
    table(['Brand', 'Named in'], [['Acme', '31 of 80, 39% (29 to 50%)']], 30, [false, true]),
    'Brand  Named in\nAcme   31 of 80, 39%\n       (29 to 50%)\n',
  ));

test('a reason in parentheses may be broken, and an interval is not', () => {
  const rows = [['1 of 3 (below 5, no rate yet)'], ['31 of 80, 39% (-9.5 to 50%)']];
  assert.equal(
    table(['Now'], rows, 14, [true]),
    'Now\n1 of 3 (below\n5, no rate\nyet)\n31 of 80, 39%\n(-9.5 to 50%)\n',
  );
});

test('cuts no cell as long as a label can continue in a second line', () =>
  assert.equal(
    table(['Page', 'and naming the brand'], [[`https://${'x'.repeat(42)}`, '12']], 60),
    `${'Page'.padEnd(50)}  and\n${' '.repeat(52)}naming\n${' '.repeat(52)}the\n${' '.repeat(52)}brand\nhttps://${'x'.repeat(42)}  12\n`,
  ));

test('a paragraph breaks between words, indented, and not at all without a width', () => {
  const text = 'one two three four (five six)';
  assert.equal(paragraph(text, 26, '  '), '  one two three four (five\n  six)\n');
  assert.equal(paragraph(text, null), `${text}\n`);
});

test('never cuts a figure, however narrow the terminal', () => {
  assert.match(
    table(['Named in'], [['31 of 80, 39% (29 to 50%)']], 5, [true]),
    /31 of\n.*\n?.*80, 39%|\(29 to 50%\)/,
  );
  assert.doesNotMatch(table(['Named in'], [['31 of 80, 39% (29 to 50%)']], 5, [true]), /…/);
});
