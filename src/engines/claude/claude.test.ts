import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ACCESS,
  answerOf,
  ask,
  BRITAIN,
  failed,
  fixture,
  NOWHERE,
  nothing,
  readFixture,
  replyOf,
  shortened,
  testRefusals,
} from '../../../test/support/engines.ts';
import type { EngineAnswer } from '../engine.ts';
import { claude } from './adapter.ts';

const REVIEW = 'https://www.studiotools.example/best-project-software-agencies-2026';
const FORUM = 'https://forum.agencyowners.example/t/kestrel-boards-vs-plotwise/4417';
const FOUND = [
  REVIEW,
  'https://www.neverquoted.example/top-50-tools',
  FORUM,
  'https://tandemly.example/pricing',
];
const PAUSED = replyOf(fixture('claude', 'pause_turn'));
const ENDED = replyOf(fixture('claude', 'ok'));

describe('a Claude request', () => {
  test('has the exact prompt and web search in the market’s country', () =>
    assert.deepEqual(claude.next(ask('best “C++” editor?\n'), ACCESS, []), [
      {
        method: 'POST',
        url: 'http://127.0.0.1:1/v1/messages',
        headers: { 'x-api-key': 'secret-key', 'anthropic-version': '2026-10-21' },
        body: {
          model: 'some-model',
          max_tokens: 16_000,
          output_config: { effort: 'medium' },
          messages: [{ role: 'user', content: 'best “C++” editor?\n' }],
          tools: [
            {
              type: 'web_search_20250305',
              name: 'web_search',
              max_uses: 3,
              user_location: { type: 'approximate', country: 'GB' },
            },
          ],
        },
      },
    ]));

  for (const [model, takesEffort] of [
    ['claude-sonnet-5-5', true],
    ['claude-opus-4-6', true],
    ['claude-sonnet-4-5', false],
    ['claude-sonnet-4-20250514', false],
    ['claude-haiku-4-5-20251001', false],
    ['claude-3-7-sonnet-latest', false],
  ] as const) {
    test(`${model}: ${takesEffort ? 'an' : 'no'} effort`, () => {
      const [request] = claude.next(ask('x'), { ...ACCESS, model }, []);
      assert.ok(request);
      assert.equal('output_config' in (request.body as object), takesEffort);
    });
  }

  test('has no location without a market', () => {
    assert.deepEqual(sent([], NOWHERE).tools, [
      { type: 'web_search_20250305', name: 'web_search', max_uses: 3 },
    ]);
    assert.deepEqual(claude.marketApplied(NOWHERE), { location: false, language: false });
    assert.deepEqual(claude.marketApplied(BRITAIN), { location: true, language: false });
  });

  test('is the last one after the turn ends', () => {
    for (const name of ['ok', 'max_tokens', 'refusal', 'empty']) {
      assert.deepEqual(claude.next(ask('x'), ACCESS, [replyOf(fixture('claude', name))]), []);
    }
  });

  test('is the last one after an unreadable body', () =>
    assert.deepEqual(claude.next(ask('x'), ACCESS, [replyOf('<html></html>')]), []));
});

