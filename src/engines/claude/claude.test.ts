import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ACCESS,
  ask,
  BRITAIN,
  fixture,
  NOWHERE,
  readFixture,
  replyOf,
  shortened,
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

describe('what Claude is sent', () => {
  test('the prompt as it is, with web search in the country of the market', () => {
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
    ]);
  });

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

  test('without a market no location', () => {
    assert.deepEqual(sent([], NOWHERE).tools, [
      { type: 'web_search_20250305', name: 'web_search', max_uses: 3 },
    ]);
    assert.deepEqual(claude.marketApplied(NOWHERE), { location: false, language: false });
    assert.deepEqual(claude.marketApplied(BRITAIN), { location: true, language: false });
  });

  test('nothing more once its turn has ended', () => {
    for (const name of ['ok', 'max_tokens', 'refusal', 'empty']) {
      assert.deepEqual(claude.next(ask('x'), ACCESS, [replyOf(fixture('claude', name))]), []);
    }
  });

  test('nothing more after a body that cannot be read', () => {
    assert.deepEqual(claude.next(ask('x'), ACCESS, [replyOf('<html></html>')]), []);
  });
});

describe('a turn that Claude paused', () => {
  test('is sent back to it as it was, with the same tools', () => {
    const paused = { role: 'assistant', content: JSON.parse(PAUSED.body).content };
    const question = { role: 'user', content: 'x' };
    assert.deepEqual(sent([PAUSED]), { ...sent([]), messages: [question, paused] });
    assert.deepEqual(sent([PAUSED, PAUSED]), { ...sent([]), messages: [question, paused, paused] });
  });

  test('with its last container', () => {
    const inContainer = (container: object | null) =>
      replyOf({ stop_reason: 'pause_turn', content: [], container });
    const replies = [inContainer({ id: 'one' }), inContainer({ id: 'two' }), inContainer(null)];
    assert.equal(sent(replies).container, 'two');
    assert.ok(!('container' in sent([PAUSED])));
  });

  test('five times at most', () => {
    assert.equal(claude.next(ask('x'), ACCESS, Array(5).fill(PAUSED)).length, 1);
    assert.deepEqual(claude.next(ask('x'), ACCESS, Array(6).fill(PAUSED)), []);
    assert.deepEqual(shortened(claude.read(Array(6).fill(PAUSED))), failure('paused'));
  });

  test('is one answer with what continues it', () => {
    assert.deepEqual(claude.next(ask('x'), ACCESS, [PAUSED, ENDED]), []);
    const whole = claude.read([PAUSED, ENDED]);
    const { searches, ...ended } = claude.read([ENDED]) as EngineAnswer;
    assert.deepEqual(whole, { ...ended, searches: [...(searches ?? []), 'Plotwise reviews 2026'] });
  });

  test('goes on in the middle of a sentence, and keeps the sources of both halves', () => {
    const halves = [
      turn([found('https://a.example/'), said('Tandemly, ', ['https://a.example/'])], 'pause_turn'),
      turn([said('then Plotwise.'), search(), found('https://b.example/'), said('Done.')]),
    ];
    const reading = claude.read(halves);
    assert.ok(reading.outcome === 'ok');
    assert.equal(reading.text, 'Tandemly, then Plotwise.\n\nDone.');
    assert.deepEqual(shortened(reading), {
      outcome: 'ok',
      detail: null,
      characters: 31,
      cited: ['https://a.example/'],
      retrieved: ['https://a.example/', 'https://b.example/'],
    });
  });

  test('fails as its continuation does', () => {
    const reading = claude.read([PAUSED, replyOf(fixture('claude', 'err529'), 529)]);
    assert.deepEqual(shortened(reading), failure('overloaded_error', 'transient'));
  });
});

