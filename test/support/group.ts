import { globSync } from 'node:fs';
import { join } from 'node:path';
import { isNightly } from './effort.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Test files that share a process, because a process for each would spend most of a second on loading modules.
 * So a file must not change `process.env` or leave a timer. With TEST_ONLY, a list of paths, only those of them.
 */
export function filesOf(patterns: readonly string[], only = process.env.TEST_ONLY): string[] {
  const chosen = only?.split(',');
  return globSync([...patterns], { cwd: ROOT, exclude: isNightly ? [] : ['**/*.nightly.test.ts'] })
    .filter((file) => chosen?.includes(file) ?? true)
    .toSorted();
}

/** Loads the test files that match these patterns, relative to the project's root, into this process. */
export async function load(...patterns: readonly string[]): Promise<void> {
  for (const file of filesOf(patterns)) await import(join(ROOT, file));
}
