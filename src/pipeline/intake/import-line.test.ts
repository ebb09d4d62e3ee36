import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../test/support/pluck.ts';
import { BadLine, readImportLine } from './import-line.ts';

const NOW = Date.UTC(2026, 10, 20, 13, 37, 21, 123);
const LINE = {
  brand: 'acme',
  engine: 'chatgpt',
  prompt: 'best anvils',
  collected_at: '2026-11-20T12:00:00Z',
};

const read = (fields: object = {}) => readImportLine(JSON.stringify({ ...LINE, ...fields }), NOW);
const mention = (fields: object = {}) => ({ mentions: [{ brand: 'Acme', mentioned: true, ...fields }] });

function reasonOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof BadLine);
    return error.message;
  }
  return assert.fail('the line was taken');
}

test('a line needs brand, engine, prompt and time, and the rest is absent', () => {
  const { identity, ...line } = read();
  assert.deepEqual(line, {
    brand: 'acme',
    engine: 'chatgpt',
    prompt: 'best anvils',
    collectedAt: Date.UTC(2026, 10, 20, 12),
    outcome: null,
    answer: null,
    model: null,
    market: null,
    locationCode: null,
    languageCode: null,
    citations: [],
    searches: null,
    blankSearches: 0,
    cards: null,
    mentions: null,
    notGiven: [],
    isImported: true,
  });
  assert.match(identity, /^[\w-]{43}$/);
});

test('a time may count back from now, and identifies the same collection at every import', () => {
  const relative = { collected_at: 'now-90m', external_id: 'sample-1' };
  assert.equal(read(relative).collectedAt, NOW - 90 * 60_000);
  const later = readImportLine(JSON.stringify({ ...LINE, ...relative }), NOW + 1_000_000);
  assert.equal(later.identity, read(relative).identity);
});

for (const [what, json, reason] of [
  ['text that is no JSON', '{"brand":', 'is not valid JSON'],
  ['a list', '[]', 'is not a JSON object'],
  ['null', 'null', 'is not a JSON object'],
  ['a number', '7', 'is not a JSON object'],
  ['a field given twice', '{"brand":"a","brand":"b"}', 'gives the field brand more than once'],
  ['one given twice in another spelling', '{"a":1,"\\u0061":2}', 'gives the field a more than once'],
  [
    'one given twice inside',
    '{"citations":[{"url":"a"},{"url":"b","url":"c"}]}',
    'gives the field url more than once',
  ],
] as const) {
  test(`a bad line: ${what}`, () =>
    assert.equal(
      reasonOf(() => readImportLine(json, NOW)),
      reason,
    ));
}

