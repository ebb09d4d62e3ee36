import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ACCESS,
  answerOf,
  ask,
  BRITAIN,
  failureOf,
  fixture,
  kindOf,
  NOWHERE,
  readFixture,
  replyOf,
  shortened,
  testRefusals,
} from '../../../test/support/engines.ts';
import { grok } from './adapter.ts';

const REVIEW = 'https://www.studiotools.example/best-project-software-agencies-2026';
const FORUM = 'https://forum.agencyowners.example/t/kestrel-boards-vs-plotwise/4417';
const UNUSED = 'https://www.neverquoted.example/top-50-tools';

function said(text: string, annotations: object[] = []) {
  return { type: 'message', content: [{ type: 'output_text', text, annotations }] };
}

function completed(...output: object[]) {
  return { status: 'completed', model: 'grok-4.7', output };
}

describe('a Grok request', () => {
  test('has the exact prompt and web search, in any market', () => {
    for (const market of [BRITAIN, NOWHERE]) {
      assert.deepEqual(grok.next(ask('best “C++” editor?\n', market), ACCESS, []), [
        {
          method: 'POST',
          url: 'http://127.0.0.1:1/v1/responses',
          headers: { authorization: 'Bearer secret-key' },
          body: {
            model: 'some-model',
            input: 'best “C++” editor?\n',
            tools: [{ type: 'web_search' }],
            max_output_tokens: 8000,
            store: false,
          },
        },
      ]);
      assert.deepEqual(grok.marketApplied(market), { location: false, language: false });
    }
  });

  test('is the only one', () => assert.deepEqual(grok.next(ask('x'), ACCESS, [replyOf({})]), []));
});

describe('a Grok answer', () => {
  test('has its citations and, separately, every page it opened or found', () =>
    assert.deepEqual(readFixture(grok, 'ok'), {
      outcome: 'ok',
      detail: null,
      characters: 220,
      cited: [REVIEW, FORUM],
      retrieved: [REVIEW, UNUSED, FORUM],
    }));

  test('has its exact text and its model; a citation’s number is not a title', () => {
    const body = JSON.parse(fixture('grok', 'ok'));
    const reading = answerOf(grok, replyOf(body));
    assert.equal(reading.text, body.output[2].content[0].text);
    assert.deepEqual([reading.cited[0]?.title, reading.model, reading.costUsd], [null, 'grok-4.7', null]);
    assert.deepEqual(reading.searches, ['best project management software small agency 2026']);
  });

  test('leaves out the question that the reply repeats', () =>
    assert.deepEqual(readFixture(grok, 'question_returned'), readFixture(grok, 'ok')));

  test('is retriable and most likely billed after its time limit', () => {
    const reading = readFixture(grok, 'incomplete_time_limit');
    assert.ok('fault' in reading);
    assert.deepEqual(
      [reading.outcome, reading.detail, reading.fault],
      ['timeout', 'truncated:max_time_limit', 'timeout'],
    );
  });

  test('has its cost, in ticks', () => {
    const reading = answerOf(
      grok,
      replyOf({ ...completed(said('x')), usage: { cost_in_usd_ticks: 160_708_500 } }),
    );
    assert.equal(reading.costUsd, 0.01607085);
  });

  test('keeps the order of citations without a place', () => {
    const annotations = ['b', 'a'].map((name) => ({ type: 'url_citation', url: `https://${name}.example/` }));
    const reading = shortened(grok.read([replyOf(completed(said('x', annotations)))]));
    assert.deepEqual(reading.cited, ['https://b.example/', 'https://a.example/']);
  });

  test('counts the links in its text that no citation explains', () => {
    const text = `x [[1]](${REVIEW}) y [[2]](https://other.example/)`;
    const details = [[{ type: 'url_citation', url: REVIEW }], []].map(
      (annotations) => grok.read([replyOf(completed(said(text, annotations)))]).detail,
    );
    assert.deepEqual(details, ['unread_citations:1', 'no_search, unread_citations:2']);
  });

  test('lists its searches’ sources as retrieved', () => {
    const action = { type: 'search', sources: [{ type: 'url', url: UNUSED }] };
    const search = { type: 'web_search_call', status: 'completed', action };
    const reading = shortened(grok.read([replyOf(completed(search, { type: 'reasoning' }, said('x')))]));
    assert.deepEqual([reading.detail, reading.cited, reading.retrieved], [null, [], [UNUSED]]);
  });

  test('says that it made no search', () =>
    assert.deepEqual(kindOf(grok, replyOf(completed(said('Tandemly.')))), ['ok', 'no_search']));

  test('made a search if it cites, even without a completed call', () => {
    const search = { type: 'web_search_call', status: 'in_progress' };
    const citation = { type: 'url_citation', url: REVIEW };
    const details = [[citation], []].map(
      (annotations) => grok.read([replyOf(completed(search, said('x', annotations)))]).detail,
    );
    assert.deepEqual(details, [null, 'no_search']);
  });

  test('is empty if its text is blank', () =>
    assert.deepEqual(kindOf(grok, replyOf(completed(said(' \n')))), ['empty', 'blank']));

  test('is empty if xAI blocks the question, whatever the status', () =>
    assert.deepEqual(
      kindOf(
        grok,
        replyOf(
          {
            code: 'The caller does not have permission to execute the specified operation',
            error: 'Content violates usage guidelines. Model: grok-4.7, Failed check: SAFETY_CHECK_TYPE_BIO',
          },
          403,
        ),
      ),
      ['empty', 'blocked:usage_guidelines'],
    ));
});

