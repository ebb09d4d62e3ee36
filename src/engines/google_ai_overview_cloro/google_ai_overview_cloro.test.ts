import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, readFixture, replyOf } from '../../../test/support/engines.ts';
import { googleAiOverviewByCloro } from './adapter.ts';

test('an overview has its Markdown and its cited pages, but no links beside it; ads are kept apart', () =>
  assert.deepEqual(googleAiOverviewByCloro.read([replyOf(fixture('google_ai_overview_cloro', 'ok'))]), {
    outcome: 'ok',
    detail: null,
    text: 'The usual shortlist is **Tandemly** and **Kestrel Boards**.\n',
    cited: [
      {
        url: 'https://www.studiotools.example/best-project-software-agencies-2026',
        title: 'Best project software for small agencies (2026)',
      },
      {
        url: 'https://forum.agencyowners.example/t/kestrel-boards-vs-plotwise/4417',
        title: 'Kestrel Boards vs Plotwise',
      },
    ],
    retrieved: [],
    searches: [],
    cards: [
      {
        kind: 'ad',
        title: 'Plotwise',
        url: 'https://plotwise.example/ad',
        seller: 'plotwise.example',
        price: null,
        text: 'Try it',
      },
    ],
    model: null,
    costUsd: null,
  }));

test('a page without an overview is an empty answer', () => {
  for (const name of ['no_ai_overview', 'overview_null']) {
    const { outcome, detail } = readFixture(googleAiOverviewByCloro, name);
    assert.deepEqual([outcome, detail], ['empty', 'no_ai_overview']);
  }
});