describe('a turn that Claude paused', () => {
  test('goes back unchanged, with the same tools', () => {
    const paused = { role: 'assistant', content: JSON.parse(PAUSED.body).content };
    const question = { role: 'user', content: 'x' };
    assert.deepEqual(sent([PAUSED]), { ...sent([]), messages: [question, paused] });
    assert.deepEqual(sent([PAUSED, PAUSED]), { ...sent([]), messages: [question, paused, paused] });
  });

  test('goes back with its last container', () => {
    const inContainer = (container: object | null) =>
      replyOf({ stop_reason: 'pause_turn', content: [], container });
    const replies = [inContainer({ id: 'one' }), inContainer({ id: 'two' }), inContainer(null)];
    assert.equal(sent(replies).container, 'two');
    assert.ok(!('container' in sent([PAUSED])));
  });

  test('goes back five times at most', () => {
    assert.equal(claude.next(ask('x'), ACCESS, Array(5).fill(PAUSED)).length, 1);
    assert.deepEqual(claude.next(ask('x'), ACCESS, Array(6).fill(PAUSED)), []);
    assert.deepEqual(shortened(claude.read(Array(6).fill(PAUSED))), failed('paused'));
  });

  test('forms one answer with its continuation', () => {
    assert.deepEqual(claude.next(ask('x'), ACCESS, [PAUSED, ENDED]), []);
    const whole = claude.read([PAUSED, ENDED]);
    const { searches, ...ended } = claude.read([ENDED]) as EngineAnswer;
    assert.deepEqual(whole, { ...ended, searches: [...(searches ?? []), 'Plotwise reviews 2026'] });
  });

  test('continues in mid-sentence, with the sources from both halves', () => {
    const halves = [
      turn([found('https://a.example/'), said('Tandemly, ', ['https://a.example/'])], 'pause_turn'),
      turn([said('then Plotwise.'), search(), found('https://b.example/'), said('Done.')]),
    ];
    const reading = answerOf(claude, ...halves);
    assert.equal(reading.text, 'Tandemly, then Plotwise.\n\nDone.');
    assert.deepEqual(shortened(reading), {
      outcome: 'ok',
      detail: null,
      characters: 31,
      cited: ['https://a.example/'],
      retrieved: ['https://a.example/', 'https://b.example/'],
    });
  });

  test('fails if its continuation fails', () => {
    const reading = claude.read([PAUSED, replyOf(fixture('claude', 'err529'), 529)]);
    assert.deepEqual(shortened(reading), failed('overloaded_error', 'transient'));
  });
});

describe('a Claude answer', () => {
  for (const [name, expected] of Object.entries({
    ok: { outcome: 'ok', detail: null, characters: 162, cited: [REVIEW, FORUM], retrieved: FOUND },
    search_error: {
      outcome: 'ok',
      detail: 'search_error:max_uses_exceeded',
      characters: 65,
      cited: [],
      retrieved: [],
    },
    empty: nothing('blank'),
    refusal: nothing('refusal:general_harms'),
    max_tokens: failed('truncated:max_tokens', 'length'),
    pause_turn: failed('paused'),
  })) {
    test(name, () => assert.deepEqual(readFixture(claude, name), expected));
  }

  test('has its exact text, without announcements before a search', () => {
    const reading = answerOf(claude, ENDED);
    assert.equal(
      reading.text,
      'Small agencies most often choose between two tools. Tandemly charges a flat price per workspace, ' +
        'while Kestrel Boards is cheaper per seat but lacks time tracking.',
    );
    assert.equal(reading.cited[1]?.title, 'Kestrel Boards vs Plotwise — Agency Owners Forum');
    assert.deepEqual([reading.model, reading.costUsd], ['claude-sonnet-5-5', null]);
  });

  test('includes text with a source before the next search', () => {
    const cited = ['https://a.example/'];
    const reading = answerOf(
      claude,
      turn([said('One: '), said('Tandemly.', cited), search(), found('x'), said('Two: Plotwise.')]),
    );
    assert.equal(reading.text, 'One: Tandemly.\n\nTwo: Plotwise.');
  });

  test('survives null citations, unknown citations, and unknown blocks', () => {
    const reading = claude.read([
      turn([
        { type: 'thinking', thinking: 'hm' },
        { ...said('Tandemly'), citations: null },
        { ...said('.'), citations: [{ type: 'char_location', url: 'https://a.example/' }] },
        { type: 'some_new_block', content: [{ url: 'https://b.example/' }] },
        found('https://c.example/'),
      ]),
    ]);
    assert.deepEqual(shortened(reading), {
      outcome: 'ok',
      detail: 'unread_citations:1',
      characters: 9,
      cited: [],
      retrieved: ['https://c.example/'],
    });
  });

  test('shows a failed search even if another one succeeded', () => {
    const error = { type: 'web_search_tool_result', content: { error_code: 'unavailable' } };
    const reading = claude.read([turn([found('https://a.example/'), error, said('Tandemly.')])]);
    assert.equal(reading.detail, 'search_error:unavailable');
  });

  test('keeps findings before another search, drops announcements, and accepts one search over the limit', () => {
    const reading = answerOf(claude, replyOf(fixture('claude', 'findings_before_search')));
    assert.equal(
      reading.text,
      'I found current prices: Tandemly costs around $29 per workspace as of November 2026. ' +
        'Let me search for Kestrel Boards.\n\nTandemly is the cheaper of the two.',
    );
    assert.equal(reading.detail, null);
    assert.deepEqual(reading.searches, [
      'tandemly price 2026',
      'kestrel boards price 2026',
      'tandemly kestrel boards review',
    ]);
  });

  test('says that it made no search', () =>
    assert.equal(claude.read([turn([said('Tandemly.')])]).detail, 'no_search'));

  test('may be a refusal without a category', () =>
    assert.deepEqual(shortened(claude.read([turn([], 'refusal')])), nothing('refusal')));

  test('loses earlier text to a refusal', () =>
    assert.deepEqual(shortened(claude.read([turn([said('Well, ')], 'refusal')])), nothing('refusal')));

  test('fails if the context is full', () => {
    const reading = claude.read([turn([said('Tand')], 'model_context_window_exceeded')]);
    assert.deepEqual(shortened(reading), failed('truncated:model_context_window_exceeded'));
  });

  test('is blank without text after a search', () => {
    const reading = claude.read([turn([said('Let me look.'), search(), found('https://a.example/')])]);
    assert.deepEqual(shortened(reading), { ...nothing('blank'), retrieved: ['https://a.example/'] });
  });

  test('is not complete with an unknown stop reason, or without one', () => {
    const readingOf = (stop_reason?: string) =>
      shortened(claude.read([replyOf({ content: [said('Tand')], stop_reason })]));
    assert.deepEqual(readingOf('stop_sequence').outcome, 'ok');
    assert.deepEqual(readingOf('some new'), failed('stopped:some_new', 'transient'));
    assert.deepEqual(readingOf(undefined), failed('unfinished', 'transient'));
  });
});

