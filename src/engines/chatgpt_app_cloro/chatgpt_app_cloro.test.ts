import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answerOf, fixture, readFixture, replyOf } from '../../../test/support/engines.ts';
import { pluck } from '../../../test/support/pluck.ts';
import { chatgptAppByCloro } from './adapter.ts';

const REVIEW = 'https://www.studiotools.example/best-project-software-agencies-2026';
const FORUM = 'https://forum.agencyowners.example/t/kestrel-boards-vs-plotwise/4417';

describe('a ChatGPT app answer from Cloro', () => {
  test('has its exact Markdown, its citations and search results, its searches and its model', () =>
    assert.deepEqual(chatgptAppByCloro.read([replyOf(fixture('chatgpt_app_cloro', 'ok'))]), {
      outcome: 'ok',
      detail: null,
      text: `For a five-person agency I would shortlist **Tandemly** and **Kestrel Boards**. ([StudioTools](${REVIEW}?utm_source=chatgpt.com))\n`,
      cited: [
        { url: `${REVIEW}?utm_source=chatgpt.com`, title: 'Best project software for small agencies (2026)' },
        { url: `${FORUM}?utm_source=chatgpt.com`, title: 'Kestrel Boards vs Plotwise' },
      ],
      retrieved: [
        { url: 'https://www.neverquoted.example/top-50-tools?utm_source=chatgpt.com', title: 'Top 50 tools' },
      ],
      searches: ['project management software small agency 2026'],
      model: 'gpt-5-6',
      costUsd: null,
    }));

  test('has only its text, and no model, in the phone format', () => {
    const reading = answerOf(chatgptAppByCloro, replyOf(fixture('chatgpt_app_cloro', 'mobile')));
    assert.deepEqual([reading.text, reading.model], ['Tandemly and Plotwise are common choices.', null]);
    assert.deepEqual(pluck(reading.cited, 'url'), [REVIEW]);
  });

  test('made no search without sources, and is empty without text', () => {
    assert.equal(readFixture(chatgptAppByCloro, 'nosources').detail, 'no_search');
    const blank = readFixture(chatgptAppByCloro, 'blank');
    assert.deepEqual([blank.outcome, blank.detail], ['empty', 'blank']);
  });
});
