import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { siteReaderWith } from '../../src/pipeline/site/site-reader.ts';
import { runCli } from '../support/cli.ts';
import { SHORT_ANSWER } from '../support/engine-bodies.ts';
import { readyAt } from '../support/ready-engine.ts';
import { LOOPBACK_REACH, startSite, TANDEMLY } from '../support/site.ts';
import { onReusedStore } from '../support/stores.ts';
import { type Stub, startStub } from '../support/stub-engine.ts';
import { contentsUnaudited } from '../support/tables.ts';
import { setUp } from '../support/world.ts';

onReusedStore('sightline prospect', (fresh) => {
  let stub: Stub;
  let site: Awaited<ReturnType<typeof startSite>>;
  before(async () => {
    stub = await startStub(() => ({ body: SHORT_ANSWER }));
    site = await startSite(TANDEMLY);
  });
  after(async () => {
    await stub.stop();
    await site.stop();
  });

  const GIVEN = [
    'prospect',
    'orbit.example',
    '--name',
    'Orbit',
    '--questions',
    'best kanban app',
    'best gantt tool',
  ];
  const worldOf = async () => {
    const { store } = await setUp(fresh);
    const sites = siteReaderWith({ reach: LOOPBACK_REACH });
    return { store, options: { sites, engines: { ready: [readyAt(chatgpt, stub.baseUrl)], disabled: [] } } };
  };
  const rows = (store: Awaited<ReturnType<typeof worldOf>>['store']) =>
    store.main.selectFrom('brands').select(['public_id', 'prospect_until']).orderBy('id').execute();

  test('proposes questions from the site with their cost, and a dry run stores nothing', async () => {
    const { store, options } = await worldOf();
    const stored = await contentsUnaudited(store.main);
    const address = `http://tandemly.example:${site.port}/`;
    const { code, out, err } = await runCli(
      store,
      ['prospect', address, '--times', '2', '--dry-run'],
      options,
    );
    assert.equal(code, 0, err);
    assert.match(out, /best project management software for small agencies/);
    assert.match(out, /\+ Asked in all: \d+ answers \(\d questions, 2 times, on 1 engine\), about \$0\.\d+/);
    assert.match(out, /\+ Removed on: 2026-12-20, unless somebody keeps it/);
    assert.match(
      out,
      /The site gives only \d questions without a brand’s name, of the 10 that you may ask\./,
    );
    assert.doesNotMatch(out, /alternatives to/);
    assert.deepEqual(await contentsUnaudited(store.main), stored);
  });

  test('asks what it was given without reading a page, and tells the counts', async () => {
    const { store, options } = await worldOf();
    const asked = stub.requests.length;
    const { code, out, err } = await runCli(store, [...GIVEN, '--times', '3', '--yes'], options);
    assert.equal(code, 0, err);
    assert.equal(stub.requests.length - asked, 6);
    assert.match(
      out,
      /6 of 6 answers came\.\nChatGPT \(API\): 0 of 6\.\nThe questions:\nbest kanban app\nbest gantt tool\n/,
    );
    assert.match(
      out,
      /The report “Orbit in AI answers” \(rpt_\w+\) is on the page Reports of the brand orbit-\w+\./,
    );
    const again = await runCli(store, [...GIVEN, '--yes'], options);
    assert.match(again.err, /there is a brand Orbit already/i);
  });

  test('continues after an interruption, and pays for nothing twice', async () => {
    const { store, options } = await worldOf();
    const stop = new AbortController();
    const asked = stub.requests.length;
    const engines = {
      ready: [readyAt(chatgpt, stub.baseUrl, { concurrency: 1 })],
      disabled: [],
    };
    const fetchOnce: typeof fetch = async (...given) => {
      stop.abort();
      return await fetch(...given);
    };
    const first = await runCli(store, [...GIVEN, '--yes'], {
      ...options,
      engines,
      stop: stop.signal,
      fetch: (url, init) => fetchOnce(url, init),
    });
    assert.match(first.err, /The same command continues, and pays for nothing twice\./);
    assert.equal(stub.requests.length - asked, 1);
    const keyless = await runCli(store, GIVEN, { ...options, engines: { ready: [], disabled: [] } });
    assert.match(keyless.err, /No engine has a key here/);
    const second = await runCli(store, GIVEN, options);
    assert.match(second.out, /2 of 2 answers came\./);
    assert.equal(stub.requests.length - asked, 2);
    assert.equal((await rows(store)).length, 2);
  });

  for (const [what, args, change, words] of [
    ['no engine has a key', GIVEN, { engines: { ready: [], disabled: [] } }, /No engine has a key/],
    ['nobody confirms the cost', GIVEN, {}, /Asked nothing\. Add --yes/],
    [
      'a question names the brand',
      [...GIVEN, 'is Orbit any good', '--yes'],
      {},
      /This question names the brand.*“is Orbit any good”/,
    ],
    [
      'the address is private',
      ['prospect', 'http://10.0.0.1/'],
      {},
      /not (?:a domain|public)|Or give --name/,
    ],
    [
      'this server has no network',
      ['prospect', 'tandemly.example'],
      {
        sites: siteReaderWith({
          reach: {
            allows: () => false,
            resolve: async () => {
              throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
            },
          },
        }),
      },
      /This server can look up no host name: it has no network, or its DNS fails\. Or give --name and --questions\./,
    ],
  ] as const)
    test(`refuses in a sentence where ${what}`, async () => {
      const { store, options } = await worldOf();
      const { code, err } = await runCli(store, args, { ...options, ...change });
      assert.equal(code, 1);
      assert.match(err, words);
      assert.equal((await rows(store)).length, 1);
    });
});