for (const [what, fields, reason] of [
  ['an unknown field', { answr: '' }, /^answr is not a known field; did you mean answer\?$/],
  ['no brand', { brand: undefined }, /^brand is missing$/],
  ['an engine that is none', { engine: 'gpt' }, /^engine must be one of "chatgpt", /],
  ['a blank prompt', { prompt: ' ' }, /^prompt must not be blank$/],
  [
    'an outcome that is none',
    { outcome: 'done' },
    /^outcome must be one of "ok", "empty", "error", "timeout"$/,
  ],
  ['an answer that is no text', { answer: 5 }, /^answer must be a string or null$/],
  [
    'a time that counts from now, without an id',
    { collected_at: 'now-90m', external_id: undefined },
    /^collected_at may be relative to now only with an external_id$/,
  ],
  [
    'a time after now',
    { collected_at: 'now+90m', external_id: 'x' },
    /^collected_at must be an ISO 8601 time/,
  ],
  ['a location with a fraction', { location_code: 1.5 }, /^location_code must be/],
  ['a location below zero', { location_code: -1 }, /^location_code must be at least 0$/],
  ['a location too large to store', { location_code: 2 ** 31 }, /^location_code must be at most/],
  [
    'a time without a zone',
    { collected_at: '2026-11-20T12:00:00' },
    /^collected_at must be an ISO 8601 time/,
  ],
  ['a day that does not exist', { collected_at: '2026-02-30T12:00:00Z' }, /^collected_at must be/],
  ['a citation without a URL', { citations: [{}] }, /^citations\[0\]\.url is missing$/],
  [
    'a citation of another scheme',
    { citations: [{ url: 'ftp://a.b' }] },
    /^citations\[0\]\.url is not an http/,
  ],
  ['a citation of no URL', { citations: [{ url: 'https://a.b' }, { url: 'a.b' }] }, /^citations\[1\]\.url/],
  [
    'a wrapper of no http URL',
    { citations: [{ url: 'ftp://www.google.com/url?q=https://a.b' }] },
    /^citations/,
  ],
  ['a citation of a script', { citations: [{ url: 'javascript:alert(1)' }] }, /^citations\[0\]\.url/],
  [
    'a place of 0',
    { citations: [{ url: 'https://a.b', rank: 0 }] },
    /^citations\[0\]\.rank must be at least 1$/,
  ],
  [
    'a place that is taken',
    {
      citations: [
        { url: 'https://a.b', rank: 2 },
        { url: 'https://a.c', rank: 2 },
      ],
    },
    /^citations\[1\]\.rank must be above the previous citation's rank$/,
  ],
  ['an identity that is none', { identity: 'x' }, /^identity /],
  [
    'an identity and an id',
    { identity: 'x'.repeat(43), external_id: 'x' },
    /^identity stands for an external_id; give only one$/,
  ],
  [
    'a count of a brand that is not given',
    mention({ mentioned: null, count: 1 }),
    /is not mentioned, so it must not have a rank, count/,
  ],
  [
    'a card that names nothing',
    {
      cards: [
        { kind: 'ad', seller: 'Rival' },
        { kind: 'product', title: ' ', url: null, price: '$1' },
      ],
    },
    /^cards\[1\] needs a title, url, or seller$/,
  ],
  ['a rank of 0', mention({ rank: 0 }), /^mentions\[0\]\.rank must be at least 1$/],
  ['a framing that is none', mention({ framing: 'good' }), /^mentions\[0\]\.framing must be one of/],
  ['a signal that is no text', mention({ framing_signals: [1] }), /^mentions\[0\]\.framing_signals\[0\]/],
  [
    'a rank of an absent brand',
    mention({ mentioned: false, rank: 1 }),
    /is not mentioned, so it must not have a rank/,
  ],
  ['a framing of an absent brand', mention({ mentioned: false, framing: 'neutral' }), /is not mentioned/],
  ['a count of an absent brand', mention({ mentioned: false, count: 1 }), /is not mentioned/],
  ['a count of 0 of a brand named', mention({ count: 0 }), /is mentioned, so its count must not be 0/],
  [
    'a brand named in an empty answer',
    { outcome: 'empty', ...mention() },
    /so the outcome must not be "empty"/,
  ],
  [
    'a brand given twice',
    { mentions: [mention().mentions[0], mention().mentions[0]] },
    /^mentions\[1\]\.brand repeats Acme$/,
  ],
] as const) {
  test(`a bad line: ${what}`, () =>
    assert.match(
      reasonOf(() => read(fields)),
      reason,
    ));
}

test('reports all reasons together', () =>
  assert.equal(
    reasonOf(() => read({ collected_at: 'x', citations: [{ url: 'y' }], mentions: [] })).split('; ').length,
    2,
  ));

test('a time exactly a minute ahead is clock skew', () =>
  assert.equal(read({ collected_at: '2026-11-20T13:38:21.123Z' }).collectedAt, NOW + 60_000));

test('a time a millisecond further ahead is in the future', () =>
  assert.equal(
    reasonOf(() => read({ collected_at: '2026-11-20T13:38:21.124Z' })),
    'collected_at is in the future',
  ));

test('a citation keeps its URL and gets its normalized host', () => {
  const url = 'https://WWW.Example.org:8080/Best?a=1';
  assert.deepEqual(read({ citations: [{ url }] }).citations, [
    { url, host: 'example.org', position: 1, title: null },
  ]);
});

test('a citation in a wrapper keeps its URL and gets the host of its target', () => {
  const url = 'https://www.google.com/url?q=https://example.org/a&sa=U';
  assert.deepEqual(read({ citations: [{ url }] }).citations, [
    { url, host: 'example.org', position: 1, title: null },
  ]);
});

