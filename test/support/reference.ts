import { META_OF_ACTIONS } from '../../src/actions/envelope.ts';
import { ROUTED_ACTIONS, type RoutedAction } from '../../src/actions/index.ts';
import { API_PREFIX } from '../../src/domain/access/api-prefix.ts';
import { FAILURES_PER_HOUR, REQUESTS_PER_MINUTE } from '../../src/domain/access/quota.ts';
import { OWN_NAME } from '../../src/domain/answers/engine.ts';
import { API_ERRORS, type ApiErrorCode } from '../../src/domain/errors.ts';
import { errorsOfAction, openPath } from '../../src/http/openapi/actions.ts';
import { errorsOf } from '../../src/http/openapi.ts';
import { STATUS } from '../../src/http/problem.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { metaOf } from '../../src/reports/run/lower-bounds.ts';
import { parametersOf } from '../../src/reports/run/run-report.ts';
import type { Report } from '../../src/reports/shape/report.ts';
import actionExamples from './action-examples.json' with { type: 'json' };
import examples from './examples.json' with { type: 'json' };

interface Shape {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly maxItems?: number;
}

/** A parameter or field: its table row, and the fields inside. */
interface Entry {
  readonly name: string;
  /** Follows a list's name in the paths of the fields inside. */
  readonly suffix: '' | '[]';
  readonly type: string;
  readonly meaning: string;
  readonly inside: readonly Entry[];
}

/** docs/api.md states fields that at least this many reports share. */
const SHARED_BY = 3;

const RULES = `Reports take GET or HEAD, and actions POST, PUT, PATCH, or DELETE; all return JSON. Each has a page of its own, listed below for
[reports](#reports) and [actions](#actions). \`${API_PREFIX}/openapi.json\` has the same as OpenAPI 3.1. It, \`/docs\`, \`/healthz\`, and \`/readyz\` need no key.

## Authentication

Send an API key, for reports with the scope \`read\`, as \`X-API-Key: <key>\` or \`Authorization: Bearer <key>\`. A key belongs to an organization. A
key pinned to a brand reads only that brand.

## Responses

A success is \`{"data": …, "meta": …}\`. Every response has an \`ETag\` that ignores \`generated_at\` and moving window ends: send it
back as \`If-None-Match\` and you get 304 until something else changes. Responses are compressed with gzip or Brotli. If there is
another page, the \`Link\` header has its address as \`rel="next"\`.

With \`Accept: text/csv\`, a list comes as CSV (RFC 4180, UTF-8 with a byte order mark): one row per record, with counts next to each
rate, and empty for null. Text that a spreadsheet would run as a formula starts with an apostrophe. If a report has several lists,
the first column, \`list\`, names the row's list.

## Limits

Each key has ${REQUESTS_PER_MINUTE} requests per clock minute on every plan. A request to a report counts even if Sightline refuses it; an unknown
path, another method, or a GET with a body does not count. After ${FAILURES_PER_HOUR} failed authentications in an hour, Sightline refuses every
request from that address until the hour ends. Retry only on 429 and 5xx, after \`Retry-After\`.

| header | on | meaning |
|---|---|---|
| \`X-RateLimit-Limit\` | every response | requests per minute |
| \`X-RateLimit-Remaining\` | every response | requests left; the full quota if Sightline did not recognize the key |
| \`X-RateLimit-Reset\` | every response | seconds until the count restarts |
| \`RateLimit\`, \`RateLimit-Policy\` | every response | the same as IETF fields; the limit is \`key\`, or \`address\` after failed authentications |
| \`Retry-After\` | 429, 503 | whole seconds to wait |
| \`X-Request-Id\` | every response | the request's id in the server log |`;

const ACTION_RULES = `An action changes something. It takes the same keys, quota, and order of checks as a report, and a scope of its own.

- \`dry_run=1\` shows the difference and the cost, and stores nothing. Ids of new things in it are not kept.
- An \`Idempotency-Key\` makes a repeated POST safe: within 24 hours, it gets the first result.
- \`If-Match\` with the \`ETag\` of an earlier action on the brand gives 412 if somebody changed its declaration meanwhile.
- A key pinned to a brand changes only that brand. No key can raise a plan or a ceiling.
- The audit log has each change, with the key's name.`;

