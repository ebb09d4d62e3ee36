import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFixture } from '../../../test/support/engines.ts';
import { geminiAppByCloro } from './adapter.ts';

test('a Gemini app answer has its Markdown, and cites each page once', () =>
  assert.deepEqual(readFixture(geminiAppByCloro, 'ok'), {
    outcome: 'ok',
    detail: null,
    characters: '**Tandemly** suits small agencies.\n'.length,
    cited: ['https://www.studiotools.example/best-project-software-agencies-2026'],
    retrieved: [],
  }));
