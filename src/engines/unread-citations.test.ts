import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unreadCitationsIn } from '../domain/answers/collection-detail.ts';
import { answered } from './engine-reading.ts';
import { countUnread } from './unread-citations.ts';

const PAGE = 'https://a.example/x_(y)?utm_source=engine';

/** Markers without a page in a text whose reply cites one page. */
function unreadIn(text: string): number {
  return countUnread(text, [{ url: PAGE, title: null }], (number) => number === 1);
}

describe('a marker that no result explains', () => {
  for (const [text, expected] of [
    ['Zalto is solid [2].', 1],
    ['Zalto is solid.[2][3] Vexo too [1][4].', 3],
    ['Zalto[2]', 1],
    ['Zalto [1, 2]', 1],
    ['Zalto [1-3]', 1],
    ['| Zalto | [2] |', 1],
    ['Zalto **[2]**', 1],
    ['Zalto [web:2]', 1],
    ['Zalto [web:2](https://b.example/)', 1],
    ['Zalto [perplexity:7]', 1],
    ['Zalto [cite: 12]', 1],
    ['Zalto [^2]', 1],
    ['Zalto【4†source】', 1],
    ['Zalto【85†L261-269】', 1],
    ['Zalto [4†L10-L20]', 1],
    ['Zalto \uE200cite\uE202turn0search1\uE202turn0news3\uE201', 1],
    ['Zalto citeturn0search1turn0news3', 1],
    ['Zalto :contentReference[oaicite:0]{index=0}', 1],
    ['<cite index="2-1">Zalto</cite> is solid.', 1],
    ['Zalto [[2]](https://b.example/), Vexo [2](https://c.example/)', 2],
  ] as const) {
    test(`counts in ${JSON.stringify(text)}`, () => assert.equal(unreadIn(text), expected));
  }
});

describe('no marker is', () => {
  for (const [what, text] of [
    ['an interval', 'It lies in the interval [2, 3].'],
    ['a number’s range', 'Choose a number in [2, 4].'],
    ['a list of values', 'sizes = [2, 3]'],
    ['a list of values after a colon', 'values: [1, 9]'],
    ['values that are in an interval', 'Scores are in [1, 9].'],
    ['a stated range', 'The range was [2-5].'],
    ['one with a page', 'Zalto [1] [web:1] [[1]]'],
    ['a link to a cited page', `Zalto [[7]](${PAGE.replace('utm_source', 'utm_medium')})`],
    ['a link to Google’s own card', 'Zalto [[7]](https://www.google.com/searchviewer/2?q=zalto)'],
    ['a year', 'Zalto [2024]'],
    ['a status', 'It says [404].'],
    ['an index', 'array[0], array[1], x[2], my_list[3], matrix[2][3], [0, 5]'],
    ['an assignment', 'nums[7] = 2'],
    ['code', '`zalto[7]` ``zalto[7]`` ```\nzalto[7]\n``` ~~~\n[7]\n~~~ ```\n[7]'],
    ['another word', '[Rating: 4] [Version 1.0.0] [10:30] [x] [sic] [1990s] [note 3] [John 3:16]'],
    ['an image', 'turn0image2'],
    ['a footnote', 'Zalto [^2].\n\n[^2]: Gartner, 2026'],
    ['a note', 'Zalto [2] [3].\n\n[2] https://b.example\n- **[3]** Gartner'],
    ['a definition', 'Zalto [2].\n\n[2]: https://b.example'],
    ['a number of a source list', 'Zalto [2].\n\nSources:\n1. https://b.example\n2. [B](https://b.example)'],
    ['a link of a source list', 'Zalto [2].\n\nSources:\n- [2](https://b.example)'],
  ] as const) {
    test(what, () => assert.equal(unreadIn(text), 0));
  }
});

test('a list of recommendations with links does not define its markers', () =>
  assert.equal(
    unreadIn('1. [Zalto](https://z.example) [3]\n2. [Vexo](https://v.example) [2]\n3. [x](y)'),
    2,
  ));

test('an answer’s detail has the number, with citations without a page, after another code', () => {
  const { detail } = answered('Zalto [web:7].', { cited: [null], detail: 'no_search' });
  assert.equal(detail, 'no_search, unread_citations:2');
  assert.deepEqual([detail, 'no_search', null].map(unreadCitationsIn), [2, 0, 0]);
});
