import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, test } from 'node:test';
import { posterTo } from '../../src/pipeline/deliver/poster.ts';
import type { Outcome } from '../../src/pipeline/deliver/senders.ts';
import { type FetchOutcome, fetchPage } from '../../src/pipeline/site/fetch-page.ts';
import { HostQueue } from '../../src/pipeline/site/host-queue.ts';
import { siteReaderWith } from '../../src/pipeline/site/site-reader.ts';
import { startSocketServer } from '../support/receiver.ts';
import { ROOT } from '../support/write-docs.ts';

/** The origin of a request's address. */
type ChosenBy =
  /** The operator, in a setting. Private addresses are fine. */
  | 'operator'
  /** A person at a command line. */
  | 'own user'
  /** A dashboard user, or a page or server that one named: Sightline checks the address. */
  | 'anybody';

/** Every outgoing connection in src/, with the origin of its address. */
const OUTGOING: Readonly<Record<string, { readonly what: string; readonly chosenBy: ChosenBy }>> = {
  'src/main/process/system.ts': {
    what: 'the `fetch` of the process, which is handed to the next three',
    chosenBy: 'operator',
  },
  'src/pipeline/collect/job/transport.ts': {
    what: 'engines and the redirects of grounded answers, at the host of a base URL',
    chosenBy: 'operator',
  },
  'src/pipeline/accounts/identity-provider.ts': {
    what: 'the sign-on provider, at its issuer and where its metadata says',
    chosenBy: 'operator',
  },
  'src/pipeline/deliver/smtp.ts': { what: 'mail, at the server of a setting', chosenBy: 'operator' },
  'src/storage/driver/postgres.ts': { what: 'the database', chosenBy: 'operator' },
  'src/main/settings/addresses.ts': { what: 'the look-up of a host, for the next ones', chosenBy: 'anybody' },
  'src/pipeline/reach/checked-request.ts': {
    what: 'a request to an address that was checked',
    chosenBy: 'anybody',
  },
  'src/pipeline/deliver/poster.ts': { what: 'webhooks', chosenBy: 'anybody' },
  'src/pipeline/site/fetch-page.ts': { what: 'pages of sites, and robots.txt', chosenBy: 'anybody' },
};

/** False matches. */
const NOT_OUTGOING: readonly string[] = [
  // The MCP library's handler, which answers requests.
  'src/mcp/answer-request.ts',
  // Listens on the server's own port, to try it.
  'src/main/process/cannot-listen.ts',
];

/** Resolves, checks, and connects to addresses from outside. */
const CHECKED = 'src/pipeline/reach/checked-request.ts';

/** Opens a connection, or imports a module that does. */
const OPENS = new RegExp(
  [
    '(?<!#)\\bfetch\\(',
    'checkedRequest\\(',
    '\\bnew (?:WebSocket|EventSource)\\b',
    // A type import opens nothing, and these two only parse texts.
    "^import (?!type |\\{ (?:isIP|isIPv4) \\}).* from 'node:(?:http|https|http2|net|tls|dgram|dns(?:/promises)?)'",
    "import\\('node:(?:http|https|http2|net|tls|dgram|dns(?:/promises)?)'\\)",
    "\\b(?:from |import\\()'(?:undici|nodemailer|axios|got|ws)'",
    'new pg\\.(?:Pool|Client)\\b',
    "'node:child_process'",
  ].join('|'),
  'm',
);

test('every module that opens a connection has a decision about who chooses its address', () => {
  const found = sources().filter(({ path, text }) => OPENS.test(text) && !NOT_OUTGOING.includes(path));
  assert.deepEqual(found.map(({ path }) => path).sort(), Object.keys(OUTGOING).sort());
});

test('every address from anybody goes through the checked request, and nothing else does', () => {
  const through = sources().filter(({ text }) => /import \{[^}]*\bcheckedRequest\b[^}]*\} from/.test(text));
  const chosen = Object.keys(OUTGOING).filter((path) => OUTGOING[path]?.chosenBy === 'anybody');
  const others = new Set([CHECKED, 'src/main/settings/addresses.ts']);
  assert.deepEqual(through.map(({ path }) => path).sort(), chosen.filter((path) => !others.has(path)).sort());
});

