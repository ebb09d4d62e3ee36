import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type LogBatch, readLog } from './read-log.ts';

const NOW = Date.UTC(2026, 10, 28, 12);

async function* piecesOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function allOf(batches: AsyncIterable<LogBatch>): Promise<LogBatch[]> {
  const all: LogBatch[] = [];
  for await (const batch of batches) all.push(batch);
  return all;
}

interface Read {
  readonly batches: readonly LogBatch[];
  readonly lines: number;
  readonly nothing: number;
  readonly unread: number;
  readonly unreadFirst: readonly string[];
  readonly targets: readonly string[];
  readonly formats: readonly (string | undefined)[];
}

async function read(log: string | Uint8Array, size = 64 * 1024): Promise<Read> {
  const batches = await allOf(readLog(piecesOf(Buffer.from(log as string), size), { now: NOW }));
  const sum = (count: 'lines' | 'nothing' | 'unread') =>
    batches.reduce((all, batch) => all + batch[count], 0);
  return {
    batches,
    lines: sum('lines'),
    nothing: sum('nothing'),
    unread: sum('unread'),
    unreadFirst: batches.at(-1)?.unreadFirst ?? [],
    targets: batches.flatMap(({ requests }) => requests.map(({ request }) => request.target)),
    formats: batches.map(({ format }) => format?.id),
  };
}

const line = (target: string, day = '28/Nov/2026') =>
  `192.0.2.1 - - [${day}:10:00:00 +0000] "GET ${target} HTTP/1.1" 200 1 "-" "A"`;
const lines = (count: number, prefix = '/') =>
  Array.from({ length: count }, (_, index) => line(`${prefix}${index}`));
const targets = (count: number, prefix = '/') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

test('a line has its text as read, without its end', async () => {
  const { batches } = await read(`\uFEFF${line('/a')}\r\n\r\n${line('/é')}`);
  assert.deepEqual(
    batches.flatMap(({ requests }) => requests.map(({ text }) => text)),
    [line('/a'), line('/é')],
  );
  assert.deepEqual(
    batches.map(({ lines: all, nothing, unread }) => [all, nothing, unread]),
    [[3, 1, 0]],
  );
});

test('an empty log has no batch', async () => {
  assert.deepEqual((await read('')).batches, []);
  assert.deepEqual((await read(gzipSync(''))).batches, []);
});

test('batches have at most 100 lines', async () => {
  const { batches, targets: all } = await read(lines(250).join('\n'));
  assert.deepEqual(
    batches.map((batch) => batch.lines),
    [100, 100, 50],
  );
  assert.deepEqual(all, targets(250));
});

test('the same comes of any pieces, packed or not', async () => {
  const log = `${lines(30, '/é/').join('\n')}\njunk\n\n${lines(5, '/b/').join('\r\n')}\n`;
  const array = `[${['/a', '/é"}', '/c'].map((path) => JSON.stringify({ time: NOW, method: 'GET', path })).join(',\n')}]`;
  const whole = [await read(log), await read(array)];
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 400 }), fc.boolean(), async (size, isPacked) => {
      const same = await Promise.all(
        [log, array].map((text) => read(isPacked ? gzipSync(text) : text, size)),
      );
      assert.deepEqual(same, whole);
    }),
    { numRuns: 10 },
  );
  assert.deepEqual(
    whole.map(({ lines: all, unread }) => [all, unread]),
    [
      [37, 1],
      [3, 0],
    ],
  );
});

test('members of gzip in a row are one log', async () => {
  const packed = Buffer.concat([
    gzipSync(`${line('/a')}\n`),
    gzipSync(`${line('/b')}\n${line('/c').slice(0, 50)}`),
  ]);
  const both = Buffer.concat([packed, gzipSync(`${line('/c').slice(50)}\n`)]);
  assert.deepEqual((await read(both)).targets, ['/a', '/b', '/c']);
});

test('damaged gzip gives the lines before, then a failure that people can read', async () => {
  const whole = gzipSync(lines(5000).join('\n'));
  const found: string[] = [];
  const reading = async () => {
    for await (const { requests } of readLog(piecesOf(whole.subarray(0, whole.length - 200), 1000), {
      now: NOW,
    })) {
      found.push(...requests.map(({ request }) => request.target));
    }
  };
  await assert.rejects(reading, { code: 'invalid_file' });
  assert.deepEqual(found, targets(found.length));
  assert.ok(found.length > 1000);
});