/** The API reference as documents, by path: docs/api.md, and a page for each report and action. */
export function referenceDocuments(): Record<string, string> {
  const pages = REPORTS.map((report) => [`docs/api/${report.name}.md`, reportDocument(report)]);
  const changes = ROUTED_ACTIONS.map((action) => [`docs/api/${pageOf(action)}.md`, actionDocument(action)]);
  return { 'docs/api.md': overviewDocument(), ...Object.fromEntries([...pages, ...changes]) };
}

function overviewDocument(): string {
  return joined([
    '# API reference',
    RULES,
    '## Reports',
    reportTable(),
    '## Actions',
    ACTION_RULES,
    actionTable(),
    tableOf('field', insideRows(entryOf('meta', META_OF_ACTIONS as Shape), 'meta.', '')),
    '## Shared parameters',
    'Many reports take these, with the default that their page states. An unknown or repeated parameter is an error, except where it says that you may repeat it.',
    tableOf('parameter', SHARED_PARAMETERS.map(rowOf)),
    '## Shared meta fields',
    tableOf(
      'field',
      SHARED_META.flatMap((entry) => rowsOf(entry, 'meta.', '')),
    ),
    '## Shared objects',
    'Reports contain these objects under several names.',
    ...SHARED_OBJECTS.flatMap((entry) => [
      `### ${headingOf(entry)}`,
      entry.meaning,
      tableOf('field', insideRows(entry, '', '')),
    ]),
    '## Errors',
    'Every other response is `{"error": {"code": …, "message": …}}`. Branch on the code.',
    errorTable(),
  ]);
}

function reportDocument(report: Report): string {
  const parameters = parametersFor(report);
  const [shared, own] = parted(parameters, (entry) => SHARED_PARAMETERS.some((each) => sameBut(each, entry)));
  const meta = metaFor(report);
  const [sharedMeta, ownMeta] = parted(meta, (entry) => SHARED_META.some((each) => same(each, entry)));
  return joined([
    `# GET ${API_PREFIX}/${report.name}`,
    report.summary,
    report.description,
    '## Parameters',
    ...(parameters.length === 0
      ? ['None. `brand` is ignored, so you can send it with every request.']
      : [
          shared.length > 0 &&
            `[Shared](../api.md#shared-parameters): ${shared.map((entry) => sharedName(entry, report)).join(', ')}.`,
          own.length > 0 && tableOf('parameter', own.map(rowOf)),
        ]),
    '## Fields',
    tableOf('field', [
      ...rowsOf(entryOf('data', report.data as Shape), ''),
      ...ownMeta.flatMap((entry) => rowsOf(entry, 'meta.')),
    ]),
    sharedMeta.length > 0 &&
      `\`meta\` also has the [shared fields](../api.md#shared-meta-fields) ${sharedMeta.map(({ name }) => `\`${name}\``).join(', ')}.`,
    '## Errors',
    `${errorsOf(report)
      .map((code) => `\`${code}\``)
      .join(', ')} ([their meaning](../api.md#errors)).`,
    ...exampleMarkdown(report),
  ]);
}

function actionDocument(action: RoutedAction): string {
  const { name, summary, description, route, of } = action;
  const list = listOf(action);
  const fields = Object.entries(
    list?.items?.properties ?? (action.input as Readonly<Record<string, Shape>>),
  ).map(([field, shape]) => entryOf(field, shape));
  return joined([
    `# ${route.method} ${API_PREFIX}${openPath(action)}`,
    summary,
    description !== '' && description,
    `Needs a key with the scope \`${route.scope}\`. ${of === 'brand' && !route.path.includes('/:brand') ? 'Takes `dry_run` and `brand`.' : 'Takes `dry_run`.'}`,
    fields.length > 0 && '## Input',
    list !== null && `The body is one entry, or a list of up to ${list.maxItems}. An entry has these fields.`,
    fields.length > 0 &&
      tableOf(
        'field',
        fields.flatMap((entry) => rowsOf(entry, '')),
      ),
    '## Fields',
    tableOf('field', rowsOf(entryOf('data', action.data as Shape), '')),
    '`meta` has the [fields of every action](../api.md#actions).',
    '## Errors',
    `${errorsOfAction(action)
      .map((code) => `\`${code}\``)
      .join(', ')} ([their meaning](../api.md#errors)).`,
    ...actionExample(name),
  ]);
}

