import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fixture, nothing, readFixture, replyOf } from '../../../test/support/engines.ts';
import { copilotSearch } from './adapter.ts';

describe('a Copilot Search answer', () => {
  test('has its exact text, its citations with titles, and its cost', () =>
    assert.deepEqual(copilotSearch.read([replyOf(fixture('copilot_search', 'ok'))]), {
      outcome: 'ok',
      detail: null,
      text: '**Tandemly** suits small agencies, with one flat price.\n\n- Kestrel Boards: free for three people\n',
      // The list beside the text, the paragraphs' references, and the search result inside; a video is not a source.
      cited: [
        {
          url: 'https://forum.agencyowners.example/t/kestrel-boards-vs-plotwise/4417',
          title: 'Kestrel Boards vs Plotwise',
        },
        {
          url: 'https://www.studiotools.example/best-project-software-agencies-2026',
          title: 'Best project software for small agencies (2026)',
        },
        { url: 'https://kestrel.example/pricing', title: 'Kestrel Boards pricing' },
      ],
      retrieved: [],
      searches: [],
      model: null,
      costUsd: 0.002,
    }));

  test('is empty on a Bing page without it', () =>
    assert.deepEqual(readFixture(copilotSearch, 'no_ai_overview'), nothing('no_ai_overview')));
});
