import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effort } from '../../../test/support/effort.ts';
import { answerHtml } from './answer-html.ts';
import type { Mark } from './marks.ts';

const SIZE = effort(12_000, 500_000);

function filled(part: string): string {
  return part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE);
}

/** A mark on every name; every second one extends over the next. */
function marksIn(answer: string): Mark[] {
  return [...answer.matchAll(/Vexo/g)].map(({ index }, place) => ({
    kind: 'competitor',
    from: index,
    to: index + (place % 2 === 0 ? 4 : 12),
    id: `mark-${place}`,
    title: 'a name',
  }));
}

/** Milliseconds of processor time for one rendering. */
function timeOf(answer: string): number {
  const marks = marksIn(answer);
  const start = process.cpuUsage();
  answerHtml(answer, { marks });
  return process.cpuUsage(start).user / 1000;
}

const PROSE = 'For most teams the lamp by Vexo is a great choice, while Square lacks a second port.\n\n';
timeOf(filled(PROSE));
const prose = Math.min(timeOf(filled(PROSE)), timeOf(filled(PROSE)));

/** More than any of these needs on a quiet machine, and far less than quadratic time. */
const MOST_TIMES_PROSE = 60;

for (const [what, answer] of Object.entries({
  'opening brackets': filled('['),
  '32,000 brackets around a name': `${'['.repeat(32_000)}Vexo${']'.repeat(32_000)}`,
  'links with names': filled('[Vexo](https://x.example/a) '),
  'names in bold': filled('**Vexo** '),
  'names without blanks': filled('Vexo'),
  'nested quotations': filled('> '),
  'nested lists': Array.from({ length: 600 }, (_, index) => `${' '.repeat(index)}- Vexo\n`).join(''),
  'ordered items': filled('1. Vexo\n'),
  'rows of a table': `| ${'a'.repeat(5000)} | b |\n|---|---|\n${filled('| Vexo | Square |\n')}`,
  'open tags': filled('<a href="'),
  'open tags on lines': filled('<div title="\n'),
  'angle brackets': filled('<'),
  'code of many lines': `\`\`\`\n${filled('Vexo\n')}\`\`\``,
  'names in code': filled('`Vexo` '),
  footnotes: `${filled('[^1] ')}\n\n[^1]: a`,
  'footnote definitions': filled('[^1]: a\n\n'),
  'emphasis in emphasis': filled('*a **b '),
  'controls of direction': filled('\u202Ea'),
  definitions: filled('[a]: https://x.example "b"\n'),
  escapes: filled('\\*'),
})) {
  test(`shows an answer of ${what} in a bounded time`, () => {
    const time = timeOf(answer);
    const isBounded = time <= MOST_TIMES_PROSE * prose || timeOf(answer) <= MOST_TIMES_PROSE * prose;
    assert.ok(isBounded, `${Math.round(time)} ms against ${Math.round(prose)} ms`);
  });
}

test('one mark over everything and a thousand in it take no longer than the text', () => {
  const answer = filled(PROSE);
  const marks: Mark[] = [{ kind: 'self', from: 0, to: answer.length }, ...marksIn(answer)];
  const start = process.cpuUsage();
  answerHtml(answer, { marks });
  const time = process.cpuUsage(start).user / 1000;
  assert.ok(time <= 10 * prose, `${Math.round(time)} ms against ${Math.round(prose)} ms`);
});
