import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { REPORTS } from '../../src/reports/index.ts';
import { openStore } from '../../src/storage/driver/database.ts';
import { type Api, apiOn } from '../support/api.ts';
import { onEveryStore } from '../support/stores.ts';
import { acmeFile, line, pipelineOn } from '../support/world.ts';

/**
 * The first two statements look up the key and the brand; a new answer arrives after each of the next ones.
 */
const IMPORT_AFTER = [3, 4];

const gap = (of: number) =>
  line({
    answer: 'Bolt Bolt',
    prompt: `prompt ${of % 3}`,
    searches: [`anvils ${of % 2}`],
    citations: [{ url: `https://site-${of}.example/page` }],
  });

onEveryStore('a report during an import', (fresh) => {
  test('is as it would be before or after one of them, never a mixture', async () => {
    const store = await fresh();
    const other = await openStore(store.url);
    try {
      const { apply, createKey, importLines } = pipelineOn(other);
      await apply(acmeFile());
      await importLines([gap(0), gap(1)]);
      const { key } = await createKey();
      const read = async (api: Api, path: string) => {
        const { status, text } = await api.get(path, key);
        assert.equal(status, 200, path);
        return text.replace(/"remaining":\d+/, '');
      };
      for (const { name } of REPORTS) {
        const path = name === 'competitors' ? '/competitors?quotes=1' : `/${name}`;
        const states = [await read(apiOn(other), path)];
        const importing = afterStatements(IMPORT_AFTER, async (statement) => {
          await importLines([gap(statement)]);
          states.push(await read(apiOn(other), path));
        });
        const seen = await read(apiOn({ ...store, main: store.main.withPlugin(importing) }), path);
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
