import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loggedPage } from './logged-page.ts';

for (const [key, kept] of [
  ['a.example', 'a.example'],
  ['a.example/b?id=7&Page=2&lang=de', 'a.example/b?id=7&Page=2&lang=de'],
  ['a.example/b?token=x&id=7&ip=192.0.2.1&q=a', 'a.example/b?id=7'],
  ['a.example?email=dora%40x.example&dora@x.example', 'a.example'],
  ['a.example?id=dora%40x&v=a%2540b&p=192.0.2.1&tag=2001%3Adb8%3A%3A7&tab=', 'a.example?tab='],
  ['a.example?id=7;token=x&p=1%26token%3Dx&page=/a?ip%3Dx', 'a.example'],
  ['a.example/u/dora@m%C3%BCnchen.example', 'a.example/u/[mail]'],
  ['a.example?title=10:30&v=1.2.3', 'a.example?title=10:30&v=1.2.3'],
  [`a.example?id=${'x'.repeat(60)}&slug=${'x'.repeat(61)}`, `a.example?id=${'x'.repeat(60)}`],
  ['a.example/u/dora@x.example/edit', 'a.example/u/[mail]/edit'],
  ['a.example/u/d.o%2Bra%40x.example', 'a.example/u/[mail]'],
  ['a.example/@dora/vue@3.4.1', 'a.example/@dora/vue@3.4.1'],
] as const) {
  test(`a log's counts keep ${key.slice(0, 80)} as ${kept.slice(0, 60)}`, () =>
    assert.equal(loggedPage(key), kept));
}
