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
import { pluck } from '../../../test/support/pluck.ts';
import type { Market } from '../../domain/brand/market.ts';
import { gemini } from './adapter.ts';

const REDIRECTS = [1, 2, 3].map((n) => redirect(`AUZIYQExample${n}aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789==`));
const ANSWER = replyOf(fixture('gemini', 'ok'));

describe('a Gemini request', () => {
  test('has the exact prompt and Google Search with the market’s place and language', () =>
    assert.deepEqual(gemini.next(ask('best “C++” editor?\n'), ACCESS, []), [
      {
        method: 'POST',
        url: 'http://127.0.0.1:1/v1beta/models/some-model:generateContent',
        headers: { 'x-goog-api-key': 'secret-key' },
        body: {
          contents: [{ role: 'user', parts: [{ text: 'best “C++” editor?\n' }] }],
          tools: [{ google_search: {} }],
          toolConfig: {
            retrievalConfig: { latLng: { latitude: 51.5074, longitude: -0.1278 }, languageCode: 'en' },
          },
          generationConfig: { maxOutputTokens: 8000 },
          store: false,
        },
      },
    ]));

  test('has neither place nor language without a market', () => {
    const [request] = gemini.next(ask('x', NOWHERE), ACCESS, []);
    assert.deepEqual(request?.body, {
      contents: [{ role: 'user', parts: [{ text: 'x' }] }],
      tools: [{ google_search: {} }],
      generationConfig: { maxOutputTokens: 8000 },
      store: false,
    });
  });

  for (const [name, market, expected] of [
    [
      'a place without a language',
      { ...BRITAIN, languageCode: null },
      { latLng: { latitude: 51.5074, longitude: -0.1278 } },
    ],
    ['a language without a place', { ...BRITAIN, country: null }, { languageCode: 'en' }],
  ] as const) {
    test(name, () => assert.deepEqual(sentConfig(market), { retrievalConfig: expected }));
  }

  test('uses the market’s parts that exist', () => {
    assert.deepEqual(gemini.marketApplied(BRITAIN), { location: true, language: true });
    assert.deepEqual(gemini.marketApplied(NOWHERE), { location: false, language: false });
    const nowhere = { ...BRITAIN, country: null };
    assert.deepEqual(gemini.marketApplied(nowhere), { location: false, language: true });
  });
});

describe('redirects in a Gemini answer', () => {
  test('resolve at their own host without the key, and one failure fails nothing', () =>
    assert.deepEqual(
      gemini.next(ask('x'), ACCESS, [ANSWER]),
      REDIRECTS.map((each) => ({
        method: 'GET',
        url: each.replace('https://vertexaisearch.cloud.google.com', 'http://127.0.0.1:2'),
        headers: {},
        isOptional: true,
      })),
    ));

  test('resolve once each, only on the redirect host', () => {
    const uris = [
      redirect('a?x=1&y=%2F'),
      'https://direct.example/',
      redirect('a?x=1&y=%2F'),
      'https://vertexaisearch.cloud.google.com.evil.example/a',
      'no url',
      redirect('b'),
    ];
    assert.deepEqual(pluck(gemini.next(ask('x'), ACCESS, [answer('Tandemly.', uris)]), 'url'), [
      'http://127.0.0.1:2/grounding-api-redirect/a?x=1&y=%2F',
      'http://127.0.0.1:2/grounding-api-redirect/b',
    ]);
  });

  test('do not exist in an answer without sources, or in an unreadable body', () => {
    const none = [fixture('gemini', 'nogrounding'), fixture('gemini', 'prompt_blocked'), '<html></html>'];
    for (const body of none) assert.deepEqual(gemini.next(ask('x'), ACCESS, [replyOf(body)]), []);
  });

  test('need one round of requests', () =>
    assert.deepEqual(gemini.next(ask('x'), ACCESS, [ANSWER, ...REDIRECTS.map(() => to(null))]), []));

  test('become their target pages', () => {
    const pages = [
      'https://studiotools.example/a?b=%C3%A4',
      'http://agencyowners.example/',
      'https://c.example/',
    ];
    const reading = gemini.read([ANSWER, ...pages.map(to)]);
    assert.deepEqual(shortened(reading), {
      outcome: 'ok',
      detail: null,
      characters: 139,
      cited: pages.slice(0, 2),
      retrieved: pages,
    });
  });

  test('stay if they lead to no page', () => {
    const uris = ['a', 'b', 'c', 'd', 'e', 'f'].map(redirect);
    const replies = [
      { status: 0, headers: {}, body: '' },
      { status: 404, headers: { location: 'https://not-found.example/' }, body: '' },
      { status: 200, headers: {}, body: '<html>' },
      to('/relative'),
      to('javascript:alert(1)'),
      to('https://'),
    ];
    assert.deepEqual(citedBy([answer('Tandemly.', uris), ...replies]), uris);
    assert.deepEqual(citedBy([answer('Tandemly.', uris)]), uris);
  });

  test('match their replies even if a chunk needs none or repeats', () => {
    const uris = [redirect('a'), 'https://direct.example/', redirect('a'), redirect('b')];
    const replies = [answer('Tandemly.', uris), to('https://a.example/'), to('https://b.example/')];
    assert.deepEqual(citedBy(replies), [
      'https://a.example/',
      'https://direct.example/',
      'https://b.example/',
    ]);
  });

  test('to one page become one source, at its first place', () => {
    const uris = ['a', 'b', 'c'].map(redirect);
    const replies = ['https://one.example/', 'https://two.example/', 'https://one.example/'].map(to);
    const reading = answerOf(
      gemini,
      answer('Tandemly.', uris, [
        [0, [2]],
        [9, [1, 0]],
      ]),
      ...replies,
    );
    assert.deepEqual(shortened(reading), {
      outcome: 'ok',
      detail: null,
      characters: 9,
      cited: ['https://one.example/', 'https://two.example/'],
      retrieved: ['https://one.example/', 'https://two.example/'],
    });
  });
});

