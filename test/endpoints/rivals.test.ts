import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rivals } from '../../src/reports/sources/rivals.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import { line, setUp } from '../support/world.ts';

const reportsOn = reportsAmong(rivals);

onReusedStore('GET /rivals', (fresh) => {
  test('200: names that stand beside tracked brands in three answers, by engine', async () => {
    const { store, createKey, importLines } = await setUp(fresh);
    const citations = [{ url: 'https://www.zorblat.example/review' }];
    const beside = (prompt: string, engine = 'chatgpt') =>
      line({
        prompt,
        engine,
        citations,
        answer: '1. **Acme**: solid.\n2. **Zorblat**: fast.\n3. **Quick Setup**: easy.',
      });
    await importLines([
      beside('a?'),
      beside('a?'),
      beside('b?'),
      beside('b?', 'claude'),
      line({ answer: '- **Quivver**\n- **Norpic**' }),
      line({ answer: '- **Acme**\n- **Quivver**' }),
      line({ answer: 'Acme and Norpic are alike.' }),
    ]);
    const { key } = await createKey();
    const { status, body } = await reportsOn(store).get('/rivals', key);
    assert.equal(status, 200);
    const rival = { name: 'Zorblat', host: 'zorblat.example', questions: 2 };
    assert.deepEqual(body.data, [
      { ...rival, engine: 'chatgpt', engine_name: 'ChatGPT (API)', answers: 3, answers_read: 6 },
      { ...rival, engine: 'claude', engine_name: 'Claude (API)', answers: 1, answers_read: 1 },
    ]);
    assert.deepEqual((await reportsOn(store).get('/rivals?engine=claude', key)).body.data, []);
  });
});