/** The list that an action's body is, or has one entry of; null for another body. */
function listOf({ input, route }: RoutedAction): Shape | null {
  return route.body && 'list' in route.body ? (input[route.body.list] as Shape) : null;
}

/** What the action did to the sample data. `npm run docs` generates it. */
function actionExample(name: string): string[] {
  const example = (
    actionExamples as Readonly<Record<string, { request: string; body?: unknown; response: unknown }>>
  )[name];
  if (example === undefined) return [];
  const { request, body, response } = example;
  const sent = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return [
    '## Example',
    `\`\`\`http\n${request}${body === undefined ? '' : `\n\n${sent}`}\n\`\`\``,
    `\`\`\`json\n${JSON.stringify(response, null, 2)}\n\`\`\``,
  ];
}

/** Addresses of documents have hyphens. */
function pageOf({ name }: RoutedAction): string {
  return name.replaceAll('_', '-');
}

function actionTable(): string {
  const rows = ROUTED_ACTIONS.map(
    (action) =>
      `| [\`${action.route.method} ${openPath(action)}\`](api/${pageOf(action)}.md) | ${action.summary} | \`${action.route.scope}\` |`,
  );
  return ['| action | does | scope |', '|---|---|---|', ...rows].join('\n');
}

function sharedName({ name }: Entry, report: Report): string {
  const schema = (parametersOf(report) as Readonly<Record<string, Shape>>)[name];
  return schema?.default === undefined ? `\`${name}\`` : `\`${name}\` (default ${schema.default})`;
}

/** The report's answer over the sample data. `npm run docs` generates it. */
function exampleMarkdown({ name }: Report): string[] {
  const example = (examples as Readonly<Record<string, unknown>>)[name];
  if (example === undefined) return [];
  return [
    '## Example',
    'From the sample data, with lists of objects cut to two.',
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
  ];
}

function reportTable(): string {
  const rows = REPORTS.map(({ name, summary }) => `| [\`/${name}\`](api/${name}.md) | ${summary} |`);
  return ['| report | answers |', '|---|---|', ...rows].join('\n');
}

function errorTable(): string {
  const codes = Object.keys(API_ERRORS) as ApiErrorCode[];
  const rows = codes.map((code) => `| \`${code}\` | ${STATUS[code]} | ${API_ERRORS[code]} |`);
  return ['| code | status | condition |', '|---|---|---|', ...rows].join('\n');
}

function tableOf(kind: string, rows: readonly string[]): string {
  return [`| ${kind} | type | meaning |`, '|---|---|---|', ...rows].join('\n');
}

function rowOf({ name, type, meaning }: Entry): string {
  return `| \`${name}\` | ${type} | ${meaning} |`;
}

/** A row for the field and each field inside, or a link where docs/api.md states it. */
function rowsOf(entry: Entry, path: string, overview = '../api.md'): string[] {
  const here = `${path}${entry.name}`;
  if (SHARED_OBJECTS.some((each) => same(each, entry))) {
    const link = `[${entry.name}](${overview}#${headingOf(entry).toLowerCase().replaceAll(' ', '-')})`;
    return [`| \`${here}\` | ${entry.type} | ${link} |`];
  }
  return [
    `| \`${here}\` | ${entry.type} | ${entry.meaning} |`,
    ...insideRows(entry, `${here}${entry.suffix}.`, overview),
  ];
}

/** The rows of nested fields. Fields that `compared` repeats from its record share one row. */
function insideRows(entry: Entry, path: string, overview: string): string[] {
  return entry.inside.flatMap((inner) => {
    if (inner.name !== 'compared') return rowsOf(inner, path, overview);
    const [again, other] = parted(inner.inside, (each) => entry.inside.some((outer) => same(outer, each)));
    const names = again.map(({ name }) => `\`${name}\``).join(', ');
    const row = `| \`${path}compared.…\` | | ${names}: the same in the earlier window |`;
    return [...rowsOf({ ...inner, inside: other }, path, overview), ...(again.length > 0 ? [row] : [])];
  });
}

const parametersFor = (report: Report): Entry[] =>
  Object.entries(parametersOf(report)).map(([name, schema]) => entryOf(name, schema as Shape));

