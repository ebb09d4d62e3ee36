import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CliOptions, NO_LOGIN } from '../support/cli.ts';
import { type Remote, serveAcme, served } from '../support/remote.ts';

type Fetch = NonNullable<CliOptions['fetch']>;

const errorOf = (err: string) => (JSON.parse(err) as { error: { code: string; message: string } }).error;
const idsIn = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id);

/** The outcome of each request in turn: undefined, and every later one, reaches the server. */
type Fate = (() => Promise<Response>) | undefined;

const status = (code: number, headers: Record<string, string> = {}): Fate => {
  return async () => new Response('', { status: code, headers });
};
const refused: Fate = async () => {
  throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
};

/** The first half of the server's response, and then a lost connection. */
const cutAt =
  (share: number, url: string, init: RequestInit): NonNullable<Fate> =>
  async () => {
    const bytes = new Uint8Array(await (await fetch(url, init)).arrayBuffer());
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(bytes.slice(0, bytes.length * share)),
      pull: (controller) =>
        controller.error(new TypeError('terminated', { cause: { code: 'UND_ERR_SOCKET' } })),
    });
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  };

interface Line {
  readonly fetch: Fetch;
  readonly asked: string[];
  readonly pauses: number[];
  readonly sleep: NonNullable<CliOptions['sleep']>;
}

function lineWith(fates: readonly (Fate | 'cut')[]): Line {
  const asked: string[] = [];
  const pauses: number[] = [];
  return {
    asked,
    pauses,
    sleep: async (milliseconds) => {
      pauses.push(milliseconds / 1000);
    },
    fetch: async (url, init) => {
      const fate = fates[asked.length];
      asked.push(new URL(url).searchParams.get('cursor') ?? '');
      const chosen = fate === 'cut' ? cutAt(0.9, url, init) : fate;
      return await (chosen ?? (() => fetch(url, init)))();
    },
  };
}

describe('every answer from a server', () => {
  const { remote } = served(serveAcme);
  const ALL = ['answers', '--brand', 'acme', '--all'];

  const through = async (
    args: readonly string[],
    fates: readonly (Fate | 'cut')[],
    options: CliOptions = {},
  ) => {
    const line = lineWith(fates);
    const { run, key } = remote();
    const result = await run(args, { client: { key }, fetch: line.fetch, sleep: line.sleep, ...options });
    return { ...result, ...line };
  };

  test('is one JSON object per line, newest first, over all pages', async () => {
    const { code, out, asked } = await through(ALL, []);
    const answers = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; collected_at: string });
    assert.deepEqual([code, answers.length, asked.length], [0, 450, 3]);
    assert.equal(new Set(answers.map(({ id }) => id)).size, 450);
    const times = answers.map((each) => each.collected_at);
    assert.deepEqual(times, times.toSorted().reverse());
  });

  for (const [what, args] of [
    ['in pages of 7', ['--limit', '7']],
    ['of an engine', ['--engine', 'chatgpt', '--limit', '100']],
    ['of an engine with none', ['--engine', 'claude']],
  ] as const) {
    test(`equals the store's output: ${what}`, async () => {
      const { code, out } = await through([...ALL, ...args], []);
      assert.equal(code, 0);
      assert.equal(out, (await remote().runOnStore([...ALL, ...args])).out);
    });
  }

  test('is the CSV of all pages under one header', async () => {
    const csv = ['--format', 'csv'];
    const { code, out, asked } = await through([...ALL, ...csv], [undefined, 'cut']);
    assert.deepEqual([code, asked.length], [0, 4]);
    const pages = [];
    for (let cursor: string[] = []; pages.length < 3; ) {
      const args = ['answers', '--brand', 'acme', '--limit', '200', ...cursor];
      const { out: page } = await remote().runOnStore([...args, ...csv]);
      pages.push(pages.length === 0 ? page : page.slice(page.indexOf('\r\n') + 2));
      const { meta } = JSON.parse((await remote().runOnStore(args)).out) as { meta: { next_cursor: string } };
      cursor = ['--cursor', meta.next_cursor];
    }
    assert.ok(out === pages.join(''));
  });

  test('in CSV prints no header without rows', async () => {
    const { out, code } = await through([...ALL, '--format', 'csv'], [status(401)]);
    assert.deepEqual([code, out], [1, '']);
  });

  test('begins after a given cursor', async () => {
    const all = idsIn((await remote().runOnStore(ALL)).out);
    const { out } = await through([...ALL, '--cursor', all[419] ?? ''], []);
    assert.deepEqual(idsIn(out), all.slice(420));
  });

  for (const [what, fates, pauses] of [
    ['a connection that drops in the middle of a page', [undefined, 'cut', undefined], [1]],
    [
      'connections that drop again and again',
      ['cut', 'cut', undefined, 'cut', 'cut', undefined, 'cut'],
      [1, 2, 1, 2, 1],
    ],
    ['a server that restarts', [undefined, refused, refused, status(502), status(503)], [1, 2, 4, 8]],
    ['a quota that is used up', [undefined, status(429, { 'retry-after': '41' })], [41]],
    [
      'all of it',
      [
        status(429, { 'retry-after': '7' }),
        'cut',
        status(500),
        undefined,
        status(503, { 'retry-after': '9' }),
      ],
      [7, 1, 2, 9],
    ],
  ] as const) {
    test(`has no gap and no double after ${what}`, async () => {
      const expected = (await remote().runOnStore(ALL)).out;
      const result = await through(ALL, fates);
      assert.deepEqual([result.code, result.err], [0, '']);
      assert.ok(result.out === expected);
      assert.deepEqual(result.pauses, pauses);
    });
  }

  test('ends with all complete rows, and the code, if the server does not come back', async () => {
    const all = idsIn((await remote().runOnStore(ALL)).out);
    const { code, out, err, pauses, asked } = await through(ALL, [
      undefined,
      ...Array.from({ length: 9 }, () => refused),
    ]);
    assert.equal(code, 1);
    assert.deepEqual(idsIn(out), all.slice(0, 200));
    assert.equal(errorOf(err).code, 'unavailable');
    assert.match(errorOf(err).message, new RegExp(`To continue from here, add --cursor ${all[199]}\\.$`));
    assert.deepEqual([pauses, asked.length], [[1, 2, 4, 8, 16], 7]);
  });

  test('does not wait for a server that wants an hour', async () => {
    const { code, err, pauses } = await through(ALL, [status(429, { 'retry-after': '3600' })]);
    assert.deepEqual([code, errorOf(err).code, pauses], [1, 'rate_limited', []]);
  });

  test('sends nothing more after a refusal', async () => {
    const revoked = status(401);
    const { code, asked } = await through(ALL, [undefined, revoked]);
    assert.deepEqual([code, asked.length], [1, 2]);
  });

  test('tells a person how long it waits, and removes that line afterward', async () => {
    const { err } = await through(ALL, [status(429, { 'retry-after': '41' })], { isTerminal: true });
    const [clear, ...shown] = err.split('\r\u001b[K');
    assert.deepEqual([clear, shown.length, shown.at(-1)], ['', 2, '']);
    assert.match(shown[0] ?? '', /^Waiting 41 s: .* takes no more requests/);
  });

  test('ends if the server keeps returning the same cursor', async () => {
    const page = {
      data: [{ id: 'ans_1' }],
      meta: { generated_at: '', brand: { id: 'a', name: 'A' }, note: '', next_cursor: 'ans_1' },
    };
    const { code, err, asked } = await through(
      ALL,
      Array.from({ length: 9 }, () => async () => Response.json(page)),
    );
    assert.deepEqual([code, errorOf(err).code, asked.length], [1, 'bad_server', 2]);
  });

  test('waits for a slow reader: it requests no page before the last was read', async () => {
    const events: string[] = [];
    const { fetch: ask } = lineWith([]);
    const { run, key } = remote();
    await run(ALL, {
      client: { key },
      fetch: async (url, init) => {
        events.push('asked');
        return await ask(url, init);
      },
      drained: async () => {
        events.push('taken');
      },
    });
    assert.deepEqual(events, ['asked', 'taken', 'asked', 'taken', 'asked', 'taken']);
  });
});

