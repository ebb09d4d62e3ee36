import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { visibility } from '../../src/reports/brands/visibility.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { operatorCaller } from '../../src/reports/run/operator.ts';
import { runReport } from '../../src/reports/run/run-report.ts';
import type { Report } from '../../src/reports/shape/report.ts';
import { openStore } from '../../src/storage/driver/database.ts';
import { isSnapshot } from '../../src/storage/driver/snapshot.ts';
import { effort } from '../support/effort.ts';
import { type Reports, reportsAmong } from '../support/reports.ts';
import { onEveryStore } from '../support/stores.ts';
import { acmeFile, line, NOW, pipelineOn, setUp } from '../support/world.ts';

const reportsOn = reportsAmong(...REPORTS);

/** The first two statements look up key and brand; a new answer arrives after each of the next ones. */
const IMPORT_AFTER = [3, 4];

const gap = (of: number) =>
  line({
    answer: 'Bolt Bolt',
    prompt: `prompt ${of % 3}`,
    searches: [`anvils ${of % 2}`],
    citations: [{ url: `https://site-${of}.example/page` }],
  });

/** Every fourth report in `npm test`: they read through the same panel. */
const READ = REPORTS.filter((_, index) => index % effort(4, 1) === 0);

onEveryStore('a report during an import', (fresh) => {
  test('runs on one snapshot', async () => {
    const { store } = await setUp(fresh);
    const caller = await operatorCaller(store.main, {}, NOW);
    const seen: boolean[] = [];
    const run: Report['run'] = async ({ db }) => {
      seen.push(isSnapshot(db));
      return { data: [], meta: {}, note: '' };
    };
    await runReport(store.main, NOW, caller, { ...(visibility as Report), run }, {});
    assert.deepEqual(seen, [true]);
  });

  test('is as it would be before or after one of them, never a mixture', async () => {
    const store = await fresh();
    const other = await openStore(store.url);
    try {
      const { apply, createKey, importLines } = pipelineOn(other);
      await apply(acmeFile());
      await importLines([gap(0), gap(1)]);
      const { key } = await createKey();
      const read = async (reports: Reports, path: string) => {
        const { status, text } = await reports.get(path, key);
        assert.equal(status, 200, path);
        return text;
      };
      for (const { name } of READ) {
        const path = name === 'competitors' ? '/competitors?quotes=1' : `/${name}`;
        const states = [await read(reportsOn(other), path)];
        const importing = afterStatements(IMPORT_AFTER, async (statement) => {
          await importLines([gap(statement)]);
          states.push(await read(reportsOn(other), path));
        });
        const seen = await read(reportsOn({ ...store, main: store.main.withPlugin(importing) }), path);
        assert.ok(states.length > 1, `${path}: the import took place`);
        assert.ok(states.includes(seen), `${path}\n${seen}\nequals none of\n${states.join('\n')}`);
      }
    } finally {
      await other.close();
    }
  });
});

function afterStatements(numbers: readonly number[], act: (number: number) => Promise<void>): KyselyPlugin {
  let number = 0;
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      number += 1;
      if (numbers.includes(number)) await act(number);
      return result;
    },
  };
}