describe('what Claude answers', () => {
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
    max_tokens: failure('truncated:max_tokens', 'length'),
    pause_turn: failure('paused'),
  })) {
    test(name, () => assert.deepEqual(readFixture(claude, name), expected));
  }

  test('its text to the character, without what it says before it searches', () => {
    const reading = claude.read([ENDED]);
    assert.ok(reading.outcome === 'ok');
    assert.equal(
      reading.text,
      'Small agencies most often choose between two tools. Tandemly charges a flat price per workspace, ' +
        'while Kestrel Boards is cheaper per seat but lacks time tracking.',
    );
    assert.equal(reading.cited[1]?.title, 'Kestrel Boards vs Plotwise — Agency Owners Forum');
    assert.equal(reading.model, 'claude-sonnet-5-5');
    assert.equal(reading.costUsd, null);
  });

  test('what it backs with a source before it searches again is part of the answer', () => {
    const cited = ['https://a.example/'];
    const reading = claude.read([
      turn([said('One: '), said('Tandemly.', cited), search(), found('x'), said('Two: Plotwise.')]),
    ]);
    assert.ok(reading.outcome === 'ok');
    assert.equal(reading.text, 'One: Tandemly.\n\nTwo: Plotwise.');
  });

  test('null citations, citations of another kind and unknown blocks lose nothing', () => {
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
      detail: null,
      characters: 9,
      cited: [],
      retrieved: ['https://c.example/'],
    });
  });

  test('a search that failed shows, although another one found something', () => {
    const error = { type: 'web_search_tool_result', content: { error_code: 'unavailable' } };
    const reading = claude.read([turn([found('https://a.example/'), error, said('Tandemly.')])]);
    assert.equal(reading.detail, 'search_error:unavailable');
  });

  test('what it found before it searches again stays, announcements go, and one search too many is not a failure', () => {
    const reading = claude.read([replyOf(fixture('claude', 'findings_before_search'))]);
    assert.ok(reading.outcome === 'ok');
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

  test('an answer without a search is marked so', () => {
    assert.equal(claude.read([turn([said('Tandemly.')])]).detail, 'no_search');
  });

  test('a refusal without a category', () => {
    assert.deepEqual(shortened(claude.read([turn([], 'refusal')])), nothing('refusal'));
  });

  test('a refusal takes back what was said before it', () => {
    assert.deepEqual(shortened(claude.read([turn([said('Well, ')], 'refusal')])), nothing('refusal'));
  });

  test('a context that is full cuts it short', () => {
    const reading = claude.read([turn([said('Tand')], 'model_context_window_exceeded')]);
    assert.deepEqual(shortened(reading), failure('truncated:model_context_window_exceeded'));
  });

  test('a search without a word after it is blank', () => {
    const reading = claude.read([turn([said('Let me look.'), search(), found('https://a.example/')])]);
    assert.deepEqual(shortened(reading), { ...nothing('blank'), retrieved: ['https://a.example/'] });
  });

  test('an unknown reason to stop loses no text', () => {
    assert.equal(claude.read([turn([said('Tandemly.')], 'some_new_reason')]).outcome, 'ok');
  });
});

describe('how Claude fails', () => {
  for (const [name, status, headers, expected] of [
    ['err400_billing', 400, {}, ['invalid_request_error', 'quota', null]],
    ['err401', 401, {}, ['authentication_error', 'auth', null]],
    ['err429', 429, { 'retry-after': '17' }, ['rate_limit_error', 'rate', 17_000]],
    ['err429_spend_limit', 429, {}, ['rate_limit_error', 'quota', null]],
    ['err400_prompt_too_long', 400, {}, ['invalid_request_error', 'final', null]],
    ['err500', 500, {}, ['api_error', 'transient', null]],
    ['err529', 529, {}, ['overloaded_error', 'transient', null]],
  ] as const) {
    test(`${name}: ${expected.join(', ')}`, () => {
      const reading = readFixture(claude, name, status, headers);
      assert.ok('fault' in reading);
      assert.deepEqual([reading.detail, reading.fault, reading.retryAfterMs], expected);
    });
  }

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
      assert.deepEqual(shortened(reading), failure(type, fault));
    });
  }

  test('a page of HTML instead of JSON is what its status says', () => {
    const reading = claude.read([replyOf('<html>Bad gateway</html>', 502)]);
    assert.deepEqual(shortened(reading), failure('http_502', 'transient'));
  });

  test('a body with status 200 that is not JSON cannot be read', () => {
    assert.throws(() => claude.read([replyOf('<html></html>')]), SyntaxError);
    assert.throws(() => claude.read([replyOf('[]')]), SyntaxError);
  });

  test('a body with nothing known in it is not an answer', () => {
    const stop_reason = 'end_turn';
    for (const body of [
      { hello: 'world' },
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

/** The body of what is sent after these replies. */
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

function failure(detail: string, fault = 'final') {
  return { outcome: 'error', detail, fault, retryAfterMs: null };
}

function nothing(detail: string) {
  return { outcome: 'empty', detail, characters: null, cited: [], retrieved: [] };
}