test('text behind gzip is no silent loss', async () => {
  const mixed = Buffer.concat([gzipSync(`${line('/a')}\n`), Buffer.from(line('/b'))]);
  await assert.rejects(allOf(readLog(piecesOf(mixed, 1000), { now: NOW })), { code: 'invalid_file' });
});

test('a failure of the source stays itself', async () => {
  async function* broken() {
    yield gzipSync(line('/a')).subarray(0, 20);
    throw new Error('the disk is gone');
  }
  await assert.rejects(allOf(readLog(broken(), { now: NOW })), /the disk is gone/);
});

test('lines that fit no format are counted, the first three shown without addresses', async () => {
  const junk = (index: number) => `${index}: upstream 192.0.2.${index} timed out ${'x'.repeat(300)}`;
  const log = [...lines(3), junk(1), ...lines(2), junk(2), junk(3), junk(4)].join('\n');
  const { unread, unreadFirst } = await read(log);
  assert.equal(unread, 4);
  assert.deepEqual(
    unreadFirst,
    [1, 2, 3].map((index) =>
      junk(index)
        .replace(/192\S+/, '[address]')
        .slice(0, 200),
    ),
  );
});

test('a log that is none is unread to its end', async () => {
  const { unread, targets: none, formats } = await read('one\ntwo\n'.repeat(70));
  assert.deepEqual([unread, none, formats], [140, [], [undefined, undefined]]);
});

test('lines before the log hide no format', async () => {
  const {
    targets: all,
    unread,
    formats,
  } = await read(['junk\n'.repeat(50), ...lines(30)].join(''.concat('\n')));
  assert.deepEqual([all, unread, formats], [targets(30), 50, ['combined']]);
});

test('logs of different formats may follow each other', async () => {
  const json = targets(25, '/json/').map((path) => JSON.stringify({ time: NOW, method: 'GET', path }));
  const log = [...lines(30), ...json, ...lines(30, '/after/')].join('\n');
  const { targets: all, unread } = await read(log);
  const few = [...lines(3), ...json.slice(0, 3)].join('\n');
  assert.equal((await read(few)).unread, 3);
  assert.deepEqual(all, [...targets(30), ...targets(25, '/json/'), ...targets(30, '/after/')]);
  assert.equal(unread, 0);
});

test('a line over 64 KiB is unread, wherever it is cut', async () => {
  const long = line(`/${'x'.repeat(1024 * 1024)}`);
  const all = Buffer.from([line('/a'), long, line('/b'), long].join('\n'));
  for (const size of [1000, 64 * 1024, all.length]) {
    const { targets: found, unread } = await read(all, size);
    assert.deepEqual([found, unread], [['/a', '/b'], 2]);
  }
  assert.deepEqual((await read(line(`/${'x'.repeat(60_000)}`))).unread, 0);
});

test('NULs, UTF-16, and invalid UTF-8 lose no line', async () => {
  const log = `${'\0'.repeat(500)}${line('/a')}\n${line('/b')}\n`;
  assert.deepEqual((await read(log)).targets, ['/a', '/b']);
  assert.deepEqual((await read(Buffer.from(`\uFEFF${log}`, 'utf16le'))).targets, ['/a', '/b']);
  const latin = Buffer.from(`${line('/caf\u00e9')}\n${line('/b')}`, 'latin1');
  assert.deepEqual((await read(latin)).targets, ['/caf\uFFFD', '/b']);
});

test('a clock a year off is kept, one in the future or never set is not', async () => {
  const days = ['28/Nov/2025', '29/Nov/2026', '30/Nov/2026', '01/Jan/2000', '31/Dec/1999', '01/Jan/1970'];
  const { targets: all, unread } = await read(days.map((day) => line(`/${day}`, day)).join('\n'));
  assert.deepEqual(all, ['/28/Nov/2025', '/29/Nov/2026', '/01/Jan/2000']);
  assert.equal(unread, 3);
});

test('records over several lines, arrays in a row, and what is broken between them', async () => {
  const record = (path: string) => ({ time: NOW, method: 'GET', path });
  const pretty = JSON.stringify([record('/a'), record('/b')], null, 2);
  const log = `${pretty}\n[${JSON.stringify(record('/c'))}]\n{"path":"/broken\n${JSON.stringify(record('/d'))}\n[]`;
  const { targets: all, unread } = await read(log);
  assert.deepEqual(all, ['/a', '/b', '/c', '/d']);
  assert.equal(unread, 1);
  assert.equal((await read('[]')).unread, 0);
});
