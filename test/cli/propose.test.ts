import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siteReaderWith } from '../../src/pipeline/site/site-reader.ts';
import { runCli } from '../support/cli.ts';
import { LOOPBACK_REACH, startSite, TANDEMLY } from '../support/site.ts';
import { onReusedStore } from '../support/stores.ts';
import { contentsUnaudited } from '../support/tables.ts';

onReusedStore('sightline propose', (fresh) => {
  test("prints a domain's proposals, as a table and as JSON, and stores nothing", async (context) => {
    const [store, site] = [await fresh(), await startSite(TANDEMLY)];
    context.after(site.stop);
    const before = await contentsUnaudited(store.main);
    const sites = siteReaderWith({ reach: LOOPBACK_REACH });
    const address = `http://tandemly.example:${site.port}/`;
    const { code, out } = await runCli(store, ['propose', address], { sites });
    assert.equal(code, 0);
    assert.match(out, /^Read 4 pages on tandemly\.example, and stored nothing\./);
    assert.match(
      out,
      /x +competitor +Kestrel Boards \(kestrelboards\.example\) +compared with you on \/compare\/kestrel-boards/,
    );
    assert.match(out, /x +question +best project management software for small agencies +your page \//);
    const json = JSON.parse((await runCli(store, ['propose', address, '--json'], { sites })).out);
    assert.deepEqual(json.proposals[0], {
      kind: 'name',
      text: 'Tandemly',
      host: null,
      location_code: null,
      language_code: null,
      branded: null,
      evidence: [
        'og:site_name of 4 of 4 pages',
        'organization data of 4 of 4 pages',
        'title of 4 of 4 pages',
      ],
      caution: null,
      advised: true,
    });
    const refused = await runCli(store, ['propose', 'localhost'], { sites });
    assert.equal(refused.code, 1);
    assert.match(refused.err, /is not a domain/);
    assert.deepEqual(await contentsUnaudited(store.main), before);
  });
});
