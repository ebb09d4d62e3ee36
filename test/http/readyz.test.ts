import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { apiOn } from '../support/api.ts';
import { readyAt } from '../support/collecting.ts';
import { onAnyStore } from '../support/stores.ts';
import { Clock, NOW } from '../support/world.ts';

onAnyStore('/readyz', (fresh) => {
  test('names the configured models that are retired soon, and is ready all the same', async () => {
    const on = new Date(NOW + 10 * 86_400_000).toISOString().slice(0, 10);
    const provider = { ...chatgpt.provider, retirements: [{ model: 'model', on }] };
    const engines = [
      readyAt({ ...chatgpt, provider }, 'http://127.0.0.1:1'),
      readyAt(chatgpt, 'http://127.0.0.1:1'),
    ];
    const { app } = apiOn(await fresh(), { clock: new Clock(), engines });
    const response = await app.inject({ url: '/readyz' });
    assert.equal(response.statusCode, 200);
    assert.deepEqual(response.json().models_retiring, [{ engine: 'chatgpt', model: 'model', on }]);
  });
});
