import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { lossyLog } from './log-stream.ts';

test('loses lines that it cannot write, and counts them once it can', () => {
  const written: string[] = [];
  let isFull = true;
  const logger = pino(
    { base: null, timestamp: false },
    lossyLog((bytes) => {
      if (isFull) throw new Error('ENOSPC');
      written.push(Buffer.from(bytes).toString());
      return bytes.length;
    }),
  );
  logger.info('first');
  logger.info('second');
  isFull = false;
  logger.info('third');
  logger.info('fourth');
  const found = written.map((line) => JSON.parse(line));
  assert.deepEqual(found, [
    { level: 40, msg: 'lost log lines', lost: 2 },
    { level: 30, msg: 'third' },
    { level: 30, msg: 'fourth' },
  ]);
});

test('writes a line whole that the stream takes in pieces', () => {
  let written = '';
  const log = lossyLog((bytes) => {
    written += Buffer.from(bytes.subarray(0, 3)).toString();
    return Math.min(3, bytes.length);
  });
  log.write('one line\n');
  assert.equal(written, 'one line\n');
});

test('a line that a full disk cuts short spoils no other', () => {
  let written = '';
  let room = 5;
  const log = lossyLog((bytes) => {
    if (room === 0) throw new Error('ENOSPC');
    const taken = bytes.subarray(0, room);
    room -= taken.length;
    written += Buffer.from(taken).toString();
    return taken.length;
  });
  log.write('{"a":1}\n');
  room = 1000;
  log.write('{"b":2}\n');
  assert.equal(written, '{"a":\n{"level":40,"msg":"lost log lines","lost":1}\n{"b":2}\n');
});
