import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { FRAMINGS } from '../domain/answers/answer-reading.ts';
import { VERDICTS } from '../domain/brand/model-reading.ts';
import { DAY_MS } from '../domain/time/period.ts';
import { bytesOf, packedIn } from './bytes.ts';
import { PanelNames } from './names.ts';
import { cellOf, type PanelMention, type PanelRow, rowFrom, rowText } from './row.ts';
import {
  inOrder,
  KIND_OF,
  KINDS,
  type Kind,
  type KindData,
  PACKED_OF,
  type PackedKinds,
  rowsOf,
} from './segment.ts';

const NOON = Date.UTC(2026, 7, 18, 12);

/** The rows decoded from their bytes. */
function stored(rows: readonly PanelRow[], names = new PanelNames()): PanelRow[] {
  return rowsOf(
    Object.fromEntries(KINDS.map((kind) => [kind, decoded(kind, rows, names)])) as unknown as KindData,
    names,
  );
}

function decoded<K extends Kind>(kind: K, rows: readonly PanelRow[], names: PanelNames): KindData[K] {
  return KIND_OF[kind](packedIn(bytesOf(PACKED_OF[kind](rows))) as PackedKinds[K], names);
}

const ROW: PanelRow = {
  id: 7,
  at: NOON,
  prompt: 3,
  engine: 'chatgpt_api',
  model: 'gpt-5',
  market: 1,
  reading: 'r',
  isEmpty: false,
  searchesKnown: true,
  isImported: true,
  looked: [1, 2],
  mentions: [[2, 5, 3, 4]],
  cited: [[9, 'docs.a.example', 'a.example']],
  searched: [4],
  said: [
    [2, '', 0],
    [2, 'price', 5],
  ],
  judged: ['gpt-6', '0a1b2c3d', 1, 2, 5],
  before: { looked: [1, 2], times: [[1, 6]] },
};

/** Numbers that need one byte, two, four, or more than 32 bits. */
const count = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom(254, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32),
);
const id = fc.integer({ min: 1, max: 2 ** 31 - 1 });
/** A page's or query's id: each brand counts its own, and their memory grows with the highest. */
const countedId = fc.integer({ min: 1, max: 2 ** 22 });
const ascending = (most: number) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: most }), { maxLength: 12 })
    .map((ids) => ids.toSorted((a, b) => a - b));

const looked = fc.oneof(ascending(8), ascending(2 ** 31 - 1));

const framing = fc.constantFrom(null, ...FRAMINGS);
const verdict = fc.constantFrom(null, ...VERDICTS);

/** An answer's results for some of the tracked brands: each says something. */
const mentionsOf = (ids: readonly number[]) =>
  fc
    .subarray([...ids])
    .chain((some) =>
      fc.tuple(
        ...some.map((tracked) =>
          fc
            .tuple(fc.boolean(), fc.boolean(), framing, verdict, count, count)
            .map(
              ([named, cited, rules, model, rank, times]): PanelMention => [
                tracked,
                cellOf({ named, cited }, { rules, model }),
                rank,
                times,
              ],
            ),
        ),
      ),
    )
    .map((some) => some.filter(([, ...said]) => said.some((each) => each > 0)));

const before = looked
  .filter((ids) => ids.length > 0)
  .chain((ids) =>
    fc.record(
      {
        looked: fc.constant(ids),
        times: fc.subarray(ids).chain((some) =>
          fc.tuple(
            ...some.map((each) =>
              fc.tuple(
                fc.constant(each),
                count.filter((times) => times > 0),
              ),
            ),
          ),
        ),
      },
      { noNullPrototype: true },
    ),
  );

const host = fc.constantFrom('a.example', 'docs.a.example', 'bücher.example');

const row = looked.chain((ids) =>
  fc.record(
    {
      id,
      at: fc.oneof(
        fc.integer({ min: NOON - 2 * DAY_MS, max: NOON }),
        fc.integer({ min: -DAY_MS, max: Date.UTC(2100, 0) }),
      ),
      prompt: id,
      engine: fc.constantFrom('chatgpt_api', 'claude_api'),
      model: fc.constantFrom(null, '', 'gpt-5'),
      market: fc.integer({ min: 0, max: 300 }),
      reading: fc.constantFrom('', 'a', 'b'),
      isEmpty: fc.boolean(),
      searchesKnown: fc.boolean(),
      isImported: fc.boolean(),
      looked: fc.constant(ids),
      mentions: mentionsOf(ids),
      cited: fc.uniqueArray(fc.tuple(fc.oneof(fc.integer({ min: 1, max: 3 }), countedId), host, host), {
        maxLength: 5,
        selector: ([page, each]) => `${page} ${each}`,
      }),
      searched: fc.uniqueArray(countedId, { maxLength: 4 }),
      said: fc.array(fc.tuple(id, fc.constantFrom('', 'price', 'Berichte'), fc.integer({ min: 0, max: 7 })), {
        maxLength: 4,
      }),
      judged: fc.option(
        fc.tuple(
          fc.constantFrom('gpt-6', 'llama 4'),
          fc.constantFrom('0a1b2c3d', 'ffffffff'),
          fc.constantFrom(0, 1),
          count,
          count,
        ),
      ),
      before: fc.option(before),
    },
    { noNullPrototype: true },
  ),
);