const metaFor = (report: Report): Entry[] =>
  Object.entries({ ...metaOf(report) }).map(([name, schema]) => entryOf(name, schema as Shape));

function entryOf(name: string, shape: Shape): Entry {
  const properties = objectIn(shape);
  const inside = properties ?? shape.items?.properties;
  return {
    name,
    suffix: properties === undefined && inside !== undefined ? '[]' : '',
    type: typeOf(shape),
    meaning: shape.description ?? '',
    inside: Object.entries(inside ?? {}).map(([inner, each]) => entryOf(inner, each)),
  };
}

/** An object's fields; the object may be null. */
function objectIn(shape: Shape): Shape['properties'] {
  if (shape.properties) return shape.properties;
  const [inner, ...others] = shape.anyOf ?? [];
  return others.every(({ type }) => type === 'null') ? inner?.properties : undefined;
}

function typeOf(shape: Shape): string {
  if (shape.const !== undefined) return `always \`${JSON.stringify(shape.const)}\``;
  if (shape.anyOf && shape.type === undefined) return shape.anyOf.map(typeOf).join(' or ');
  if (shape.anyOf?.some(({ pattern }) => pattern === OWN_NAME.source))
    return `${typeOf(shape.anyOf[0] ?? {})}, or \`own:\` and a name`;
  if (shape.enum) {
    const standard = shape.default === undefined ? '' : `; default \`${shape.default}\``;
    return shape.enum.map((value) => `\`${value}\``).join(', ') + standard;
  }
  if (shape.items)
    return `array of ${shape.items.title ?? typeOf(shape.items)}${shape.type?.includes('null') ? ' or null' : ''}`;
  const type = Array.isArray(shape.type) ? shape.type.join(' or ') : (shape.type ?? 'any');
  const range = shape.maximum === undefined ? '' : ` ${shape.minimum} to ${shape.maximum}`;
  const standard = shape.default === undefined ? '' : `, default ${shape.default}`;
  return type + range + standard;
}

const same = (a: Entry, b: Entry) => JSON.stringify(a) === JSON.stringify(b);

/** Equal except for the default, which each report states. */
const sameBut = (a: Entry, b: Entry) => same(withoutDefault(a), withoutDefault(b));

const withoutDefault = (entry: Entry): Entry => ({
  ...entry,
  type: entry.type.replace(/[,;] default .*/, ''),
});

/** The entries that at least `SHARED_BY` reports have, each once, in order of first use. */
function sharedOf(listsOf: (report: Report) => readonly Entry[]): Entry[] {
  const counts = new Map<string, { entry: Entry; reports: Set<string> }>();
  for (const report of REPORTS) {
    for (const each of listsOf(report)) {
      const entry = withoutDefault(each);
      const known = counts.get(JSON.stringify(entry)) ?? { entry, reports: new Set() };
      known.reports.add(report.name);
      counts.set(JSON.stringify(entry), known);
    }
  }
  return [...counts.values()].filter(({ reports }) => reports.size >= SHARED_BY).map(({ entry }) => entry);
}

/** The entry and everything inside. */
function everyEntry(entry: Entry): Entry[] {
  return [entry, ...entry.inside.flatMap((inner) => everyEntry(inner))];
}

const SHARED_PARAMETERS = sharedOf(parametersFor);
const SHARED_META = sharedOf(metaFor);
const SHARED_OBJECTS = sharedOf((report) => everyEntry(entryOf('data', report.data as Shape))).filter(
  ({ inside, name }) => inside.length > 0 && name !== 'data',
);

/** The object's name, with a number where other objects with that name have other fields. */
function headingOf(entry: Entry): string {
  const named = SHARED_OBJECTS.filter(({ name }) => name === entry.name);
  const place = named.findIndex((each) => same(each, entry));
  return `${entry.name}${place > 0 ? ` ${place + 1}` : ''}`;
}

function parted<T>(list: readonly T[], holds: (each: T) => boolean): [T[], T[]] {
  return [list.filter(holds), list.filter((each) => !holds(each))];
}

function joined(blocks: readonly (string | false)[]): string {
  return `${blocks.filter((block) => block !== false).join('\n\n')}\n`;
}
