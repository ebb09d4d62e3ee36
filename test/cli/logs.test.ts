import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_ENGINE_KEYS } from '../../src/main/process/engine-keys.ts';
import { acmeStore, runCli } from '../support/cli.ts';
import { crawlLine, visitLine } from '../support/logs.ts';
import { onReusedStore } from '../support/stores.ts';

const IMPORT = ['logs', 'import', '/logs/a.log', '-', '--brand', 'acme'];
const FILES = {
  '/logs/a.log': `${crawlLine()}\n${visitLine()}\nno line of 192.0.2.1\n`,
  '-': `${crawlLine()}\n`,
};

onReusedStore('commands about logs', (fresh) => {
  test('import says what it read, counted, and left out, for each file', async () => {
    const { code, out } = await runCli(await acmeStore(fresh), IMPORT, { files: FILES });
    assert.equal(code, 0);
    assert.equal(
      out,
      `a.log: combined (nginx, Apache), 2026-11-20 to 2026-11-20
3 lines: 1 crawl and 1 visit counted, 0 counted before.
1 line could not be read.
Not read: no line of [address]
standard input: combined (nginx, Apache), 2026-11-20 to 2026-11-20
1 line: 0 crawls and 0 visits counted, 1 counted before.
`,
    );
  });

  test('import as JSON has the same numbers', async () => {
    const { out } = await runCli(await acmeStore(fresh), [...IMPORT, '--json'], { files: FILES });
    const { files } = JSON.parse(out) as { files: object[] };
    assert.partialDeepStrictEqual(files, [
      { name: 'a.log', crawls: 1, visits: 1, unread: 1, first_unread: ['no line of [address]'] },
      { name: 'standard input', crawls: 0, counted_before: 1, first_day: '2026-11-20' },
    ]);
  });

  test('import fails where no format fits, and for a mapping that means nothing', async () => {
    const store = await acmeStore(fresh);
    const odd = await runCli(store, IMPORT, { files: { ...FILES, '-': 'nothing known\n' } });
    assert.equal(odd.code, 1);
    assert.match(odd.err, /No known format fits/);
    const unmapped = await runCli(store, [...IMPORT, '--map', 'who=agent'], { files: FILES });
    assert.match(unmapped.err, /who=agent.* maps nothing/);
  });

  test('import stores a file with figures, and only shows how it is read in a dry run', async () => {
    const store = await acmeStore(fresh);
    const files = {
      '/pages.csv':
        'Seiten;Impressionen\nhttps://acme.example/;3\nhttp://acme.example/;2\nhttps://other.example/;4\n',
    };
    const given = ['logs', 'import', '/pages.csv', '--brand', 'acme'];
    const days = ['--from', '2026-11-01', '--until', '2026-11-15'];
    const words = (how: string, which: string) => `pages.csv: Search Console, generative AI: pages, ${which}
page: column 1, “Seiten”, by its header
impressions: column 2, “Impressionen”, by its header
3 rows: 1 ${how}.
Left out 1 row of other sites than the brand's, and totals.
Added up 1 row with another of the same day, page, and product.
`;
    const dry = await runCli(store, [...given, '--dry-run'], { files });
    const ask = 'Say which days it covers, with --from and --until.\n';
    assert.equal(dry.out, `${words('would be stored', 'no days')}${ask}`);
    assert.match(
      (await runCli(store, given, { files })).err,
      /pages\.csv: .*does not say which days it covers.*--from and --until/,
    );
    assert.equal(
      (await runCli(store, [...given, ...days], { files })).out,
      words('stored', '2026-11-01 to 2026-11-15'),
    );
    const { out } = await runCli(store, [...given, ...days, '--dry-run', '--json'], { files });
    assert.partialDeepStrictEqual(JSON.parse(out), {
      files: [{ kind: 'search_console_pages', rows: 1, left_out: 1, stored: false, first_day: '2026-11-01' }],
    });
    const rows = await store.main.selectFrom('given_figures').select('figures').execute();
    assert.deepEqual(
      rows.map(({ figures }) => figures),
      ['{"impressions":5}'],
    );
  });

  test('drain set prints the secret alone on standard output, and drain remove asks first', async () => {
    const store = await acmeStore(fresh);
    const engineKeys = { ...NO_ENGINE_KEYS, secretKey: async () => 'k'.repeat(40) };
    const { out, err } = await runCli(store, ['drain', 'set', '--brand', 'acme'], { engineKeys });
    assert.match(out, /^[0-9A-Za-z]{43}\n$/);
    assert.match(err, /^path: \/drains\/sl_drain_[0-9A-Za-z]{43}$/m);
    const remove = ['drain', 'remove', '--brand', 'acme'];
    assert.match((await runCli(store, remove)).err, /Add --yes to remove the address/);
    assert.equal((await runCli(store, [...remove, '--yes'])).code, 0);
  });
});