describe('a Gemini answer', () => {
  for (const [name, expected] of Object.entries({
    ok: { outcome: 'ok', detail: null, characters: 139, cited: REDIRECTS.slice(0, 2), retrieved: REDIRECTS },
    nogrounding: { outcome: 'ok', detail: 'no_search', characters: 41, cited: [], retrieved: [] },
    queries_no_chunks: {
      outcome: 'ok',
      detail: 'searched_no_chunks',
      characters: 41,
      cited: [],
      retrieved: [],
    },
    safety: nothing('blocked:SAFETY'),
    prompt_blocked: nothing('blocked:PROHIBITED_CONTENT'),
    max_tokens_empty: failed('truncated:MAX_TOKENS', 'length'),
    continuation: failed('truncated:CONTINUATION', 'final'),
  })) {
    test(name, () => assert.deepEqual(readFixture(gemini, name), expected));
  }

  test('has its exact text, its sources without domains as titles, and its model', () => {
    const reading = answerOf(gemini, ANSWER);
    assert.equal(reading.text, JSON.parse(ANSWER.body).candidates[0].content.parts[0].text);
    assert.deepEqual([reading.cited[0]?.title, reading.model], [null, 'gemini-3.8-flash']);
    assert.equal(reading.costUsd, null);
    assert.deepEqual(
      reading.searches,
      JSON.parse(ANSWER.body).candidates[0].groundingMetadata.webSearchQueries,
    );
  });

  test('joins its parts, without thoughts and code', () => {
    const parts = [
      { text: 'The user asks.', thought: true },
      { text: 'Tand', thoughtSignature: 'x' },
      { executableCode: { code: 'print(1)' } },
      { text: 'emly – 例え.\n' },
    ];
    assert.equal(
      answerOf(gemini, candidate({ content: { parts }, finishReason: 'STOP' })).text,
      'Tandemly – 例え.\n',
    );
  });

  test('is a failure if its limit truncates it', () => {
    const content = { parts: [{ text: 'Tand' }] };
    const reading = gemini.read([candidate({ content, finishReason: 'MAX_TOKENS' })]);
    assert.deepEqual(shortened(reading), failed('truncated:MAX_TOKENS', 'length'));
  });

  for (const [reason, expected] of [
    ['STOP', nothing('blank')],
    ['RECITATION', nothing('blocked:RECITATION')],
    ['BLOCKLIST', nothing('blocked:BLOCKLIST')],
    ['PROHIBITED_CONTENT', nothing('blocked:PROHIBITED_CONTENT')],
    ['SPII', nothing('blocked:SPII')],
    ['OTHER', failed('stopped:OTHER', 'transient')],
    ['MALFORMED_FUNCTION_CALL', failed('stopped:MALFORMED_FUNCTION_CALL', 'transient')],
    ['SOME_NEW_REASON', failed('stopped:SOME_NEW_REASON', 'transient')],
    ['LANGUAGE', failed('stopped:LANGUAGE', 'final')],
  ] as const) {
    test(`without text because of ${reason} is ${expected.outcome}`, () => {
      const content = { parts: [{ text: ' \n' }] };
      assert.deepEqual(shortened(gemini.read([candidate({ content, finishReason: reason })])), expected);
    });
  }

  test('is a failed run after an unknown tool call', () => {
    const content = { parts: [{ functionCall: { name: 'search' } }] };
    const reading = gemini.read([candidate({ content, finishReason: 'UNEXPECTED_TOOL_CALL' })]);
    assert.deepEqual(shortened(reading), failed('stopped:UNEXPECTED_TOOL_CALL', 'transient'));
  });

  for (const [finishReason, expected] of [
    ['SAFETY', nothing('blocked:SAFETY')],
    ['OTHER', failed('stopped:OTHER', 'transient')],
    ['SOME_NEW_REASON', failed('stopped:SOME_NEW_REASON', 'transient')],
    [undefined, failed('unfinished', 'transient')],
  ] as const) {
    test(`with text that it cut because of ${finishReason} is ${expected.outcome}`, () => {
      const content = { parts: [{ text: 'Tand' }] };
      assert.deepEqual(shortened(gemini.read([candidate({ content, finishReason })])), expected);
    });
  }

  test('is a failed run without a candidate or a reason', () => {
    for (const body of [{ candidates: [] }, { promptFeedback: {} }, { usageMetadata: {} }]) {
      assert.deepEqual(shortened(gemini.read([replyOf(body)])), failed('no_candidates', 'transient'));
    }
  });
});

