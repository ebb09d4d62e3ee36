import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { SightlineError } from '../../domain/errors.ts';
import { booleanParameter, listParameter, pastInstantParameter } from '../shape/report.ts';
import { windowQuery } from '../shape/window.ts';
import { parseQuery } from './query.ts';

const PARAMETERS = {
  days: Type.Integer({ minimum: 1, maximum: 365, default: 7 }),
  cursor: Type.Optional(Type.String()),
  engine: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['chatgpt', 'claude'] })),
  until: Type.Optional(pastInstantParameter('The last instant.')),
  raised: Type.Optional(booleanParameter('Whether.')),
  tag: Type.Optional(listParameter('One of these.')),
};

const NOW = Date.UTC(2026, 10, 20, 13, 37, 21, 123);

const parse = (raw: Record<string, unknown>) => parseQuery(PARAMETERS, raw, [], NOW);

function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof SightlineError);
    assert.equal(error.code, 'invalid_parameter');
    return error.message;
  }
  return assert.fail('it was accepted');
}

test('a missing parameter has its default, or is absent', () => assert.deepEqual(parse({}), { days: 7 }));

test('reads an integer as a number', () => assert.deepEqual(parse({ days: '30' }), { days: 30 }));

for (const days of ['1', '365']) {
  test(`days ${days} is exactly at the limit and allowed`, () =>
    assert.equal(parse({ days }).days, Number(days)));
}

for (const days of [
  '0',
  '366',
  '-1',
  '+7',
  '07',
  '7.0',
  '7e0',
  '0x7',
  ' 7',
  '7 ',
  '٧',
  '',
  'seven',
  'NaN',
  '9'.repeat(400),
]) {
  test(`refuses days ${JSON.stringify(days.slice(0, 12))} with the allowed range`, () =>
    assert.equal(
      refusalOf(() => parse({ days })),
      '`days` must be a whole number from 1 to 365.',
    ));
}

test('refuses a repeated parameter instead of taking the last one', () =>
  assert.equal(
    refusalOf(() => parse({ days: ['7', '30'] })),
    '`days` appears more than once; pass it once.',
  ));

test('a parameter that takes several is a list in order, without repeats, also if given once', () => {
  assert.deepEqual([parse({ tag: 'a' }).tag, parse({ tag: ['b', 'a', 'b'] }).tag], [['a'], ['a', 'b']]);
  assert.equal(parse({}).tag, undefined);
});

test('a parameter that takes several takes 200 and no more', () => {
  assert.equal(parse({ tag: Array.from({ length: 200 }, (_, at) => String(at)) }).tag?.length, 200);
  assert.equal(
    refusalOf(() => parse({ tag: Array(201).fill('a') })),
    '`tag` takes at most 200 values.',
  );
});

for (const [raised, is] of [
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
] as const) {
  test(`raised=${raised} is ${is}`, () => assert.equal(parse({ raised }).raised, is));
}

for (const raised of ['', 'yes', 'TRUE', '2', '00', ' 1']) {
  test(`refuses raised=${JSON.stringify(raised)} with the allowed values`, () =>
    assert.equal(
      refusalOf(() => parse({ raised })),
      '`raised` must be true or false, or 1 or 0.',
    ));
}

test('refuses a value outside a list with the list', () =>
  assert.equal(
    refusalOf(() => parse({ engine: 'x' })),
    '`engine` must be one of chatgpt, claude.',
  ));

test('a value near an allowed one suggests it', () =>
  assert.match(
    refusalOf(() => parse({ engine: 'ChatGTP' })),
    /did you mean `chatgpt`\?$/,
  ));

test('refuses an unknown parameter with the nearest', () =>
  assert.equal(
    refusalOf(() => parse({ dys: '7' })),
    '`dys` is not a parameter of this endpoint; did you mean `days`?',
  ));

test('refuses an unknown parameter like no other with all there are', () =>
  assert.equal(
    refusalOf(() => parse({ zzzzzzzzzz: '' })),
    '`zzzzzzzzzz` is not a parameter of this endpoint; it takes days, cursor, engine, until, raised, tag.',
  ));

test('refuses a parameter without a name in words', () =>
  assert.equal(
    refusalOf(() => parse({ '': '7' })),
    'A parameter has no name: there is nothing before its `=`.',
  ));

test('an endpoint without parameters refuses every one', () =>
  assert.equal(
    refusalOf(() => parseQuery({}, { days: '7' }, [], NOW)),
    '`days` is not a parameter of this endpoint; it takes none.',
  ));

test('a refusal names an ignored parameter too', () => {
  assert.equal(
    refusalOf(() => parseQuery({}, { x: '1' }, ['brand'], NOW)),
    '`x` is not a parameter of this endpoint; it takes brand (and ignores it).',
  );
  assert.equal(
    refusalOf(() => parseQuery({}, { brnd: 'acme' }, ['brand'], NOW)),
    '`brnd` is not a parameter of this endpoint; did you mean `brand`?',
  );
});