test("the process's `fetch` reaches only code that sends to hosts from settings, or a command", () => {
  // Calling a `fetch` parameter counts too.
  const taking = sources().filter(({ text }) =>
    /^\s*(?:readonly )?fetch: (?:Fetch|typeof fetch)\b/m.test(text),
  );
  const folders = new Set(taking.map(({ path }) => path.split('/').slice(0, 3).join('/')));
  assert.deepEqual([...folders].sort(), ['src/cli/shared', 'src/main/process', 'src/pipeline/collect']);
});

test('a page in a browser asks its own server only', () => {
  const script = sources('.js').filter(({ path }) => path.startsWith('src/dashboard/assets/'));
  assert.ok(script.length > 0);
  for (const { path, text } of script) {
    assert.doesNotMatch(text, /\b(?:fetch|open)\(\s*['"`](?:https?:)?\/\//, path);
  }
});

function sources(ending = '.ts') {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending) && !path.endsWith('.test.ts'))
    .map((path) => ({
      path: ['src', ...path.split(sep)].join('/'),
      text: readFileSync(join(ROOT, 'src', path), 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, ''),
    }));
}

/** Further spellings of this machine's, cloud, and private addresses. */
const DISGUISES = [
  '127.0.0.1.',
  '127.00.00.01',
  '0x7f.1',
  '0x7F.0x0.0x0.0x1',
  '017700000001',
  '0177.1',
  '00000177.0.0.1',
  // 169.254.169.254, where clouds keep their secrets.
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '0xA9.254.0251.254',
  '１２７.0.0.1',
  '127。0。0。1',
  '①②⑦.0.0.1',
  '%31%32%37.0.0.1',
  '127%2e0.0.1',
  // IPv4 in IPv6: mapped, compatible, translated (RFC 6145), NAT64, 6to4, and Teredo.
  '[::ffff:a9fe:a9fe]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:0:7f00:1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::7f00:1]',
  '[2002:a9fe:a9fe::]',
  '[2001:0:7f00:1::]',
  '[::]',
  '[fe80::1]',
  '[fec0::1]',
  '[fd12:3456::1]',
  '[ff02::1]',
  '192.168.1.1',
  '172.16.0.1',
  '198.18.0.1',
  '192.0.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '100.64.0.1',
];

/** Names that resolve into the server's network. */
const INSIDE = ['localhost', 'LOCALHOST', 'localhost.', 'inside.example', 'inside.example.'];

/** Each request's own tests cover redirects and repeated DNS answers. */
describe("an address chosen by a person does not lead into the server's network", () => {
  const never = new AbortController().signal;
  const lookedUp = (addresses: readonly string[]) => ({
    resolve: async () => addresses,
    allows: () => false,
  });
  const post = async (url: string, addresses: readonly string[]): Promise<Outcome> => {
    const poster = posterTo({ ...lookedUp(addresses), allowsSome: false });
    return await poster.post({ url, headers: {}, body: '{}' }, never);
  };
  const page = async (url: string, addresses: readonly string[]): Promise<FetchOutcome> =>
    await fetchPage(url, {
      reach: lookedUp(addresses),
      turns: new HostQueue(),
      stop: never,
      follows: () => true,
    });

  for (const host of [...DISGUISES, ...INSIDE]) {
    test(`https://${host}`, async () => {
      const url = URL.canParse(`https://${host}/`) ? new URL(`https://${host}/`).href : null;
      assert.ok(url, 'it is no address at all, and is refused on input');
      for (const send of [post, page]) {
        const outcome: Outcome | FetchOutcome = await send(url, [
          '127.0.0.1',
          '::1',
          '169.254.169.254',
          '::ffff:10.0.0.1',
        ]);
        assert.equal(outcome.kind, 'failed');
        assert.match((outcome as { detail: string }).detail, /^Its address is not public/);
      }
      const site = siteReaderWith({ reach: lookedUp(['10.0.0.1']) });
      await assert.rejects(site.read(host, never), { code: 'invalid_argument' });
    });
  }

  test('a login in front of the host does not hide which host it is', async () => {
    const inside = await startSocketServer(() => assert.fail('something connected'));
    for (const url of [
      `https://example.com@127.0.0.1:${inside.port}/`,
      `https://example.com:443@[::1]:${inside.port}/`,
    ]) {
      for (const send of [post, page]) assert.equal((await send(url, ['93.184.216.34'])).kind, 'failed', url);
    }
    await inside.stop();
  });
});