describe('a Gemini citation list', () => {
  const pages = ['https://a.example/', 'https://b.example/', 'https://c.example/'];
  const [a, b, c] = pages;

  test('follows the text, not the source list', () => {
    // Bytes: “é” has two and “例え” six, so the last sentence starts at 24, past the text's 20 characters.
    const supports: Support[] = [
      [24, [0]],
      [14, [1]],
      [undefined, [2]],
    ];
    assert.deepEqual(citedBy([answer('Café 例え. Tandemly. X', pages, supports)]), [c, b, a]);
  });

  test('keeps the sources’ order at one place, and lists a page once', () => {
    const supports: Support[] = [
      [5, [1, 0]],
      [5, [2, 1]],
    ];
    assert.deepEqual(citedBy([answer('Tandemly.', pages, supports)]), [b, a, c]);
  });

  test('orders places within their part', () => {
    const reading = answerOf(
      gemini,
      candidate({
        content: { parts: [{ text: 'Tandemly. ' }, { text: 'Plotwise.' }] },
        finishReason: 'STOP',
        groundingMetadata: {
          groundingChunks: pages.map((uri) => ({ web: { uri } })),
          groundingSupports: [
            { segment: { partIndex: 1 }, groundingChunkIndices: [0] },
            { segment: { startIndex: 4 }, groundingChunkIndices: [1] },
          ],
        },
      }),
    );
    assert.deepEqual(pluck(reading.cited, 'url'), [b, a]);
  });

  test('has every search result if nothing links them to the text', () => {
    assert.deepEqual(citedBy([answer('Tandemly.', pages)]), pages);
    assert.deepEqual(citedBy([answer('Tandemly.', pages, [])]), pages);
  });

  test('ignores chunks that are not pages, supports without a segment, and indices beyond the list', () => {
    const reading = gemini.read([
      candidate({
        content: { parts: [{ text: 'Tandemly.' }] },
        finishReason: 'STOP',
        groundingMetadata: {
          groundingChunks: [null, { retrievedContext: { uri: 'gs://x' } }, { web: { uri: a } }, { web: {} }],
          groundingSupports: [null, { groundingChunkIndices: [1, 2, 3, 9, -1, 0.5, 'x'] }, { segment: null }],
        },
      }),
    ]);
    assert.deepEqual(shortened(reading), {
      outcome: 'ok',
      detail: null,
      characters: 9,
      cited: [a],
      retrieved: [a],
    });
  });

  test('counts passages whose chunks are no pages, and markers in the text', () => {
    const detailOf = (text: string, supports: readonly Support[]) =>
      gemini.read([answer(text, pages, supports)]).detail;
    assert.equal(
      detailOf('Tandemly.', [
        [0, [7]],
        [3, [0, 9]],
        [5, []],
      ]),
      'unread_citations:1',
    );
    assert.equal(detailOf('Tandemly [cite: 9].', [[0, [0]]]), 'unread_citations:1');
  });
});