test('an ignored parameter may be there, in any form', () =>
  assert.deepEqual(parseQuery(PARAMETERS, { brand: ['a', 'b'] }, ['brand'], NOW), { days: 7 }));

test('does not repeat a very long name whole', () =>
  assert.ok(refusalOf(() => parse({ ['x'.repeat(10_000)]: '' })).length < 200));

for (const name of ['__proto__', 'constructor', 'toString']) {
  test(`${name} is an unknown parameter`, () =>
    assert.match(
      refusalOf(() => parse(JSON.parse(`{"${name}":"1"}`) as Record<string, unknown>)),
      /is not a parameter/,
    ));
}

test('passes text on unchanged', () => assert.equal(parse({ cursor: ' ä\u0000 ' }).cursor, ' ä\u0000 '));

for (const [until, at] of [
  ['2026-11-20T13:37:21.123Z', NOW],
  ['2026-11-20T15:37:21.123+02:00', NOW],
  ['2026-11-20 15:37:21.123+02', NOW],
  ['1970-01-01T00:00:00Z', 0],
  ['1969-12-31T23:59:59.999Z', -1],
] as const) {
  test(`reads the instant ${until} as UTC milliseconds`, () => assert.equal(parse({ until }).until, at));
}

test('explains an unencoded plus in the URL', () => {
  for (const offset of ['02:00', '0200', '02']) {
    assert.equal(
      refusalOf(() => parse({ until: `2026-11-20T08:00:00 ${offset}` })),
      '`until` must be a day such as 2026-11-20, or a time with a time zone, such as 2026-11-20T08:00:00Z; write the + in a time zone as %2B in a URL.',
    );
  }
});

test('refuses a future instant with the current time', () =>
  assert.equal(
    refusalOf(() => parse({ until: '2026-11-20T13:37:21.124Z' })),
    '`until` must not be in the future; it is 2026-11-20T13:37:21.123Z now.',
  ));

for (const until of [
  '',
  '2026-11-31',
  '2026-11',
  '0999-12-31',
  '2026-11-20T08:00:00',
  'yesterday',
  '2026-02-30T08:00:00Z',
  '2026-11-20 08:00',
  '0999-12-31T23:59:59Z',
  '1763650000',
]) {
  test(`until ${JSON.stringify(until)} is not an instant`, () =>
    assert.equal(
      refusalOf(() => parse({ until })),
      '`until` must be a day such as 2026-11-20, or a time with a time zone, such as 2026-11-20T08:00:00Z.',
    ));
}

const parseWindow = (raw: Record<string, unknown>) => parseQuery(windowQuery(7), raw, [], NOW);

test('a day is its first instant, and as `until` its last, today as well', () => {
  const day = Date.UTC(2026, 10, 20);
  assert.deepEqual(parseWindow({ from: '2026-11-20', until: '2026-11-20' }), {
    from: day,
    until: day + 86_399_999,
  });
});

test('refuses a future day', () =>
  assert.equal(
    refusalOf(() => parseWindow({ until: '2026-11-21' })),
    '`until` must not be in the future; it is 2026-11-20T13:37:21.123Z now.',
  ));

test('`days` has its default only without `from` and `month`', () => {
  assert.deepEqual(parseWindow({ until: '2026-11-02' }), { days: 7, until: Date.UTC(2026, 10, 3) - 1 });
  assert.deepEqual(parseWindow({ month: '2026-11' }), { month: '2026-11' });
  assert.deepEqual(parseWindow({ from: '2026-11-01' }), { from: Date.UTC(2026, 10, 1) });
});

for (const [given, refusal] of [
  [{ days: '7', from: '2026-11-01' }, 'Give `days` or `from`, not both.'],
  [{ days: '7', month: '2026-11' }, 'Give `days` or `month`, not both.'],
  [{ month: '2026-11', from: '2026-11-01' }, 'Give `month` or `from`, not both.'],
] as const) {
  test(`refuses ${Object.keys(given).join(' and ')} together`, () =>
    assert.equal(
      refusalOf(() => parseWindow(given)),
      refusal,
    ));
}

for (const month of ['', '2026', '2026-13', '2026-1', '2026-11-01', 'October', '0999-12']) {
  test(`month ${JSON.stringify(month)} is none`, () =>
    assert.equal(
      refusalOf(() => parseWindow({ month })),
      '`month` must be a month such as 2026-11.',
    ));
}

test('refuses a month that has not begun', () =>
  assert.equal(
    refusalOf(() => parseWindow({ month: '2026-12' })),
    '`month` must not be in the future; it is 2026-11-20T13:37:21.123Z now.',
  ));