const rows = fc.uniqueArray(row, { maxLength: 40, selector: (each) => each.id }).map(inOrder);

test('a segment returns its packed rows, whatever they are', () => {
  fc.assert(
    fc.property(rows, (some) => {
      assert.deepEqual(stored(some), some);
    }),
  );
});

test('a segment decoded after another one, with the same names, returns its own rows', () => {
  fc.assert(
    fc.property(rows, rows, (some, others) => {
      const names = new PanelNames();
      assert.deepEqual([stored(some, names), stored(others, names)], [some, others]);
    }),
  );
});

test('a change returns the written answer, without the earlier one', () => {
  fc.assert(
    fc.property(row, ({ before: _, ...answer }) => {
      assert.deepEqual(rowFrom(answer.id, rowText(answer)), answer);
    }),
  );
});

test('a segment of no answers has none', () => assert.deepEqual(stored([]), []));

test('hundreds of tracked brands are apart', () => {
  const ids = Array.from({ length: 700 }, (_, index) => index + 1);
  const mentions = ids
    .filter((each) => each % 3 === 0)
    .map((each): PanelMention => [each, 1, each, 2 * each]);
  const some = [
    { ...ROW, looked: ids, mentions },
    { ...ROW, id: 8, looked: ids.slice(5), mentions: [] },
  ];
  assert.deepEqual(stored(some), some);
});

test('ids that descend while time goes on stay with their answers', () => {
  const some = [2 ** 31 - 1, 5, 2 ** 30, 1].map((each, index) => ({ ...ROW, id: each, at: NOON + index }));
  assert.deepEqual(stored(some), some);
});

test('the highest ids of pages and queries stay with their answers', () => {
  const highest = 2 ** 31 - 1;
  const some = [{ ...ROW, cited: [[highest, 'a.example', 'a.example'] as const], searched: [highest] }];
  assert.deepEqual(stored(some), some);
});

test('days may be years apart', () => {
  const some = [0, 1, 3000, 40_000].map((days, index) => ({
    ...ROW,
    id: index + 1,
    at: NOON + days * DAY_MS,
  }));
  assert.deepEqual(stored(some), some);
});

test('a host of two sites is on each in the answers that say so', () => {
  const some = [ROW, { ...ROW, id: 8, cited: [[9, 'docs.a.example', 'docs.a.example'] as const] }];
  assert.deepEqual(stored(some), some);
});

test('omits kinds that are not given from rows', () => {
  const names = new PanelNames();
  const [found] = rowsOf({ mentions: decoded('mentions', [ROW], names) }, names);
  const { before: _, ...others } = ROW;
  assert.deepEqual(found, { ...others, cited: [], searched: [], said: [] });
});

test("marks a host's first citation in an answer", () => {
  const cited = [
    [1, 'a.example', 'a.example'],
    [2, 'a.example', 'a.example'],
    [3, 'docs.a.example', 'a.example'],
    [4, 'b.example', 'b.example'],
    [5, 'docs.a.example', 'a.example'],
  ] as const;
  const { isFirst } = decoded(
    'sources',
    [
      { ...ROW, cited },
      { ...ROW, id: 8, cited: cited.slice(2) },
    ],
    new PanelNames(),
  );
  assert.deepEqual([...isFirst], [1, 0, 1, 1, 0, 1, 1, 0]);
});

test('refuses bytes in another format', () => {
  const bytes = bytesOf({ facts: null, columns: {} });
  assert.doesNotThrow(() => packedIn(bytes));
  const text = zstdDecompressSync(bytes).toString('latin1').replace('"format":3', '"format":9');
  const others = zstdCompressSync(Buffer.from(text, 'latin1'));
  assert.throws(() => packedIn(others), /format 9, not 3/);
});