describe('a Grok failure', () => {
  testRefusals(grok, [
    ['err400_key', 400, {}, ['Client_specified_an_invalid_argument', 'auth', null]],
    ['err410_live_search', 410, {}, ['Gone', 'config', null]],
    ['err429', 429, {}, ['Some_resource_has_been_exhausted', 'rate', null]],
    ['err429', 429, { 'retry-after': '2' }, ['Some_resource_has_been_exhausted', 'rate', 2000]],
  ]);

  const exhausted = 'Some resource has been exhausted';
  const forbidden = 'The caller does not have permission to execute the specified operation';
  const unpaid = 'Your team has either used all available credits or reached its monthly spending limit.';
  for (const [what, status, body, fault] of [
    ['no money left', 429, { code: exhausted, error: unpaid }, 'quota'],
    ['no money left, in the other shape', 429, { error: { message: unpaid, code: exhausted } }, 'quota'],
    ['no money yet', 403, { code: forbidden, error: "Your team doesn't have any credits yet." }, 'quota'],
    ['a key without permission', 403, { code: forbidden, error: 'Your key may not use this model.' }, 'auth'],
    ['an unknown model', 404, { code: 'Not found', error: 'The model x does not exist.' }, 'config'],
    ['a bad key in the other shape', 400, { error: { message: 'Incorrect API key provided.' } }, 'auth'],
    [
      'an unknown argument',
      400,
      { code: 'Client specified an invalid argument', error: 'Argument not supported: max_output_tokens' },
      'config',
    ],
    ['one odd question', 400, { code: 'Client specified an invalid argument', error: 'x' }, 'final'],
    ['a failed run', 200, { status: 'failed', error: { code: 'server_error' }, output: [] }, 'transient'],
    ['a run cut short', 200, { ...completed(said('Tand')), status: 'incomplete' }, 'final'],
    ['an unfinished run', 200, { status: 'in_progress', output: [] }, 'timeout'],
  ] as const) {
    test(`${what}: ${fault}`, () => assert.equal(failureOf(grok, replyOf(body, status)).fault, fault));
  }

  test('is unreadable with an unknown body, not a blank answer', () => {
    const content = [{ type: 'rich_text', value: 'Tandemly' }];
    for (const body of [
      { output: [] },
      completed({ type: 'message', content }),
      { ...completed(said('Tandemly')), status: 'something_new' },
    ]) {
      assert.throws(() => grok.read([replyOf(body)]), JSON.stringify(body));
    }
  });
});
