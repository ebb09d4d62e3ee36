import { globSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

interface Group {
  readonly files: string;
  /** Excludes tests that start processes, measure their own time, or are not in `npm run test:fast`. */
  readonly without?: readonly string[];
}

/**
 * Test files that share a process. A process for each file would spend most of a second on loading the
 * modules, and as much again on compiling them.
 */
const GROUPS = {
  browser: { files: 'test/browser/*.test.ts' },
  /** Most tests that start, stop, or kill processes. */
  children: {
    files: `test/{${[
      'cli/{bin,demo}',
      'http/{background,limits,shutdown}',
      'mcp/stdio',
      'pipeline/collect-{crash,together}',
    ].join()}}.test.ts`,
  },
  /** Tests next to the code, and about the project as a whole. */
  units: {
    files: '{src/**,test}/*.test.ts',
    without: [
      ...['bounded-time', '*.property'].map((name) => `src/**/${name}.test.ts`),
      ...['docs', 'package', 'tarball', '*-quality'].map((name) => `test/${name}.test.ts`),
    ],
  },
  endpoints: { files: 'test/endpoints/*.test.ts' },
  /** Runs on a cluster instead of PostgreSQL where SIGHTLINE_TEST_CITUS_URL names one. */
  citus: {
    files: `test/{${[
      'endpoints/*',
      'pipeline/{accounts,apply*,change-brand,claims,collect,collect-{breakers,together},delivery,explain}',
      'pipeline/{group-commit,import,keys,prune,rescan,rollups,shares,spending-notices,tasks,verify,watch}',
      'cli/delivery',
      'http/{report-cache,metrics}',
      'properties/{report-cache,one-snapshot}',
      'storage/{distribute,once}',
    ].join()}}.test.ts`,
    // Tests about figures or words alone.
    without: ['every-endpoint', 'lower-bounds', 'window'].map((name) => `test/endpoints/${name}.test.ts`),
  },
  /** The command line, HTTP, and MCP. */
  interfaces: {
    files: 'test/{cli,http,mcp}/*.test.ts',
    without: ['cli/{bin,demo}', 'http/{background,fuzz,limits,shutdown}', 'mcp/stdio'].map(
      (name) => `test/${name}.test.ts`,
    ),
  },
  dashboard: { files: 'test/dashboard/**/*.test.ts' },
  pipeline: {
    files: 'test/pipeline/*.test.ts',
    without: [
      'collect*',
      'claims',
      'foreign-store',
      'migrations',
      'other-versions',
      'rescan',
      '*.property',
      'delivery*',
      'spending-notices',
      'watch',
    ].map((name) => `test/pipeline/${name}.test.ts`),
  },
  /** From requests to engines to sent alerts. Separate from `pipeline`, because the two take longest. */
  collecting: {
    files: 'test/pipeline/{collect*,claims,delivery*,spending-notices,watch}.test.ts',
    without: ['crash', 'engines', 'together', 'whole'].map((name) => `test/pipeline/collect-${name}.test.ts`),
  },
  /** Published files: documents and the package. */
  documents: { files: 'test/{docs,package,tarball}.test.ts' },
  engines: { files: 'test/pipeline/collect-{engines,whole}.test.ts' },
  servers: { files: 'test/servers/*.test.ts' },
  /** Long computations that need no store: simulations, extraction, and the time that hostile texts take. */
  computing: { files: '{src/**/{bounded-time,*.property},test/statistics/*,test/*-quality}.test.ts' },
  /** Stores with a past: from other versions, from other programs, and with answers to rescan. */
  stores: { files: 'test/pipeline/{foreign-store,migrations,other-versions,rescan}.test.ts' },
  storage: { files: 'test/storage/*.test.ts', without: ['test/storage/connections.test.ts'] },
  properties: { files: 'test/{properties/*,pipeline/*.property}.test.ts' },
} satisfies Record<string, Group>;

export type GroupName = keyof typeof GROUPS;

/** The paths of a group's files, relative to the project's root. */
export function filesOf(name: GroupName): string[] {
  const { files, without = [] }: Group = GROUPS[name];
  return globSync(files, { cwd: ROOT, exclude: [...without] }).toSorted();
}

/** Loads the files of a group into this process. */
export async function load(name: GroupName): Promise<void> {
  for (const file of filesOf(name)) await import(join(ROOT, file));
}
