import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertOnlyAnswerTags, markedText, textContent } from '../../../test/support/answer-page.ts';
import { effort } from '../../../test/support/effort.ts';
import { anyText, hostileMarkdown } from '../../../test/support/hostile-markdown.ts';
import { type Block, blocksOf } from '../../extract/text/blocks.ts';
import { answerHtml } from './answer-html.ts';
import type { Mark, MarkKind } from './marks.ts';

const RUNS = { numRuns: effort(30, 5000) };

const KINDS = ['self', 'competitor', 'refused', 'recommended', 'negative', 'hedged', 'citation'] as const;

const anyMarks = fc.array(
  fc.record({
    from: fc.nat(300),
    length: fc.nat(60),
    kind: fc.constantFrom<MarkKind>(...KINDS),
    title: anyText,
    badge: anyText,
  }),
  { maxLength: 12 },
);

function marksOf(made: readonly { from: number; length: number; kind: MarkKind }[]): Mark[] {
  return made.map(({ length, ...mark }, index) => ({ ...mark, to: mark.from + length, id: `mark-${index}` }));
}

test('with any text and marks, an answer has only listed tags', () => {
  fc.assert(
    fc.property(anyText, anyMarks, (answer, made) => {
      assertOnlyAnswerTags(
        answerHtml(answer, { marks: marksOf(made), citations: { get: () => 1 } }).toString(),
      );
    }),
    RUNS,
  );
});

test('marks change no text', () => {
  fc.assert(
    fc.property(anyText, anyMarks, (answer, made) => {
      const marks = marksOf(made).map((mark) => ({ ...mark, badge: undefined }) as unknown as Mark);
      const marked = textContent(answerHtml(answer, { marks }).toString());
      assert.equal(marked, textContent(answerHtml(answer).toString()));
    }),
    RUNS,
  );
});

test('shows all text that the extractor searches, in the same order', () => {
  fc.assert(
    fc.property(hostileMarkdown, (answer) => {
      const shown = textContent(answerHtml(answer).toString(), [TAG, HOST]);
      let from = 0;
      for (const piece of blocksOf(answer).flatMap((block) => piecesOf(block, answer))) {
        const at = shown.indexOf(piece, from);
        assert.notEqual(at, -1, `${JSON.stringify(piece)} in ${JSON.stringify(shown.slice(from))}`);
        from = at + piece.length;
      }
    }),
    RUNS,
  );
});

/** A tag from the answer as the page shows it. The extractor does not see it. */
const TAG = '<span class="source">';

/** The link's host as the page shows it. */
const HOST = '<span class="host" dir="ltr">';

function withoutTags(html: string): string {
  return html.replace(
    /<span class="source">(?:<mark[^>]*>|<\/mark>|<span class="control">[^<]*<\/span>|[^<])*<\/span>/g,
    '',
  );
}

/** Blanks replace unread characters, and controls appear by name. */
const NOT_SHOWN_ALIKE = /[\uFFFC\uFFFD\u2028\uE000\u202A-\u202E\u2066-\u2069]|\p{Cc}/u;

/** The stretches of a block's text that the answer contains unchanged. */
function piecesOf(block: Block, answer: string): string[] {
  const units = Array.from({ length: block.text.length }, (_, at) => {
    const unit = block.text.charAt(at);
    return NOT_SHOWN_ALIKE.test(unit) || answer[block.offsetOf(at)] !== unit ? '\0' : unit;
  });
  return units
    .join('')
    .split('\0')
    .filter((piece) => piece !== '');
}

test('a mark covers exactly its text, whatever overlaps it', () => {
  const seeds = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(hostileMarkdown, seeds, (answer, [...places]) => {
      const blocks = blocksOf(answer);
      const chosen = places.flatMap((place, index) => choice(blocks, place, KINDS[index] ?? 'self'));
      const html = answerHtml(answer, { marks: chosen.map(({ mark }) => mark) }).toString();
      for (const { mark, text } of chosen) assert.equal(markedText(withoutTags(html), mark.kind), text);
    }),
    RUNS,
  );
});

/** A stretch of a block with only characters that the page shows unchanged. */
function choice(
  blocks: readonly Block[],
  [which, start, length]: readonly [number, number, number],
  kind: MarkKind,
) {
  const block = blocks[which % blocks.length];
  if (!block) return [];
  const characters = [...new Intl.Segmenter('en').segment(block.text)];
  const begin = start % characters.length;
  const first = characters[begin];
  const last = characters[Math.min(characters.length - 1, begin + (length % 12))];
  if (!first || !last) return [];
  const [from, to] = [first.index, last.index + last.segment.length];
  const text = block.text.slice(from, to);
  return NOT_SHOWN_ALIKE.test(text) ? [] : [{ mark: { kind, ...block.placeOf(from, to) }, text }];
}
