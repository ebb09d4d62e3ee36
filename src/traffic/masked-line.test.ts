import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskedLine } from './masked-line.ts';

const CASES: readonly (readonly [line: string, masked: string])[] = [
  ['192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET', '[address] - - [28/Nov/2026:10:00:00 +0000] "GET'],
  ['x 192.0.2.1:80. y', 'x [address]:80. y'],
  ['2001:db8::7 a ::1 b 2001:db8:1:2:3:4:5:6 c', '[address] a [address] b [address] c'],
  ['::ffff:192.0.2.1 at 2026-11-28T10:00:00.123456Z', '[address][address] at 2026-11-28T10:00:00.123456Z'],
  ['crawl-192-0-2-1.example.com', 'crawl-[address].example.com'],
  ['?ip=2001%3Adb8%3A%3A77&x=91%2E12%252e34.56', '?ip=[address]&x=[address]'],
  ['u=dora@x.example dora%40mail.x.example, <d.o+ra%2540x.example>', 'u=[mail] [mail], <[mail]>'],
  ['/npm/vue@3.4.1 /@dora at 10:00:00', '/npm/vue@3.4.1 /@dora at 10:00:00'],
  ['a\0b\u001b[31m', 'a\uFFFDb\uFFFD[31m'],
  [`${'x'.repeat(195)} 192.0.2.1`, `${'x'.repeat(195)} [add`],
];

for (const [line, masked] of CASES) {
  test(`shows ${JSON.stringify(line.slice(-60))} without addresses`, () =>
    assert.equal(maskedLine(line), masked));
}
