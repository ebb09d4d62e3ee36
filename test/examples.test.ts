import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { manifestOf } from '../release/stage.ts';
import { SETTINGS } from '../src/main/settings/config.ts';
import { runHere } from './support/command-line.ts';
import { makeStore } from './support/stores.ts';
import { ROOT } from './support/write-docs.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test('the apply file applies without a warning, and then changes nothing', async () => {
  const { store, remove } = await makeStore('sqlite');
  try {
    const apply = () =>
      runHere(['apply', 'examples/brand.yaml', '--json'], { SIGHTLINE_DATABASE_URL: store.url });
    for (const isNew of [true, false]) {
      const { code, out, err } = await apply();
      assert.deepEqual([code, err], [0, '']);
      const { changes, notices } = JSON.parse(out) as { changes: unknown[]; notices: unknown[] };
      assert.deepEqual(notices, []);
      assert.equal(changes.length > 0, isNew);
    }
  } finally {
    await remove();
  }
});

interface McpServer {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

for (const path of globSync('examples/mcp/*.json', { cwd: ROOT })) {
  test(`${path} starts the installed program, or sends a key to /mcp`, () => {
    const { mcpServers, servers } = JSON.parse(read(path)) as Record<string, Record<string, McpServer>>;
    const { command, args, env = {}, url, headers } = (mcpServers ?? servers)?.sightline ?? {};
    if (command === undefined) {
      assert.match(url ?? '', /^https:.*\/mcp$/);
      assert.match(headers?.Authorization ?? '', /^Bearer \$\{/);
      return;
    }
    assert.deepEqual([[command], args], [Object.keys(manifestOf(ROOT).bin), ['mcp']]);
    const known = Object.values(SETTINGS).map((each): string => each.variable);
    for (const variable of Object.keys(env)) assert.ok(known.includes(variable), variable);
  });
}

test('Prometheus scrapes the job that the alerts expect, and loads them', () => {
  const { scrape_configs, rule_files } = parse(read('examples/grafana/prometheus.yml')) as {
    scrape_configs: { job_name: string }[];
    rule_files: string[];
  };
  const alerts = read(`examples/grafana/${rule_files[0]}`);
  for (const [, job] of alerts.matchAll(/job="(\w+)"/g)) assert.equal(job, scrape_configs[0]?.job_name);
});

test('the workflow runs the checks and the packed file on the Node.js that the package asks for', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml')) as {
    jobs: Record<string, { steps: { run?: string; with?: { 'node-version'?: number } }[] }>;
  };
  const linesOf = (job: string) => jobs[job]?.steps.flatMap(({ run }) => run ?? []);
  assert.deepEqual(linesOf('check'), ['npm ci', 'npm run check']);
  assert.deepEqual(linesOf('release')?.slice(0, 2), ['npm ci', 'npm run test:release']);
  for (const { steps } of Object.values(jobs)) {
    const node = steps.find((step) => step.with?.['node-version'] !== undefined)?.with?.['node-version'];
    assert.equal(`>=${node}`, manifestOf(ROOT).engines.node);
  }
});
