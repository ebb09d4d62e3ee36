import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFixture } from '../../../test/support/engines.ts';
import { googleAiModeByCloro } from './adapter.ts';

test('an AI Mode answer cites its list and pages only in its text; Google’s cards are nobody’s pages', () => {
  assert.deepEqual(readFixture(googleAiModeByCloro, 'ok'), {
    outcome: 'ok',
    detail: null,
    characters: 'The usual shortlist is **Tandemly** and **Kestrel Boards**.\n'.length,
    cited: [
      'https://www.studiotools.example/best-project-software-agencies-2026',
      'https://forum.agencyowners.example/t/kestrel-boards-vs-plotwise/4417',
    ],
    retrieved: [],
  });
});
