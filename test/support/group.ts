import { globSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

interface Group {
  readonly files: string;
  /** Excludes tests that start processes, measure their own time, or are not in `npm run test:fast`. */
  readonly without?: readonly string[];
}

/**
 * Test files that run in one process. A process of its own for each of them costs most of a second for loading what all
 * of them need, and as much again until it is compiled.
 */
const GROUPS = {
  browser: { files: 'test/browser/*.test.ts' },
  /** Most of what starts processes, stops them, or kills them. */
  children: {
    files: `test/{${[
      'cli/{bin,demo}',
      'http/{background,limits,shutdown}',
      'mcp/stdio',
      'pipeline/collect-{crash,together}',
    ].join()}}.test.ts`,
  },
  /** Next to the code, and of the project as a whole. */
  units: {
    files: '{src/**,test}/*.test.ts',
    without: [
      ...['bounded-time', '*.property'].map((name) => `src/**/${name}.test.ts`),
      ...['docs', 'package', 'tarball', '*-quality'].map((name) => `test/${name}.test.ts`),
    ],
  },
  endpoints: { files: 'test/endpoints/*.test.ts' },
  /** What runs on a cluster where SIGHTLINE_TEST_CITUS_URL names one, in place of PostgreSQL. */
  citus: {
    files: `test/{${[
      'endpoints/*',
      'pipeline/{accounts,apply*,change-brand,claims,collect,collect-{breakers,together},delivery,explain}',
      'pipeline/{group-commit,import,keys,prune,rescan,rollups,shares,spending-notices,tasks,verify,watch}',
      'cli/delivery',
      'http/{kept-reports,metrics}',
      'properties/{kept-reports,one-snapshot}',
      'storage/{distribute,once}',
    ].join()}}.test.ts`,
    // What is about figures or words alone.
    without: ['every-endpoint', 'lower-bounds', 'window'].map((name) => `test/endpoints/${name}.test.ts`),
  },
  /** Over the command line, HTTP, and MCP. */
  doors: {
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
  /** From asking the engines to sending what was found. Apart from `pipeline`, because the two take longest. */
  collecting: {
    files: 'test/pipeline/{collect*,claims,delivery*,spending-notices,watch}.test.ts',
    without: ['crash', 'engines', 'together', 'whole'].map((name) => `test/pipeline/collect-${name}.test.ts`),
  },
  /** Published files: documents and the package. */
  documents: { files: 'test/{docs,package,tarball}.test.ts' },
  engines: { files: 'test/pipeline/collect-{engines,whole}.test.ts' },
  servers: { files: 'test/servers/*.test.ts' },
  /** What computes for long and needs no store: simulations, how answers are read, and the time that hostile texts take. */
  computing: { files: '{src/**/{bounded-time,*.property},test/statistics/*,test/*-quality}.test.ts' },
  /** Stores that are not new: of other versions, of others, and with answers to be read again. */
  stores: { files: 'test/pipeline/{foreign-store,migrations,other-versions,rescan}.test.ts' },
  storage: { files: 'test/storage/*.test.ts', without: ['test/storage/connections.test.ts'] },
  properties: { files: 'test/{properties/*,pipeline/*.property}.test.ts' },
} satisfies Record<string, Group>;

export type GroupName = keyof typeof GROUPS;

/** The paths of a group's files, from the root of the project. */
export function filesOf(name: GroupName): string[] {
  const { files, without = [] }: Group = GROUPS[name];
  return globSync(files, { cwd: ROOT, exclude: [...without] }).toSorted();
}

/** Loads the files of a group into this process. */
export async function load(name: GroupName): Promise<void> {
  for (const file of filesOf(name)) await import(join(ROOT, file));
}
