import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fixture, readFixture, replyOf } from '../../../test/support/engines.ts';
import { chatgptAppByCloro } from './adapter.ts';

const REVIEW = 'https://www.studiotools.example/best-project-software-agencies-2026';
const FORUM = 'https://forum.agencyowners.example/t/kestrel-boards-vs-plotwise/4417';

describe('what the ChatGPT app answers by way of Cloro', () => {
  test('its Markdown to the character, what it cites and found, its searches and its model', () => {
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
    });
  });

  test('in the shape of a phone it has its text alone, and no model', () => {
    const reading = chatgptAppByCloro.read([replyOf(fixture('chatgpt_app_cloro', 'mobile'))]);
    assert.ok(reading.outcome === 'ok');
    assert.deepEqual([reading.text, reading.model], ['Tandemly and Plotwise are common choices.', null]);
    assert.deepEqual(
      reading.cited.map(({ url }) => url),
      [REVIEW],
    );
  });

  test('without sources it has not searched, and without text it says nothing', () => {
    assert.equal(readFixture(chatgptAppByCloro, 'nosources').detail, 'no_search');
    const blank = readFixture(chatgptAppByCloro, 'blank');
    assert.deepEqual([blank.outcome, blank.detail], ['empty', 'blank']);
  });
});
