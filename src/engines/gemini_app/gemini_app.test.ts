import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fixture, kindOf, replyOf } from '../../../test/support/engines.ts';
import { geminiApp } from './adapter.ts';

/** The fixture's reply, with changes to its answer. */
function replyWith(changes: object) {
  const body = JSON.parse(fixture('gemini_app', 'ok'));
  Object.assign(body.tasks[0].result[0], changes);
  return replyOf(body);
}

describe('a Gemini app answer', () => {
  test('has its exact text, its citations, its model and its cost', () =>
    assert.deepEqual(geminiApp.read([replyOf(fixture('gemini_app', 'ok'))]), {
      outcome: 'ok',
      detail: null,
      text: '**Tandemly** suits agencies with many freelancers.\n',
      cited: [
        {
          url: 'https://www.studiotools.example/best-project-software-agencies-2026',
          title: 'Best project software for small agencies (2026)',
        },
      ],
      retrieved: [],
      searches: [],
      model: 'gemini-3.5-flash',
      costUsd: 0.004,
    }));

  test('made no search without sources', () =>
    assert.deepEqual(kindOf(geminiApp, replyWith({ sources: null })), ['ok', 'no_search']));
});