test('lists a repeated page once, at its first place, and the others keep their positions', () => {
  const urls = [
    'https://example.org/a',
    'https://example.org/b',
    'https://www.example.org/a/?utm_source=chatgpt.com#:~:text=best',
    'https://www.google.com/url?q=https://example.org/b',
    'https://example.org/c',
  ];
  assert.deepEqual(pluck(read({ citations: urls.map((url) => ({ url })) }).citations, 'position', 'url'), [
    [1, urls[0]],
    [2, urls[1]],
    [5, urls[4]],
  ]);
});

test('citations may say their places, and the others follow the one before', () => {
  const urls = ['https://a.b/1', 'https://a.b/2', 'https://a.b/3'];
  const [first, ...rest] = urls.map((url) => ({ url }));
  const { citations } = read({ citations: [{ ...first, rank: 4 }, ...rest] });
  assert.deepEqual(pluck(citations, 'position'), [4, 5, 6]);
});

test('a brand whose mention is null is not given, and not absent', () => {
  const line = read({
    mentions: [
      { brand: 'Acme', mentioned: null },
      { brand: 'Bolt', mentioned: false },
    ],
  });
  assert.deepEqual(line.notGiven, ['Acme']);
  const found = line.mentions?.map(({ brand }) => brand);
  assert.deepEqual(found, ['Bolt']);
});

test('an identity stands for an external_id', () => {
  const { identity } = read({ external_id: 'x' });
  assert.equal(read({ identity }).identity, identity);
});

test('a mention without a count has none, and an absent one has 0', () => {
  const [named] = read(mention()).mentions ?? [];
  const [absent] = read(mention({ mentioned: false })).mentions ?? [];
  assert.deepEqual([named?.count, absent?.count], [null, 0]);
});

test('no list of mentions is not an empty one', () =>
  assert.deepEqual([read().mentions, read({ mentions: [] }).mentions], [null, []]));

test('NUL and lone surrogates become U+FFFD in every text', () => {
  const bad = 'a\u0000\ud800';
  const line = read({
    prompt: bad,
    answer: bad,
    citations: [{ url: 'https://a.b/', title: bad }],
    ...mention({ framing_signals: [bad], snippet: bad }),
  });
  const [named] = line.mentions ?? [];
  const texts = [
    line.prompt,
    line.answer,
    line.citations[0]?.title,
    named?.framingSignals?.[0],
    named?.snippet,
  ];
  assert.deepEqual(texts, Array(5).fill('a\uFFFD\uFFFD'));
});

for (const [what, one, other, same] of [
  [
    'the same external_id and another time',
    { external_id: 'x' },
    { external_id: 'x', prompt: 'other' },
    true,
  ],
  ['another external_id', { external_id: 'x' }, { external_id: 'y' }, false],
  ['an external_id as it is stored', { external_id: 'n\u0000x' }, { external_id: 'n\uFFFDx' }, true],
  [
    'the same external_id on another engine',
    { external_id: 'x' },
    { external_id: 'x', engine: 'claude' },
    false,
  ],
  ['no external_id and the same time', {}, { answer: 'another' }, true],
  ['the same time in another zone', {}, { collected_at: '2026-11-20T13:00:00+01:00' }, true],
  ['another time', {}, { collected_at: '2026-11-20T12:00:00.001Z' }, false],
  ['another prompt', {}, { prompt: 'Best anvils' }, false],
  ['another engine', {}, { engine: 'claude' }, false],
  ['an external_id that looks like a time', {}, { external_id: 'best anvils' }, false],
] as const) {
  test(`${same ? 'one collection' : 'two collections'}: ${what}`, () =>
    assert.equal(read(one).identity === read(other).identity, same));
}

test('a text that looks like a repeated field is none', () => {
  const { answer } = read({ answer: 'a "brand":"x", {"brand":"y"} \\ "brand":', prompt: '"prompt":' });
  assert.equal(answer, 'a "brand":"x", {"brand":"y"} \\ "brand":');
});

test('many unknown fields do not hide a wrong one', () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`unknown${index}`, 1]));
  assert.throws(() => read({ ...many, engine: 'bogus' }), BadLine);
});