describe('every record of other reports from a server', () => {
  const { remote } = served(serveAcme);
  const linesOf = async (run: Remote['run'], args: string[]) => (await run(args)).out.trimEnd().split('\n');

  test('follows the cursor of /comparisons', async () => {
    const args = ['comparisons', '--brand', 'acme', '--all', '--limit', '3'];
    const [there, here] = [await linesOf(remote().run, args), await linesOf(remote().runOnStore, args)];
    assert.deepEqual(there, here);
    assert.ok(there.length > 6, String(there.length));
  });

  test('keeps the window of the first page while the clock goes on', async () => {
    const { run, key, clock } = remote();
    const untils: (string | null)[] = [];
    await run(['comparisons', '--brand', 'acme', '--all', '--limit', '5'], {
      client: { key },
      fetch: async (url, init) => {
        untils.push(new URL(url).searchParams.get('until'));
        clock.at += 1000;
        return await fetch(url, init);
      },
    });
    assert.equal(untils[0], null);
    assert.ok(untils.length > 2);
    assert.equal(new Set(untils.slice(1)).size, 1);
    assert.match(String(untils[1]), /^2026-11-20T/);
  });

  test('is one line for a report that is no list', async () => {
    const [line, ...more] = await linesOf(remote().run, ['me', '--all']);
    assert.deepEqual(more, []);
    assert.equal(
      (JSON.parse(line ?? '') as { organization: { name: string } }).organization.name,
      'Acme Inc',
    );
  });

  test('says when a report without a cursor may have more rows', async () => {
    const alert = { id: 'alr_1' };
    const page = {
      data: Array.from({ length: 200 }, () => alert),
      meta: { generated_at: '', brand: { id: 'a', name: 'A' }, note: '' },
    };
    const { run, key } = remote();
    const options = { client: { key }, fetch: async () => Response.json(page) };
    const { code, err } = await run(['alerts', '--brand', 'acme', '--all'], options);
    assert.deepEqual(
      [code, err],
      [0, 'sightline: there may be older alerts; a server returns at most 200\n'],
    );
  });

  test('needs a login like any other', async () => {
    const { code, err } = await remote().run(['brands', '--all'], { client: {}, logins: NO_LOGIN });
    assert.deepEqual([code, errorOf(err).code], [1, 'unauthorized']);
  });
});
