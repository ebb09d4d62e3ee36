import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { proxiesOf } from '../../src/domain/web/client-address.ts';
import { type PostReach, posterTo } from '../../src/pipeline/deliver/poster.ts';
import type { Outcome } from '../../src/pipeline/deliver/senders.ts';
import { startReceiver, startSocketServer } from '../support/receiver.ts';

const LOOPBACK: PostReach = {
  resolve: async () => ['127.0.0.1'],
  allows: proxiesOf('loopback'),
  allowsSome: true,
};
const NOTHING_ALLOWED: PostReach = { ...LOOPBACK, allows: () => false, allowsSome: false };

const never = new AbortController().signal;

/** Longer than a healthy exchange on a busy machine; a hanging one takes this long. */
const DEADLINE_MS = 400;

async function post(url: string, reach = LOOPBACK, deadlineMs = 30_000, stop = never): Promise<Outcome> {
  const headers = { 'content-type': 'application/json' };
  return await posterTo(reach, deadlineMs).post({ url, headers, body: '{"secret":"content"}' }, stop);
}

/** A failure's sentence, which must not repeat the address: its path may be a secret. */
function detailOf(outcome: Outcome): string {
  assert.equal(outcome.kind, 'failed');
  const { detail } = outcome as { detail: string };
  assert.doesNotMatch(detail, /127\.0\.0\.1|hook-token|content|receiver\.example/);
  return detail;
}

async function socketServer(context: TestContext, onConnection: (socket: Socket) => void): Promise<string> {
  const { port, stop } = await startSocketServer(onConnection);
  context.after(stop);
  return `http://127.0.0.1:${port}/hook-token`;
}

async function answering(context: TestContext, status: number, headers: Record<string, string> = {}) {
  const receiver = await startReceiver(() => ({ status, headers }));
  context.after(receiver.stop);
  return { receiver, outcome: await post(`${receiver.url}/hook-token`) };
}

for (const status of [200, 201, 202, 204]) {
  test(`${status} is delivered, with the body unchanged`, async (context) => {
    const { receiver, outcome } = await answering(context, status);
    assert.deepEqual([outcome, receiver.received[0]?.body], [{ kind: 'sent' }, '{"secret":"content"}']);
  });
}

for (const status of [400, 401, 404, 413, 500, 502]) {
  test(`${status} is a failure`, async (context) => {
    const { outcome } = await answering(context, status);
    assert.equal(detailOf(outcome), `It answered ${status}.`);
  });
}

test('410 means that the endpoint is gone', async (context) => {
  const { outcome } = await answering(context, 410);
  assert.deepEqual(outcome, { kind: 'failed', detail: 'It answered 410 Gone.', isGone: true, askedMs: 0 });
});

test('503 and 429 may say how long to wait, in seconds or until when by their own clock; nonsense counts as nothing', async (context) => {
  const date = 'Fri, 31 Dec 1999 23:00:00 GMT';
  const asked = [
    '120',
    '99999999999',
    '9'.repeat(400),
    'Fri, 31 Dec 1999 23:59:59 GMT',
    'Fri, 31 Dec 1999 22:00:00 GMT',
    '-1',
    'soon',
    '',
  ];
  const waits = await Promise.all(
    asked.map(async (value) => {
      const status = value === '120' ? 429 : 503;
      const { outcome } = await answering(context, status, { date, 'retry-after': value });
      return outcome.kind === 'failed' ? outcome.askedMs : null;
    }),
  );
  assert.deepEqual(waits, [120_000, 99_999_999_999_000, 0, 3_600_000 - 1000, 0, 0, 0, 0]);
});

test('does not follow a redirect, wherever it leads', async (context) => {
  const target = await startReceiver();
  context.after(target.stop);
  for (const status of [301, 302, 303, 307, 308]) {
    const { outcome } = await answering(context, status, { location: `${target.url}/inside` });
    assert.match(
      detailOf(outcome),
      new RegExp(`^It answered ${status}\\. Sightline does not follow redirects`),
    );
  }
  assert.deepEqual(target.received, []);
});

test('a refused connection', async () => {
  const { port, stop } = await startSocketServer(() => {});
  await stop();
  assert.equal(detailOf(await post(`http://127.0.0.1:${port}/`)), 'It refused the connection.');
});

test('one closed without an answer', async (context) => {
  const url = await socketServer(context, (socket) => socket.once('data', () => socket.destroy()));
  assert.equal(detailOf(await post(url)), 'It closed the connection without an answer.');
});

