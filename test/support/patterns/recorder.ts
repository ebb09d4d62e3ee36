/** Records the patterns that the source builds, in a thread of its own: here no module was loaded before. */
import { enableCompileCache } from 'node:module';
import { join, relative } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { SourcePattern } from './patterns-in-source.ts';

const { ROOT, files } = workerData as { readonly ROOT: string; readonly files: readonly string[] };
const found: SourcePattern[] = [];
const Original = globalThis.RegExp;

globalThis.RegExp = new Proxy(Original, {
  construct: (target, args, type) => {
    const pattern = Reflect.construct(target, args, type === globalThis.RegExp ? target : type) as RegExp;
    const file = callerIn(new Error().stack ?? '');
    if (file !== null) found.push({ file, source: pattern.source, flags: pattern.flags });
    return pattern;
  },
});

/** The source file at the top of a stack; null for a library. */
function callerIn(stack: string): string | null {
  const line = stack.split('\n').find((each) => each.includes('/src/') || each.includes('/node_modules/'));
  const [, path] = line?.match(/(?:file:\/\/)?(\/[^:)]+\/src\/[^:)]+):/) ?? [];
  return path === undefined ? null : relative(ROOT, path);
}

enableCompileCache(join(ROOT, 'node_modules/.cache/compile'));
for (const file of files) await import(join(ROOT, file));
const { useHostileNames } = await import('./hostile-names.ts');
await useHostileNames();
parentPort?.postMessage(found);