describe('a Gemini failure', () => {
  testRefusals(gemini, [
    ['err400_key', 400, {}, ['API_KEY_INVALID', 'auth', null]],
    ['err429', 429, {}, ['RESOURCE_EXHAUSTED', 'rate', 34_000]],
    ['err503', 503, {}, ['UNAVAILABLE', 'transient', null]],
  ]);

  for (const [name, error, headers, expected] of [
    ['a wait with a fraction', { details: [{ retryDelay: '34.4s' }] }, {}, ['rate', 34_400]],
    [
      'a wait in the body before one in the headers',
      { details: [{ retryDelay: '34s' }] },
      { 'retry-after': '5' },
      ['rate', 34_000],
    ],
    ['a wait in the headers only', { details: [] }, { 'retry-after': '5' }, ['rate', 5000]],
    ['an unreadable wait', { details: [{ retryDelay: 'soon' }] }, {}, ['rate', null]],
    [
      'a daily quota beside one per minute',
      {
        details: [{ violations: [{ quotaId: 'RequestsPerMinute' }, { quotaId: 'RequestsPerDay-FreeTier' }] }],
      },
      {},
      ['quota', null],
    ],
    [
      'no money left',
      { message: 'Your prepayment credits are depleted. Please go to…' },
      {},
      ['quota', null],
    ],
    [
      'the operator’s own limit',
      { message: 'Your project has exceeded its monthly spending cap.' },
      {},
      ['quota', null],
    ],
  ] as const) {
    test(name, () => {
      const body = { error: { code: 429, status: 'RESOURCE_EXHAUSTED', ...error } };
      const reading = shortened(gemini.read([replyOf(body, 429, headers)]));
      assert.ok('fault' in reading);
      assert.deepEqual([reading.fault, reading.retryAfterMs], expected);
    });
  }

  for (const [status, code, fault] of [
    [400, 'FAILED_PRECONDITION', 'config'],
    [403, 'PERMISSION_DENIED', 'auth'],
    [404, 'NOT_FOUND', 'config'],
    [500, 'INTERNAL', 'transient'],
  ] as const) {
    test(`${status} ${code}: ${fault}`, () => {
      const body = { error: { code: status, message: 'x', status: code } };
      assert.deepEqual(shortened(gemini.read([replyOf(body, status)])), failed(code, fault));
    });
  }

  test('has its own code for a prompt that is too long', () => {
    const reading = readFixture(gemini, 'err400_prompt_too_long', 400);
    assert.deepEqual(reading, failed('INVALID_ARGUMENT', 'final'));
  });

  test('is a deadline on their side for a 504', () => {
    const body = { error: { code: 504, message: 'x', status: 'DEADLINE_EXCEEDED' } };
    assert.deepEqual(shortened(gemini.read([replyOf(body, 504)])), {
      ...failed('DEADLINE_EXCEEDED', 'timeout'),
      outcome: 'timeout',
    });
  });

  test('is unreadable if its body has no known content', () => {
    assert.throws(() => gemini.read([replyOf({ hello: 'world' })]), /no candidates/);
    const parts = [{ someNewText: 'Tandemly.' }];
    for (const fields of [{}, { content: {} }, { content: { parts }, finishReason: 'STOP' }]) {
      assert.throws(() => gemini.read([candidate(fields)]), /no known content/);
    }
    assert.throws(() => gemini.read([]), /nothing to read/);
  });
});

function sentConfig(market: Market) {
  const [request] = gemini.next(ask('x', market), ACCESS, []);
  assert.ok(request);
  return (request.body as { toolConfig: object }).toolConfig;
}

function redirect(token: string): string {
  return `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${token}`;
}

/** A reply from the redirect host. */
function to(location: string | null) {
  return { status: 302, headers: location === null ? {} : { location }, body: '' };
}

/** A segment's start, and its supporting chunks. */
type Support = readonly [startIndex: number | undefined, chunks: readonly number[]];

function answer(text: string, uris: readonly string[], supports?: readonly Support[]) {
  return candidate({
    content: { parts: [{ text }] },
    finishReason: 'STOP',
    groundingMetadata: {
      groundingChunks: uris.map((uri) => ({ web: { uri, title: 'domain.example' } })),
      groundingSupports: supports?.map(([startIndex, groundingChunkIndices]) => ({
        segment: { startIndex },
        groundingChunkIndices,
      })),
    },
  });
}

function candidate(fields: object) {
  return replyOf({ candidates: [fields] });
}

function citedBy(replies: Parameters<typeof gemini.read>[0]): string[] {
  const reading = answerOf(gemini, ...replies);
  return reading.cited.map(({ url }) => url);
}
