import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { instrumentsIn } from './instruments.ts';
import { Readings } from './readings.ts';

test('a reading that takes too long is absent until it comes, and nobody starts it twice', async () => {
  const registry = new Registry();
  const instruments = instrumentsIn(registry);
  const slow = Promise.withResolvers<void>();
  let reads = 0;
  const failures: string[] = [];
  let mayWait = false;
  const readings = new Readings(
    {
      instruments,
      now: () => 0,
      withinTime: (work) => (mayWait ? work : Promise.reject(new Error('late'))),
      onFailure: (reading) => failures.push(reading),
    },
    [
      {
        name: 'size',
        keepMs: 1,
        gauges: ['storeBytes'],
        read: async () => {
          reads += 1;
          await slow.promise;
          return () => instruments.storeBytes.set(7);
        },
      },
    ],
  );
  const shown = async (name: string) =>
    /^[^#].* (\d+)$/m.exec(await registry.getSingleMetricAsString(name))?.[1];
  await readings.refresh();
  await readings.refresh();
  assert.equal(await shown('sightline_store_size_bytes'), undefined);
  assert.equal(await shown('sightline_metrics_reading_ok'), '0');
  assert.deepEqual(failures, ['size', 'size']);
  slow.resolve();
  mayWait = true;
  await readings.refresh();
  assert.equal(await shown('sightline_store_size_bytes'), '7');
  assert.equal(await shown('sightline_metrics_reading_ok'), '1');
  assert.equal(reads, 1);
});