describe('a Claude failure', () => {
  testRefusals(claude, [
    ['err400_billing', 400, {}, ['invalid_request_error', 'quota', null]],
    ['err401', 401, {}, ['authentication_error', 'auth', null]],
    ['err429', 429, { 'retry-after': '17' }, ['rate_limit_error', 'rate', 17_000]],
    ['err429_spend_limit', 429, {}, ['rate_limit_error', 'quota', null]],
    ['err400_prompt_too_long', 400, {}, ['invalid_request_error', 'final', null]],
    ['err500', 500, {}, ['api_error', 'transient', null]],
    ['err529', 529, {}, ['overloaded_error', 'transient', null]],
  ]);

  for (const [type, message, status, fault] of [
    ['billing_error', 'Payment required.', 402, 'quota'],
    ['billing_error', 'Payment required.', 400, 'quota'],
    ['invalid_request_error', 'You have reached your specified API usage limits.', 400, 'quota'],
    ['invalid_request_error', 'max_tokens: Extra inputs are not permitted', 400, 'config'],
    ['permission_error', 'Web search is not enabled.', 403, 'auth'],
    ['not_found_error', 'model: claude-none', 404, 'config'],
  ] as const) {
    test(`${status} ${type}: ${message} (${fault})`, () => {
      const reading = claude.read([replyOf({ type: 'error', error: { type, message } }, status)]);
      assert.deepEqual(shortened(reading), failed(type, fault));
    });
  }

  test('is unreadable if its body has no known content', () => {
    const stop_reason = 'end_turn';
    for (const body of [
      { content: [] },
      { content: 'Tandemly.', stop_reason },
      { content: [{ type: 'some_new_text', text: 'Tandemly.' }], stop_reason },
    ]) {
      assert.throws(() => claude.read([replyOf(body)]), /no known content/);
    }
    assert.throws(() => claude.read([]), /nothing to read/);
  });
});

interface Sent {
  readonly messages: object[];
  readonly tools: object[];
  readonly container?: string;
}

/** The body of the request after these replies. */
function sent(replies: Parameters<typeof claude.next>[2], market = BRITAIN): Sent {
  const [request] = claude.next(ask('x', market), ACCESS, replies);
  assert.ok(request);
  return request.body as Sent;
}

function turn(content: readonly object[], stop_reason = 'end_turn') {
  return replyOf({ content, stop_reason });
}

function said(text: string, urls?: readonly string[]) {
  const citations = urls?.map((url) => ({ type: 'web_search_result_location', url, title: null }));
  return { type: 'text', text, ...(citations && { citations }) };
}

function search() {
  return { type: 'server_tool_use', name: 'web_search', input: { query: 'x' } };
}

function found(url: string) {
  return { type: 'web_search_tool_result', content: [{ type: 'web_search_result', url, title: null }] };
}
