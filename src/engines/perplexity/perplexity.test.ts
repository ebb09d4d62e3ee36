import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ACCESS,
  answerOf,
  ask,
  BRITAIN,
  failed,
  failureOf,
  fixture,
  kindOf,
  NOWHERE,
  readFixture,
  replyOf,
  shortened,
  testRefusals,
} from '../../../test/support/engines.ts';
import { perplexity } from './adapter.ts';

const REVIEW = 'https://www.studiotools.example/best-project-software-agencies-2026';
const FORUM = 'https://forum.agencyowners.example/t/kestrel-boards-vs-plotwise/4417';
const FOUND = [REVIEW, 'https://www.neverquoted.example/top-50-tools', FORUM];

const CUT_SHORT = failed('truncated:max_output_tokens', 'length');
const BRAZIL = { ...BRITAIN, languageCode: 'pt-BR', country: null };

/** A finished run with this text, after searches with these results. */
function run(text: string, ...searches: object[][]) {
  return {
    status: 'completed',
    output: [
      ...searches.map((results) => ({ type: 'search_results', results })),
      { type: 'message', content: [{ type: 'output_text', text, annotations: [] }] },
    ],
  };
}

function page(id: unknown, name: string) {
  return { id, url: `https://${name}.example/`, title: name };
}

function citedIn(text: string, ...searches: object[][]) {
  const reading = shortened(perplexity.read([replyOf(run(text, ...searches))]));
  assert.ok(reading.cited);
  return reading.cited.map((url) => new URL(url).hostname.replace('.example', ''));
}

describe('a Perplexity request', () => {
  test('has the exact prompt and a forced web search in the market’s country and language', () => {
    assert.deepEqual(perplexity.next(ask('best “C++” editor?\n'), ACCESS, []), [
      {
        method: 'POST',
        url: 'http://127.0.0.1:1/v1/agent',
        headers: { authorization: 'Bearer secret-key' },
        body: {
          model: 'some-model',
          input: 'best “C++” editor?\n',
          tools: [{ type: 'web_search', search_context_size: 'low', user_location: { country: 'GB' } }],
          tool_choice: { type: 'web_search' },
          language_preference: 'en',
          max_output_tokens: 4000,
          store: false,
        },
      },
    ]);
    assert.deepEqual(perplexity.marketApplied(BRITAIN), { location: true, language: true });
  });

  test('has neither country nor language without a market', () => {
    const [request] = perplexity.next(ask('x', NOWHERE), ACCESS, []);
    assert.deepEqual(request?.body, {
      model: 'some-model',
      input: 'x',
      tools: [{ type: 'web_search', search_context_size: 'low' }],
      tool_choice: { type: 'web_search' },
      max_output_tokens: 4000,
      store: false,
    });
    assert.deepEqual(perplexity.marketApplied(NOWHERE), { location: false, language: false });
  });

  test('has a language without its region', () => {
    const [request] = perplexity.next(ask('x', BRAZIL), ACCESS, []);
    assert.ok(request);
    assert.equal((request.body as { language_preference: string }).language_preference, 'pt');
    assert.deepEqual(perplexity.marketApplied(BRAZIL), { location: false, language: true });
  });

  test('is the only one', () => assert.deepEqual(perplexity.next(ask('x'), ACCESS, [replyOf({})]), []));
});

describe('a Perplexity answer', () => {
  for (const [name, expected] of Object.entries({
    ok: { outcome: 'ok', detail: null, characters: 171, cited: [REVIEW, FORUM], retrieved: FOUND },
    web_markers: {
      outcome: 'ok',
      detail: 'unread_citations:1',
      characters: 220,
      cited: [REVIEW, FORUM],
      retrieved: FOUND,
    },
    nosearch: { outcome: 'ok', detail: 'no_search', characters: 41, cited: [], retrieved: [] },
    incomplete: CUT_SHORT,
    failed200: failed('internal_error', 'transient'),
  })) {
    test(name, () => assert.deepEqual(readFixture(perplexity, name), expected));
  }

  test('has its exact text, its citations with titles, its model and its cost', () => {
    const body = JSON.parse(fixture('perplexity', 'ok'));
    const reading = answerOf(perplexity, replyOf(body));
    assert.equal(reading.text, body.output[1].content[0].text);
    assert.equal(reading.cited[0]?.title, 'Best project software for small agencies (2026)');
    assert.deepEqual([reading.model, reading.costUsd], ['perplexity/sonar', 0.00599]);
    assert.deepEqual(reading.searches, body.output[0].queries);
    assert.ok(reading.searches?.length !== 0);
  });

  test('has no cost in dollars if the currency differs', () => {
    const usage = { cost: { currency: 'EUR', total_cost: 0.01 } };
    assert.equal(answerOf(perplexity, replyOf({ ...run('x'), usage })).costUsd, null);
  });

  test('joins several messages', () => {
    const said = (text: string) => ({ type: 'message', content: [{ type: 'output_text', text }] });
    const output = [said('Tandemly '), { type: 'something_new' }, said('leads.')];
    assert.equal(
      answerOf(perplexity, replyOf({ status: 'completed', output, brand_new: 1 })).text,
      'Tandemly leads.',
    );
  });

  test('is empty if its text is blank', () => {
    const reading = shortened(perplexity.read([replyOf(run(' \n', [page(1, 'a')]))]));
    assert.deepEqual([reading.outcome, reading.detail, reading.cited], ['empty', 'blank', []]);
  });

  test('is empty if the run ended without a message', () =>
    assert.deepEqual(kindOf(perplexity, replyOf({ status: 'completed', output: [] })), ['empty', 'blank']));
});

