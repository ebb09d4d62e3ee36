import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The versions of the packages below a folder, by path. */
export function versionsIn(place: string): Readonly<Record<string, string>> {
  // Packages also contain folders with a package.json that only says how to load the files beside it.
  const paths = globSync('node_modules/**/node_modules/{*,@*/*}/package.json', { cwd: place }).concat(
    globSync('node_modules/{*,@*/*}/package.json', { cwd: place }),
  );
  return Object.fromEntries(
    paths.sort().map((path) => {
      const { version } = JSON.parse(readFileSync(join(place, path), 'utf8')) as { version: string };
      return [dirname(path), version];
    }),
  );
}

/** The files and folders that a Dockerfile copies from its context. */
export function imageFiles(dockerfile: string): string[] {
  return [...dockerfile.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, list = '']) => list.split(' '));
}
