import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file's imports that load another file: types are gone when it runs. Also files that it names by `new URL('…', import.meta.url)`. */
const LOADING =
  /^(?:import|export)\s(?!\s*type\b)(?:[^;']*?\sfrom\s)?\s*'(\.[^']+)'|import\(\s*'(\.[^']+)'|new URL\(\s*'(\.[^']+)',\s*import\.meta\.url/gm;

/** The files that a file loads or names, relative to the root. */
function namedIn(path: string, text: string): string[] {
  return [...text.matchAll(LOADING)].map(([, loaded = '', later = '', located = '']) =>
    join(dirname(path), loaded || later || located),
  );
}

/**
 * The files that are at most so many imports away from a changed file, with it. A barrier is a file that imports nearly everything: what
 * is behind it does not count as reached.
 */
export function importersOf(
  changed: readonly string[],
  files: readonly string[],
  steps: number,
  isBarrier: (path: string) => boolean,
): Set<string> {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    for (const imported of namedIn(file, readFileSync(file, 'utf8'))) {
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  const reached = new Set(changed);
  let nearest = [...reached];
  for (let step = 0; step < steps; step += 1) {
    const open = nearest.filter((file) => step === 0 || !isBarrier(file));
    nearest = open.flatMap((file) => importers.get(file) ?? []).filter((file) => !reached.has(file));
    for (const file of nearest) reached.add(file);
  }
  return reached;
}