describe('a Perplexity citation list', () => {
  const two = [page(1, 'a'), page(2, 'b')];
  for (const [what, text, searches, expected] of [
    ['in text order, each once', 'x[2] y[1][2].', [two], ['b', 'a']],
    ['by its id, not by its place', 'x[7]', [[page(3, 'a'), page(7, 'b')]], ['b']],
    ['by a text id', 'x[2]', [[page('2', 'b')]], ['b']],
    ['of several searches', 'x[3] y[1]', [two, [page(3, 'c')]], ['c', 'a']],
    ['of a repeated id for one page', 'x[1]', [two, [page(1, 'a')]], ['a']],
    ['none of a repeated id for several pages', 'x[1] y[2]', [two, [page(1, 'c')]], ['b']],
    ['by the place of a result without an id', 'x[2]', [[page(null, 'a'), page(undefined, 'b')]], ['b']],
    ['not an uncited result', 'x', [two], []],
    ['not a marker without a result', 'x[9] y[1]', [two], ['a']],
    ['not a link with a number as text', 'x[1](https://c.example/) y[2]', [two], ['b']],
    ['not such a link in brackets', 'x[[1]](https://c.example/) y[2]', [two], ['b']],
    ['not an index in code', 'x `list[1]` y[2]\n```\nlist[1]\n```\n', [two], ['b']],
    ['not a year', 'x [2026]', [[page(2026, 'a')]], []],
    ['not a result without a URL', 'x[1][2]', [[{ id: 1 }, page(2, 'b')]], ['b']],
  ] as const) {
    test(what, () => assert.deepEqual(citedIn(text, ...searches.map((each) => [...each])), expected));
  }

  const three = [page(1, 'a'), page(2, 'b'), page(3, 'c')];
  for (const [text, expected] of [
    ['Zalto [web:1].', ['a']],
    ['Zalto [web:1][web:3].', ['a', 'c']],
    ['Zalto [WEB:2].', ['b']],
    ['Zalto[web: 3]', ['c']],
    ['Zalto [web:1, web:3].', ['a', 'c']],
    ['Zalto [web:1 web:3].', ['a', 'c']],
    ['Zalto [web:1 and web:3].', ['a', 'c']],
    ['Zalto [web:1,3].', ['a', 'c']],
    ['Zalto [web:1-3].', ['a', 'b', 'c']],
    ['Zalto [1, 3].', ['a', 'c']],
    ['Zalto [3,1].', ['c', 'a']],
    ['Zalto [1-3].', ['a', 'b', 'c']],
    ['Zalto [1–2].', ['a', 'b']],
    ['Zalto【1】', ['a']],
    ['Zalto【web:2】', ['b']],
    ['Zalto［3］', ['c']],
    ['Zalto \\[1\\].', ['a']],
    ['Zalto [attached\\_file:2].', ['b']],
    ['Zalto [source:2].', ['b']],
    ['Zalto [Source 2].', ['b']],
    ['Zalto [search:3].', ['c']],
    ['Zalto [citation:3].', ['c']],
    ['Zalto [cite: 1, 2].', ['a', 'b']],
    ['Zalto [ref_2].', ['b']],
    ['Zalto [^1].', ['a']],
    ['Zalto [^1^].', ['a']],
    ['Zalto [[2]].', ['b']],
    ['Zalto [Rating: 2], 2 of [web:9].', []],
    ['Zalto `[web:1]`', []],
  ] as const) {
    test(`reads ${text}`, () => assert.deepEqual(citedIn(text, three), expected));
  }

  test('has the page of the newest search before a message if searches repeat its id', () => {
    const found = (name: string) => ({ type: 'search_results', results: [page(1, name)] });
    const said = (text: string) => ({ type: 'message', content: [{ type: 'output_text', text }] });
    const output = [found('a'), said('x [1] '), found('b'), said('y [1]')];
    const reading = answerOf(perplexity, replyOf({ status: 'completed', output }));
    assert.deepEqual([reading.cited.map(({ title }) => title), reading.detail], [['a', 'b'], null]);
  });

  test('counts a fetched page after the results', () => {
    const contents = [{ url: 'https://c.example/', title: 'c' }];
    const output = [...run('x [web:3]', two).output, { type: 'fetch_url_results', contents }];
    const reading = shortened(perplexity.read([replyOf({ status: 'completed', output })]));
    assert.deepEqual(reading.cited, ['https://c.example/']);
  });

  for (const [text, searches, detail] of [
    ['x [web:9] y [1]', [two], 'unread_citations:1'],
    ['x [9][web:8]', [two], 'no_citations, unread_citations:2'],
    ['x [1]', [two, [page(1, 'c')]], 'no_citations, unread_citations:1'],
    ['x', [two], 'no_citations'],
    ['x [web:1]', [], 'no_search, unread_citations:1'],
    ['x [2026] `list[7]` [1]', [two], null],
  ] as const) {
    test(`of ${JSON.stringify(text)} has the detail ${detail}`, () => {
      const body = run(text, ...searches.map((each) => [...each]));
      assert.equal(perplexity.read([replyOf(body)]).detail, detail);
    });
  }

  test('has the annotations in text order if no marker matches a result', () => {
    const annotations = [
      { type: 'citation', url: 'https://b.example/', title: 'B', start_index: 9 },
      { type: 'citation', url: 'https://a.example/', start_index: 2 },
      { type: 'something_new' },
    ];
    const body = {
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'output_text', text: 'x[4] y', annotations }] }],
    };
    const reading = answerOf(perplexity, replyOf(body));
    assert.deepEqual(reading.cited, [
      { url: 'https://a.example/', title: null },
      { url: 'https://b.example/', title: 'B' },
    ]);
  });
});

