import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  answerOf,
  failed,
  fixture,
  kindOf,
  nothing,
  readFixture,
  replyOf,
  shortened,
} from '../../../test/support/engines.ts';
import { googleAiOverview } from './adapter.ts';

const REVIEW =
  'https://www.studiotools.example/best-project-software-agencies-2026#:~:text=Tandemly%20charges%20a%20flat';
const FORUM = 'https://forum.agencyowners.example/t/kestrel-boards-vs-plotwise/4417';
const TEXT = `For a five-person agency the usual shortlist is **Tandemly** and **Kestrel Boards**. [[1]](${REVIEW})

- Tandemly: flat workspace price
- Kestrel Boards: cheapest per seat [[2]](${FORUM})
`;

/** The fixture's reply, with changes to its overview. */
function replyWith(changes: object) {
  const body = JSON.parse(fixture('google_ai_overview', 'ok'));
  Object.assign(body.tasks[0].result[0].items[0], changes);
  return replyOf(body);
}

describe('a Google AI Overview answer', () => {
  test('has its exact text, its citations with titles, and its cost', () =>
    assert.deepEqual(googleAiOverview.read([replyOf(fixture('google_ai_overview', 'ok'))]), {
      outcome: 'ok',
      detail: null,
      text: TEXT,
      cited: [
        { url: REVIEW, title: 'Best project software for small agencies (2026)' },
        { url: FORUM, title: 'Kestrel Boards vs Plotwise' },
      ],
      retrieved: [],
      searches: [],
      model: null,
      costUsd: 0.004,
    }));

  for (const [name, expected] of Object.entries({
    no_ai_overview: nothing('no_ai_overview'),
    not_loaded: failed('ai_overview_not_loaded', 'transient'),
  })) {
    test(name, () => assert.deepEqual(readFixture(googleAiOverview, name), expected));
  }

  test('has its items’ text if it loaded late without a whole text', () => {
    const reading = answerOf(googleAiOverview, replyWith({ markdown: null }));
    assert.equal(
      reading.text,
      'For a five-person agency the usual shortlist is **Tandemly** and **Kestrel Boards**.\n\n- Kestrel Boards: cheapest per seat',
    );
  });

  test('is empty if it is blank and not loaded late', () => {
    const changes = { asynchronous_ai_overview: false, markdown: '', items: null };
    assert.deepEqual(kindOf(googleAiOverview, replyWith(changes)), ['empty', 'blank']);
  });

  test('cites in the order of the list beside it, not of the marks in its text', () => {
    const references = [FORUM, REVIEW].map((url) => ({
      type: 'ai_overview_reference',
      url,
      title: 'Listed',
    }));
    const extra = 'https://marked.example/only-in-the-text';
    const reading = googleAiOverview.read([
      replyWith({ references, markdown: `${TEXT} [[3]](${extra})`, items: null }),
    ]);
    assert.deepEqual(shortened(reading).cited, [FORUM, REVIEW, extra]);
  });

  test('may stand anywhere among the search results', () => {
    const body = JSON.parse(fixture('google_ai_overview', 'ok'));
    body.tasks[0].result[0].items.reverse();
    const reading = googleAiOverview.read([replyOf(body)]);
    assert.deepEqual(shortened(reading), readFixture(googleAiOverview, 'ok'));
  });
});
