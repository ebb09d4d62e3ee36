import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parser } from '@prometheus-io/lezer-promql';
import { Registry } from 'prom-client';
import { parse } from 'yaml';
import { METRICS, PROCESS_METRICS, seriesNames } from '../src/metrics/definitions.ts';
import { instrumentsIn } from '../src/metrics/instruments.ts';
import { ROOT } from './support/write-docs.ts';

const read = (name: string) => readFileSync(join(ROOT, 'examples/grafana', name), 'utf8');

/** An expression after Grafana replaced its variables. */
const inGrafana = (expression: string) =>
  expression.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

const { groups } = parse(read('alerts.yaml')) as { groups: { name: string; rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const { panels } = JSON.parse(read('dashboards/sightline.json')) as { panels: Panel[] };
const expressions = [
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ of: `panel ${title}`, expr: inGrafana(expr) })),
  ),
];

/** The names from one kind of node in an expression; an error is its own node. */
function nodesOf(expr: string, name: string): string[] {
  const found: string[] = [];
  parser.parse(expr).iterate({
    enter: (node) => {
      if (name === '⚠' ? node.type.isError : node.name === name) found.push(expr.slice(node.from, node.to));
    },
  });
  return found;
}

test('every expression of the alerts and the dashboard is PromQL', () => {
  assert.ok(expressions.length > 20, String(expressions.length));
  for (const { of, expr } of expressions) assert.deepEqual(nodesOf(expr, '⚠'), [], `${of}: ${expr}`);
  assert.equal(nodesOf('sum by (x (rate(y[5m]))', '⚠').length > 0, true);
});

test('they name only existing metrics, with existing labels', () => {
  const known = seriesNames().add('up');
  const labels = new Set(Object.values(METRICS).flatMap((each): readonly string[] => each.labels));
  for (const added of ['instance', 'job', 'le']) labels.add(added);
  for (const { of, expr } of expressions) {
    const names = nodesOf(expr, 'Identifier');
    assert.ok(names.length > 0, of);
    for (const name of names) assert.ok(known.has(name), `${of}: ${name}`);
    for (const label of nodesOf(expr, 'LabelName')) assert.ok(labels.has(label), `${of}: ${label}`);
  }
});

test('every metric but those for other uses is in the alerts or on the dashboard', () => {
  const used = new Set(expressions.flatMap(({ expr }) => nodesOf(expr, 'Identifier')));
  const all = [...Object.values(METRICS), ...PROCESS_METRICS].map(({ name }) => name);
  const unused = all.filter((name) => ![...used].some((each) => each.startsWith(name)));
  assert.deepEqual(unused, [
    'sightline_build_info',
    'process_start_time_seconds',
    'nodejs_eventloop_lag_max_seconds',
    'nodejs_heap_size_used_bytes',
  ]);
});

test('alerts and panels have their own names, and every alert says what it means', () => {
  assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  for (const { alert, labels, annotations } of rules) {
    assert.match(alert, /^Sightline[A-Z]/);
    assert.match(labels.severity, /^(critical|warning|info)$/);
    assert.ok(annotations.summary.length > 10 && annotations.description.length > 10, alert);
  }
});

test("the registry has exactly the table's metrics, and the process's", async () => {
  const registry = new Registry();
  instrumentsIn(registry);
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  const ours = names.filter((name) => name.startsWith('sightline_'));
  assert.deepEqual(
    ours,
    Object.values(METRICS).map(({ name }) => name),
  );
  for (const { name } of PROCESS_METRICS) assert.ok(names.includes(name), name);
  for (const { name, type, help } of Object.values(METRICS)) {
    assert.match(name, /^sightline_[a-z_]+$/);
    assert.equal(name.endsWith('_total'), type === 'counter', name);
    assert.match(help, /\.$/);
  }
});
