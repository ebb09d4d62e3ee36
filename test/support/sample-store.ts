import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '../../src/storage/driver/database.ts';
import { fillSamples } from './report-examples.ts';
import { shared } from './setup.ts';
import { makeStore, type TestStore } from './stores.ts';

export interface SampleStore {
  readonly store: TestStore;
  /** Reads the samples. */
  readonly key: string;
  remove(): Promise<void>;
}

/**
 * A store with the sample data, as of the standing clock. Filling one takes seconds, so the first process
 * that needs it fills one, and the others copy it.
 */
export async function sampleStore(): Promise<SampleStore> {
  const folder = await filled();
  const made = await makeStore('sqlite', join(folder, 'store.db'));
  return { ...made, key: await readFile(join(folder, 'key'), 'utf8') };
}

/** Filling takes seconds, also on a busy machine. */
const MOST_MS = 300_000;

async function filled(): Promise<string> {
  const template = shared('TEST_SQLITE_TEMPLATE');
  const folder = join(dirname(template), 'samples');
  const filling = `${folder}-filling`;
  for (const begun = performance.now(); !existsSync(folder); ) {
    if (performance.now() - begun > MOST_MS) throw new Error(`${filling} was left by a process that is gone`);
    if (await isFirst(filling))
      await fillInto(folder, template).finally(() => rm(filling, { recursive: true }));
    // Test files run concurrently. Another one fills it; if that fails, this one does.
    else await wait(100);
  }
  return folder;
}

async function isFirst(mark: string): Promise<boolean> {
  return await mkdir(mark).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

/** It gets its final name when it is complete. */
async function fillInto(folder: string, template: string): Promise<void> {
  if (existsSync(folder)) return;
  const own = await mkdtemp(`${folder}-`);
  const file = join(own, 'store.db');
  await copyFile(template, file);
  await copyFile(`${template}-limits`, `${file}-limits`);
  const store = await openStore(`sqlite:${file}`);
  await writeFile(join(own, 'key'), await fillSamples(store).finally(() => store.close()));
  await rename(own, folder);
}
