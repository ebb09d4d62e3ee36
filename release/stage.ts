import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

/** Makes `folder` the content of the packed file: the compiled program and the packages that it runs with. */
export function stage(folder: string): void {
  build(join(folder, 'dist'));
  writeManifest(folder);
  for (const path of [...manifestOf(folder).files, 'README.md', 'LICENSE'].filter(
    (each) => each !== 'dist',
  )) {
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  }
  for (const path of Object.keys(runtimePackages())) copyPackage(path, folder);
}

/** Compiles src/ without checking types, and copies the files beside the code that the program reads. */
export function build(out: string): void {
  rmSync(out, { recursive: true, force: true });
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const flags = ['-p', 'tsconfig.build.json', '--noCheck', '--outDir', out];
  execFileSync(process.execPath, [tsc, ...flags], { cwd: ROOT, stdio: 'inherit' });
  const assets = globSync('**/*.{css,js,json,md}', { cwd: join(ROOT, 'src'), exclude: ['**/fixtures/**'] });
  for (const path of assets) cpSync(join(ROOT, 'src', path), join(out, path));
}

/** Writes package.json without the parts that are only for the project itself. */
export function writeManifest(folder: string): void {
  const { scripts, devDependencies, allowScripts, ...manifest } = manifestOf(ROOT);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

interface Lockfile {
  readonly version: string;
  readonly packages: Readonly<
    Record<string, Readonly<Record<string, unknown>> & { readonly version: string }>
  >;
}

/** The lockfile without packages that only the project itself needs. */
export function runtimeLockfile(): Lockfile {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile;
  const packages = Object.entries(lock.packages).filter(([, { dev }]) => dev !== true);
  const { devDependencies, ...root } = lock.packages[''] ?? { version: lock.version };
  return { ...lock, packages: { ...Object.fromEntries(packages), '': root } };
}

/** Versions of the packages that the program runs with, by their folder in node_modules. */
export function runtimePackages(): Readonly<Record<string, string>> {
  const packages = Object.entries(runtimeLockfile().packages).filter(([path]) => path !== '');
  return Object.fromEntries(packages.map(([path, { version }]) => [path, version]));
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly files: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
  readonly dependencies: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** The package.json in a folder. */
export function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

// Node.js runs no TypeScript below node_modules, so half of the files there are for editors and for the packages' own developers.
const NEVER_RUN = /\.(ts|mts|cts|map|tsbuildinfo|md|markdown)$/i;
/** The terms of a package are in one of these. */
const TERMS = /licen[cs]e|notice|copying|copyright|readme/i;
const OF_DEVELOPERS = new Set(['.github', 'test', 'tests', 'benchmark', 'benchmarks', 'examples']);

/** Copies a package, without packages nested in it and without files that cannot run, except for its terms. */
function copyPackage(path: string, folder: string): void {
  const source = join(ROOT, path);
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(source, join(folder, path), {
    recursive: true,
    filter: (file) => {
      const [first = ''] = relative(source, file).split(sep);
      if (first === 'node_modules' || OF_DEVELOPERS.has(first)) return false;
      return !NEVER_RUN.test(file) || TERMS.test(basename(file));
    },
  });
}