describe('a Perplexity failure', () => {
  testRefusals(perplexity, [
    ['err401', 401, {}, ['forbidden', 'auth', null]],
    ['err400_field', 400, {}, ['invalid_request', 'config', null]],
    ['err429', 429, {}, ['request_rate_limit_exceeded', 'rate', null]],
    ['err429', 429, { 'retry-after': '3' }, ['request_rate_limit_exceeded', 'rate', 3000]],
    ['err429', 429, { 'x-ratelimit-reset': '12' }, ['request_rate_limit_exceeded', 'rate', 12_000]],
    [
      'err429',
      429,
      { 'x-ratelimit-reset': '1795204830', date: 'Fri, 20 Nov 2026 20:00:00 GMT' },
      ['request_rate_limit_exceeded', 'rate', 30_000],
    ],
    ['err429', 429, { 'x-ratelimit-reset': '1795204830' }, ['request_rate_limit_exceeded', 'rate', null]],
    [
      'err429',
      429,
      { 'retry-after': '3', 'x-ratelimit-reset': '12' },
      ['request_rate_limit_exceeded', 'rate', 3000],
    ],
    ['err400_prompt_too_long', 400, {}, ['too_many_prompt_tokens', 'final', null]],
  ]);

  for (const [what, status, body, expected] of [
    [
      'an empty account has a bad key’s status',
      401,
      { error: { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 401 } },
      ['insufficient_quota', 'quota'],
    ],
    ['someone it depends on', 424, { error: { message: 'x', code: 424 } }, ['http_424', 'transient']],
    ['its own deadline', 504, {}, ['http_504', 'timeout']],
    [
      'a rate inside a run',
      200,
      { status: 'failed', error: { code: 'request_rate_limit_exceeded' }, output: [] },
      ['request_rate_limit_exceeded', 'rate'],
    ],
    ['a run without a reason', 200, { status: 'failed', error: null }, ['failed', 'transient']],
    ['a cancelled run', 200, { status: 'cancelled', output: [] }, ['cancelled', 'transient']],
    ['an unfinished run', 200, { ...run('Tand'), status: 'in_progress' }, ['in_progress', 'timeout']],
    ['a run before its start', 200, { status: 'queued', output: [] }, ['queued', 'timeout']],
    ['a run cut short', 200, { status: 'incomplete', output: [] }, ['truncated:unknown', 'final']],
  ] as const) {
    test(what, () => {
      const reading = failureOf(perplexity, replyOf(body, status));
      assert.deepEqual([reading.detail, reading.fault], expected);
    });
  }

  test('is an empty answer, not a failure, after a filter', () => {
    const body = { status: 'incomplete', incomplete_details: { reason: 'content_filter' }, output: [] };
    assert.deepEqual(kindOf(perplexity, replyOf(body)), ['empty', 'content_filter']);
  });

  test('is unreadable with an unknown body, not a blank answer', () => {
    const content = [{ type: 'rich_text', value: 'Tandemly' }];
    for (const body of [
      { choices: [{ message: { content: 'Tandemly' } }] },
      { output: [] },
      { status: 'completed', output: [{ type: 'message', content }] },
      { ...run('Tandemly'), status: 'requires_action' },
    ]) {
      assert.throws(() => perplexity.read([replyOf(body)]), JSON.stringify(body));
    }
  });
});
