import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import jsTokens from 'js-tokens';

export const ROOT = join(import.meta.dirname, '../../..');

/** A pattern of the source. */
export interface SourcePattern {
  /** Relative to the project's root. */
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** The source without tests, and without what runs in a reader's browser only. */
const FILES = globSync('src/**/*.ts', {
  cwd: ROOT,
  exclude: (path) => /\.test\.ts$|^src\/dashboard\/assets\//.test(path),
});

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** Patterns between slashes. */
export function literalPatterns(): SourcePattern[] {
  return FILES.flatMap((file) =>
    [...jsTokens(textOf(file))].flatMap(({ type, value }) => {
      const end = value.lastIndexOf('/');
      return type === 'RegularExpressionLiteral'
        ? [{ file, source: value.slice(1, end), flags: value.slice(end + 1) }]
        : [];
    }),
  );
}

/** Patterns that the source builds of parts while it loads, and while it reads with hostile names and words. */
export async function builtPatterns(): Promise<SourcePattern[]> {
  const files = FILES.filter((file) => textOf(file).includes('RegExp('));
  const recorder = new Worker(new URL('./recorder.ts', import.meta.url), { workerData: { ROOT, files } });
  const { promise, resolve, reject } = Promise.withResolvers<SourcePattern[]>();
  recorder.once('message', resolve);
  recorder.once('error', reject);
  return await promise;
}
