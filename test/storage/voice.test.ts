import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_MENTIONED } from '../../src/domain/answer-reading.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { storeLateAnswer } from '../../src/storage/answers/collections.ts';
import { listTracked } from '../../src/storage/directory/brands.ts';
import { onEveryStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { acmeFile, line, pipelineOn } from '../support/world.ts';

onEveryStore('the counts of share of voice', (fresh) => {
  test('hold when a failed collection turns into an answer between others', async () => {
    const { main, ...store } = await fresh();
    const { apply, importLines } = pipelineOn({ main, ...store });
    await apply(acmeFile());
    await importLines([
      ...Array.from({ length: 9 }, (_, index) => line({ answer: index % 2 ? 'Acme' : 'Bolt' })),
      line({ outcome: 'error' }),
      ...Array.from({ length: 12 }, (_, index) => line({ answer: index % 3 ? 'Acme, Bolt' : 'Cargo' })),
    ]);
    const { collections, voice_counts: before } = await contentsOf(main);
    const failed = collections.find((row) => row.outcome === 'error');
    const tracked = await listTracked(main, 1);
    await main.transaction().execute((transaction) =>
      storeLateAnswer(transaction, 1, Number(failed?.id), {
        ...{ identity: String(failed?.identity), prompt: 'best anvils', engine: 'chatgpt' },
        ...{ outcome: 'ok', collectedAt: Number(failed?.collected_at) },
        answer: {
          ...{ publicId: 'ans_late', outcome: 'ok', outcomeStated: false, text: 'Bolt', locationCode: null },
          ...{ reader: 'test', reading: 'test', citations: [], searches: null },
          mentions: tracked.map(({ id, name }) => ({
            ...NOT_MENTIONED,
            ...(name === 'Bolt' ? { mentioned: true, count: 5 } : {}),
            ...{ trackedId: id, cited: false },
          })),
        },
      }),
    );
    assert.notDeepEqual((await contentsOf(main)).voice_counts, before);
    assert.deepEqual(await findDifferences(main), []);
  });
});
