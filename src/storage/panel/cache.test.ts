import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KindData } from '../../panel/segment.ts';
import { PanelCache, type SegmentKey } from './cache.ts';
import type { PanelState } from './state.ts';

/** A segment's data with this size. */
const data = (bytes: number) => ({ bytes }) as KindData['mentions'];
const SUMS = { size: 100, keys: new Float64Array(100), counts: new Float64Array(100) };

const STATE: PanelState = { version: 1, segments: [], changes: [], parts: [], earlierAnswers: new WeakMap() };

function keyIn(cache: PanelCache, firstDay: number, fields: Partial<SegmentKey> = {}): SegmentKey {
  const { brandId = 1 } = fields;
  return { brandId, names: cache.namesOf(brandId), firstDay, version: '1', ...fields };
}

const hasOf = (cache: PanelCache, key: SegmentKey) => cache.segment(key, 'mentions') !== undefined;

test('drops the least recently used data when there is too much', () => {
  const cache = new PanelCache(1000);
  for (const day of [1, 2]) cache.cacheSegment(keyIn(cache, day), 'mentions', () => data(400));
  assert.ok(hasOf(cache, keyIn(cache, 1)));
  cache.cacheSegment(keyIn(cache, 3), 'mentions', () => data(400));
  const found = [1, 2, 3].map((day) => hasOf(cache, keyIn(cache, day)));
  assert.deepEqual(found, [true, false, true]);
  assert.deepEqual([cache.counts.bytes, cache.counts.segments], [800, 2]);
});

test('returns a segment larger than the cache without keeping it', () => {
  const cache = new PanelCache(1000);
  const large = data(1001);
  assert.equal(
    cache.cacheSegment(keyIn(cache, 1), 'mentions', () => large),
    large,
  );
  assert.equal(cache.counts.bytes, 0);
});

test('sums count, also those that replace others', () => {
  const cache = new PanelCache(10_000);
  const sums = cache.sums(keyIn(cache, 1));
  sums.set('a', SUMS);
  const once = cache.counts.bytes;
  assert.ok(once >= 1600);
  sums.set('a', SUMS);
  assert.equal(cache.counts.bytes, once);
  for (let each = 0; each < 7; each++) sums.set(`${each}`, SUMS);
  assert.equal(cache.counts.bytes, 0, 'the sums of one segment may be too much');
  sums.set('late', SUMS);
  assert.equal(cache.counts.bytes, 0, "a dropped segment's sums are nobody’s");
});

test('sums stay when the columns of a history that is larger than the cache come and go', () => {
  const cache = new PanelCache(10_000);
  const days = [1, 2, 3, 4, 5];
  for (const day of days) {
    const sums = cache.sums(keyIn(cache, day));
    cache.cacheSegment(keyIn(cache, day), 'mentions', () => data(4000));
    if (day < 3) sums.set('a', SUMS);
  }
  const found = days.map((day) => hasOf(cache, keyIn(cache, day)));
  assert.deepEqual(found, [false, false, false, false, true]);
  for (const day of [1, 2]) assert.equal(cache.sums(keyIn(cache, day)).get('a'), SUMS);
  assert.equal(cache.sums(keyIn(cache, 1, { version: '2' })).get('a'), undefined);
});

test('sums take up no more than half of the space if there is anything else', () => {
  const cache = new PanelCache(10_000);
  cache.cacheSegment(keyIn(cache, 1), 'mentions', () => data(4500));
  for (const day of [1, 2, 3, 4]) cache.sums(keyIn(cache, day)).set('a', SUMS);
  assert.ok(hasOf(cache, keyIn(cache, 1)));
  assert.equal(cache.sums(keyIn(cache, 1)).get('a'), undefined);
  assert.equal(cache.sums(keyIn(cache, 4)).get('a'), SUMS);
});

test('does not keep all sums over one segment for thousands of questions', () => {
  const cache = new PanelCache(1e9);
  const sums = cache.sums(keyIn(cache, 1));
  for (let each = 0; each < 2500; each++) sums.set(`${each}`, SUMS);
  assert.equal(sums.size, 2000);
  assert.equal(cache.counts.bytes, 2000 * 1800);
});

test('a version stands in the place of the one before it', () => {
  const cache = new PanelCache(1000);
  cache.cacheSegment(keyIn(cache, 1), 'mentions', () => data(400));
  const next = keyIn(cache, 1, { version: '2' });
  assert.ok(!hasOf(cache, next));
  cache.cacheSegment(next, 'mentions', () => data(500));
  assert.equal(cache.counts.bytes, 500);
  assert.ok(hasOf(cache, next));
  assert.ok(!hasOf(cache, keyIn(cache, 1)));
});

test('two concurrent reports decode a segment once', () => {
  const cache = new PanelCache(1000);
  const first = cache.cacheSegment(keyIn(cache, 1), 'mentions', () => data(400));
  const second = cache.cacheSegment(keyIn(cache, 1), 'mentions', () => assert.fail('decoded again'));
  assert.equal(second, first);
});

test('a report that runs while its brand is dropped gets nothing with other numbers', () => {
  const cache = new PanelCache(1000);
  const old = keyIn(cache, 1);
  cache.cacheSegment(old, 'mentions', () => data(400));
  cache.cacheSegment(keyIn(cache, 1, { brandId: 2 }), 'mentions', () => data(900));
  const names = cache.namesOf(1);
  assert.notEqual(names, old.names);
  cache.cacheSegment({ ...old, names }, 'mentions', () => data(50));
  assert.ok(!hasOf(cache, old));
  const mine = data(60);
  assert.equal(
    cache.cacheSegment(old, 'mentions', () => mine),
    mine,
  );
  assert.equal(cache.segment({ ...old, names }, 'mentions')?.bytes, 50);
});

test('names count with their brand, for as long as any of its data is there', () => {
  const cache = new PanelCache(100_000);
  const key = keyIn(cache, 1);
  cache.cacheSegment(key, 'mentions', () => {
    for (let host = 0; host < 1000; host++) key.names.hosts.codeOf(`${host}`);
    return data(400);
  });
  const { bytes } = cache.counts;
  assert.ok(bytes > 20_000);
  cache.cacheState(1, key.names, STATE);
  cache.cacheSegment(keyIn(cache, 1, { brandId: 2 }), 'mentions', () => data(99_000));
  assert.equal(cache.counts.bytes, 99_000);
  assert.notEqual(cache.namesOf(1), key.names);
});

test('keeps the newest state', () => {
  const cache = new PanelCache(100_000);
  assert.equal(cache.state(1), undefined);
  cache.cacheState(1, cache.namesOf(1), STATE);
  cache.cacheState(1, cache.namesOf(1), { ...STATE, version: 2 });
  assert.deepEqual([cache.state(1)?.version, cache.counts.segments], [2, 0]);
});

test('counts hits and misses', () => {
  const cache = new PanelCache(1000);
  cache.cacheSegment(keyIn(cache, 1), 'mentions', () => data(400));
  cache.segment(keyIn(cache, 1), 'mentions');
  cache.segment(keyIn(cache, 1), 'mentions');
  const { hits, misses } = cache.counts;
  assert.deepEqual([hits, misses], [2, 1]);
});
