import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openStore } from '../../src/storage/driver/database.ts';
import { fillSamples } from './report-examples.ts';
import { shared } from './setup.ts';
import { makeStore, type TestStore } from './stores.ts';

export interface SampleStore {
  readonly store: TestStore;
  /** It reads the samples. */
  readonly key: string;
  remove(): Promise<void>;
}

/**
 * A store of its own with the sample data, as of the standing clock. Filling one takes seconds, so a test run fills one,
 * in the first process that needs it, and the others are copies.
 */
export async function sampleStore(): Promise<SampleStore> {
  const folder = await filled();
  const made = await makeStore('sqlite', join(folder, 'store.db'));
  return { ...made, key: await readFile(join(folder, 'key'), 'utf8') };
}

async function filled(): Promise<string> {
  const template = shared('TEST_SQLITE_TEMPLATE');
  const folder = join(dirname(template), 'samples');
  if (!existsSync(folder)) await fillInto(folder, template);
  return folder;
}

/** Test files run at the same time: each fills a folder of its own, and the first to be done names it. */
async function fillInto(folder: string, template: string): Promise<void> {
  const own = await mkdtemp(`${folder}-`);
  const file = join(own, 'store.db');
  await copyFile(template, file);
  await copyFile(`${template}-limits`, `${file}-limits`);
  const store = await openStore(`sqlite:${file}`);
  await writeFile(join(own, 'key'), await fillSamples(store).finally(() => store.close()));
  try {
    await rename(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    await rm(own, { recursive: true, force: true });
  }
}