test('one that switches protocols', async (context) => {
  const url = await socketServer(context, (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n'),
  );
  assert.equal(detailOf(await post(url)), 'It closed the connection without an answer.');
});

test('one that is not HTTP', async (context) => {
  const url = await socketServer(context, (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n\r\n'));
  assert.match(detailOf(await post(url)), /^It did not answer in HTTP \(HPE_/);
});

test('headers without an end', async (context) => {
  const url = await socketServer(context, (socket) =>
    socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`),
  );
  assert.match(detailOf(await post(url)), /^It did not answer in HTTP \(HPE_HEADER_OVERFLOW\)/);
});

test('gives up a server that hangs', async (context) => {
  const url = await socketServer(context, () => {});
  assert.equal(
    detailOf(await post(url, LOOPBACK, DEADLINE_MS)),
    `It did not answer within ${DEADLINE_MS / 1000} seconds.`,
  );
});

test('gives up a slow drip of headers at the same time', async (context) => {
  const url = await socketServer(context, (socket) => {
    const drip = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(drip)).write('HTTP/1.1 200 OK\r\nx: ');
  });
  assert.match(detailOf(await post(url, LOOPBACK, DEADLINE_MS)), /^It did not answer within/);
});

test('does not read a huge body: the status is enough, and the connection closes', async (context) => {
  const closed = Promise.withResolvers<void>();
  const url = await socketServer(context, (socket) => {
    const piece = Buffer.alloc(64 * 1024);
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', more).on('close', () => closed.resolve());
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n');
    more();
  });
  assert.deepEqual(await post(url), { kind: 'sent' });
  await closed.promise;
});

test('a certificate that nobody vouches for', async (context) => {
  // Its certificate is self-signed, so the handshake fails before any message.
  const server = new SMTPServer({ secure: true, logger: false });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  context.after(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = listening.address() as AddressInfo;
  assert.match(
    detailOf(await post(`https://127.0.0.1:${port}/`)),
    /^Its certificate or TLS is not valid \([A-Z_]*CERT[A-Z_]*\)\.$/,
  );
});

test('a server that speaks no TLS', async (context) => {
  const url = await socketServer(context, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  assert.match(detailOf(await post(url.replace('http:', 'https:'))), /TLS is not valid|request failed/);
});

test('an unknown host name, and one whose look-up hangs', async () => {
  const missing = {
    ...LOOPBACK,
    resolve: async (host: string) => {
      if (host === 'receiver.example') throw Object.assign(new Error('x'), { code: 'ENOTFOUND' });
      return ['127.0.0.1'];
    },
  };
  assert.equal(detailOf(await post('http://receiver.example/', missing)), 'Its host name does not exist.');
  const hanging = { ...LOOPBACK, resolve: () => new Promise<string[]>(() => {}) };
  assert.match(
    detailOf(await post('http://receiver.example/', hanging, DEADLINE_MS)),
    /^It did not answer within/,
  );
});

test('a process that stops gives up, without a failure', async (context) => {
  const stop = new AbortController();
  const url = await socketServer(context, (socket) => socket.once('data', () => stop.abort()));
  assert.deepEqual(await post(url, LOOPBACK, 30_000, stop.signal), { kind: 'stopped' });
  assert.deepEqual(await post(url, LOOPBACK, 30_000, stop.signal), { kind: 'stopped' });
});

test('refuses a private address before anything connects', async (context) => {
  let connections = 0;
  const { port, stop } = await startSocketServer(() => {
    connections += 1;
  });
  context.after(stop);
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '0.0.0.0',
    '[::]',
    '10.0.0.1',
    '169.254.169.254',
    '100.100.100.100',
    '[fd00::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
  ]) {
    const detail = detailOf(await post(`https://${host}:${port}/`, NOTHING_ALLOWED));
    assert.match(detail, /^Its address is not public/, host);
  }
  assert.equal(connections, 0);
});

for (const address of ['127.0.0.1', '::1', '::ffff:10.0.0.1', '169.254.169.254', '100.64.0.1', 'fc00::1']) {
  test(`refuses a name that the DNS resolves to ${address}`, async () => {
    const reach = { ...NOTHING_ALLOWED, resolve: async () => [address] };
    assert.match(detailOf(await post('https://receiver.example/', reach)), /^Its address is not public/);
  });
}

test('connects to the checked address: looks the name up once', async (context) => {
  const receiver = await startReceiver();
  context.after(receiver.stop);
  const asked: string[] = [];
  const reach = {
    ...LOOPBACK,
    resolve: async (host: string) => {
      asked.push(host);
      // Never tries the disallowed addresses of several.
      return ['10.255.255.1', '127.0.0.1', '169.254.169.254'];
    },
  };
  assert.deepEqual(await post(`http://receiver.example:${receiver.port}/a`, reach), { kind: 'sent' });
  assert.deepEqual(asked, ['receiver.example']);
  assert.equal(receiver.received[0]?.headers.host, `receiver.example:${receiver.port}`);
});

test('unencrypted only within the allowed networks', async () => {
  const isPublic = { ...LOOPBACK, resolve: async () => ['93.184.216.34'] };
  assert.match(detailOf(await post('http://receiver.example/', isPublic)), /^Use https:\/\/ for public/);
  assert.match(detailOf(await post('http://receiver.example/', NOTHING_ALLOWED)), /^Use https:\/\//);
});

test('setup refuses addresses that are wrong without a look-up', () => {
  const { refusalOf } = posterTo(NOTHING_ALLOWED);
  assert.match(refusalOf(new URL('http://receiver.example/')) ?? '', /^Use https/);
  assert.match(refusalOf(new URL('https://10.0.0.1/')) ?? '', /address is not public/);
  assert.equal(refusalOf(new URL('https://receiver.example/')), null);
  assert.equal(posterTo(LOOPBACK).refusalOf(new URL('http://127.0.0.1:80/')), null);
});
