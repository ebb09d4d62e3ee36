import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logMappingOf } from './log-mapping.ts';

test('a mapping has a field of ours and its place, however spaced', () => {
  assert.deepEqual(logMappingOf(['status=code', ' Agent = request.headers.User-Agent ', 'time=3']), {
    status: 'code',
    agent: 'request.headers.User-Agent',
    time: '3',
  });
});

for (const entry of ['', 'status', 'status=', '=code', 'user=name', '__proto__=x'])
  test(`"${entry}" maps nothing`, () => {
    assert.throws(() => logMappingOf([entry]), { code: 'invalid_argument' });
  });
