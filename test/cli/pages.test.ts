import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siteReaderWith } from '../../src/pipeline/site/site-reader.ts';
import { runCli } from '../support/cli.ts';
import { LOOPBACK_REACH, startSite, TANDEMLY } from '../support/site.ts';
import { onReusedStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, line, pipelineOn } from '../support/world.ts';

onReusedStore('sightline page fetch', (fresh) => {
  test('fetches given pages, or its own and cited ones, and prints the results', async (context) => {
    const [store, site] = [await fresh(), await startSite(TANDEMLY)];
    context.after(site.stop);
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile([{ ...ACME_BRAND, domain: null, competitors: [{ name: 'Kestrel Boards' }] }]));
    const sites = siteReaderWith({ reach: LOOPBACK_REACH });
    const fetch = async (...args: string[]) =>
      await runCli(store, ['page', 'fetch', '--brand', 'Acme', ...args], { sites });
    assert.match((await fetch()).out, /^No page to fetch/);
    const url = `http://tandemly.example:${site.port}/compare/kestrel-boards`;
    await importLines([line({ citations: [{ url }] })]);
    assert.match((await fetch()).out, /comparison +Kestrel Boards +GPTBot/);
    const [row] = JSON.parse((await fetch(url, '--json')).out);
    assert.deepEqual([row.url, row.status, row.names_competitors], [url, 200, ['Kestrel Boards']]);
    const refused = await fetch('kestrel');
    assert.equal(refused.code, 1);
    assert.match(refused.err, /is not a page address/);
    const [gone, read] = [`http://tandemly.example:${site.port}/gone`, url];
    assert.equal((await fetch(gone, read)).code, 0);
    const failed = await fetch(gone, '--json');
    assert.equal(failed.code, 1);
    assert.equal(JSON.parse(failed.out)[0].problem, 'It answered 404.');
    assert.equal(JSON.parse(failed.err).error.message, 'No page could be read; the reasons are above.');
    const secret = await fetch('http://me:s3cret@tandemly.example/');
    assert.equal(secret.code, 1);
    assert.match(secret.err, /The address at tandemly\.example has a user name or password/);
    assert.doesNotMatch(secret.err + secret.out, /s3cret/);
  });
});
