import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_MENTIONED } from '../../../src/domain/answers/answer-reading.ts';
import { dayOf } from '../../../src/domain/time/period.ts';
import { findDifferences } from '../../../src/pipeline/verify.ts';
import { storeLateAnswer } from '../../../src/storage/answers/collections.ts';
import { listTracked } from '../../../src/storage/directory/brands.ts';
import { packDays } from '../../../src/storage/panel/pack.ts';
import { contentsOf } from '../../support/tables.ts';
import { acmeFile, acmeWith, line, NOW, pipelineOn } from '../../support/world.ts';
import type { Part } from './part.ts';

export const earlierAnswers: Part = (fresh) => {
  test('holds when failed collections turn into answers before and between others, of open and packed days', async () => {
    const { main, ...store } = await fresh();
    const { apply, importLines } = pipelineOn({ main, ...store });
    await apply(acmeFile());
    await importLines([
      line({ outcome: 'error' }),
      ...Array.from({ length: 9 }, (_, index) => line({ answer: index % 2 ? 'Acme' : 'Bolt' })),
      line({ outcome: 'error' }),
      ...Array.from({ length: 12 }, (_, index) => line({ answer: index % 3 ? 'Acme, Bolt' : 'Cargo' })),
    ]);
    const { collections } = await contentsOf(main);
    const tracked = await listTracked(main, 1);
    for (const failed of collections.filter((row) => row.outcome === 'error')) {
      await main.transaction().execute((transaction) =>
        storeLateAnswer(transaction, 1, Number(failed.id), {
          identity: String(failed.identity),
          prompt: 'best anvils',
          marketId: 1,
          engine: 'chatgpt',
          outcome: 'ok',
          collectedAt: Number(failed.collected_at),
          answer: {
            publicId: `ans_late_${failed.id}`,
            outcome: 'ok',
            outcomeStated: false,
            text: 'Bolt',
            locationCode: null,
            reader: 'test',
            reading: 'test',
            citations: [],
            searches: null,
            cards: null,
            mentions: tracked.map(({ id, name }) => ({
              ...NOT_MENTIONED,
              ...(name === 'Bolt' ? { mentioned: true, count: 5 } : {}),
              trackedId: id,
              cited: false,
            })),
          },
        }),
      );
      await packDays(main, 1, dayOf(NOW) + 1);
    }
    assert.deepEqual(await findDifferences(main), []);
  });

  test("are right when only a prompt's first answer is read differently", async () => {
    const { main, ...store } = await fresh();
    const { apply, importLines, rescan } = pipelineOn({ main, ...store });
    await apply(acmeFile());
    await importLines(['Anvilex, Bolt', 'Bolt', 'Acme', 'Cargo', 'Bolt'].map((answer) => line({ answer })));
    await packDays(main, 1, dayOf(NOW) + 1);
    await apply(acmeWith({ aliases: ['Anvilex'] }));
    await rescan();
    assert.deepEqual(await findDifferences(main), []);
  });
};
