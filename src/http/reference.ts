import { API_PREFIX } from '../domain/api-prefix.ts';
import { API_ERRORS, type ApiErrorCode } from '../domain/errors.ts';
import { FAILURES_PER_HOUR, REQUESTS_PER_MINUTE } from '../domain/quota.ts';
import { REPORTS } from '../reports/index.ts';
import { metaOf } from '../reports/run/lower-bounds.ts';
import { parametersOf } from '../reports/run/run-report.ts';
import type { Report } from '../reports/shape/report.ts';
import examples from './examples.json' with { type: 'json' };
import { errorsOf } from './openapi.ts';
import { STATUS } from './problem.ts';

interface Shape {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

const PREFACE = [
  'Every endpoint takes GET (or HEAD) and returns JSON. This reference is also served as a page at `/docs`, and ' +
    `as OpenAPI 3.1 at \`${API_PREFIX}/openapi.json\`. These, \`/healthz\`, and \`/readyz\` need no key.`,
];

const RULES = [
  '## Authentication',
  'Every request needs an API key with the scope `read`, as `X-API-Key: <key>` or as `Authorization: Bearer <key>`. ' +
    'The two are equivalent. A key belongs to an organization. A key that is pinned to a brand reads only that brand.',
  '## Responses',
  'A success is `{"data": …, "meta": …}`. `meta` always has `generated_at` (the time of the request, or with a read replica, up to ' +
    'which the numbers are complete), ' +
    '`brand` (`id` and `name` of the brand the numbers belong to) and `note` (what to keep in mind). A report with `days` ' +
    'has `window`, whose two ends are both included.',
  'A success has an `ETag` over everything but `generated_at` and the ends of the window. Send it back as ' +
    '`If-None-Match`, and the response is 304 for as long as nothing else has changed. Responses are compressed with gzip or brotli as ' +
    '`Accept-Encoding` allows. If there is a next page, the header `Link` has it with `rel="next"`, relative to the request.',
  'With `Accept: text/csv`, a list is CSV (RFC 4180, UTF-8 with a byte order mark): one row per record under the names of ' +
    'its fields, the counts beside each rate, null as nothing. Text that a spreadsheet would run as a formula begins with ' +
    'an apostrophe. If a report has several lists, the first field, `list`, says which one a row belongs to.',
  '## Limits',
  `A key has ${REQUESTS_PER_MINUTE} requests in each minute of the server's clock, on every plan. An address has ` +
    `${FAILURES_PER_HOUR} failed authentications in each hour; after that, every request from it is refused until the ` +
    'hour ends. Retry only on 429 and 5xx, and only after `Retry-After`.',
  [
    '| header | on | meaning |',
    '|---|---|---|',
    '| `X-RateLimit-Limit` | every response | requests per minute |',
    '| `X-RateLimit-Remaining` | every response | requests left in the window: the full quota if no key was ' +
      'recognized, 0 on a 429 |',
    '| `X-RateLimit-Reset` | every response | seconds until the window rolls; on a 429, until you may try again |',
    '| `RateLimit`, `RateLimit-Policy` | every response | the same as IETF fields, which name the limit: `key`, or `address` on ' +
      'a 429 for failed authentications |',
    '| `Retry-After` | 429, 503 | whole seconds to wait |',
    '| `X-Request-Id` | every response | names the request in the log |',
  ].join('\n'),
];

/** The list of reports in Markdown, for the README. */
export function reportsMarkdown(): string {
  const rows = REPORTS.map(
    ({ name, summary }) => `| [\`/${name}\`](docs/api.md#get-apiv1${name}) | ${summary} |`,
  );
  return ['| report | what it says |', '|---|---|', ...rows].join('\n');
}

/** The reference of the API in Markdown, made from the list of reports. */
export function referenceMarkdown(): string {
  const sections = [...RULES, ...REPORTS.flatMap(reportMarkdown), ...errorsMarkdown()];
  return ['# API reference', ...PREFACE, contentsOf(sections), ...sections, ''].join('\n\n');
}

/** A list of links to the headings among these blocks. */
function contentsOf(blocks: readonly string[]): string {
  const headings = blocks.filter((block) => block.startsWith('## ')).map((block) => block.slice(3));
  return headings.map((heading) => `- [${heading}](#${anchorOf(heading)})`).join('\n');
}

/** The anchor of a heading, as common renderers of Markdown make it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

function errorsMarkdown(): string[] {
  const codes = Object.keys(API_ERRORS) as ApiErrorCode[];
  const rows = codes.map((code) => `| \`${code}\` | ${STATUS[code]} | ${API_ERRORS[code]} |`);
  return [
    '## Errors',
    'Every response that is not a success has the body `{"error": {"code": …, "message": …}}`. Branch on the code.',
    ['| code | status | condition |', '|---|---|---|', ...rows].join('\n'),
  ];
}

function reportMarkdown(report: Report): string[] {
  const parameters = Object.entries(parametersOf(report)).map(
    ([name, schema]) =>
      `| \`${name}\` | ${typeOf(schema as Shape)} | ${(schema as Shape).description ?? ''} |`,
  );
  const fields = [
    ...fieldsOf('data', report.data as Shape),
    ...Object.entries(metaOf(report)).flatMap(([name, schema]) => fieldsOf(`meta.${name}`, schema as Shape)),
  ];
  return [
    `## GET ${API_PREFIX}/${report.name}`,
    report.summary,
    report.description,
    parameters.length === 0
      ? 'It takes no parameters. `brand` is ignored, so that a client may send it with every request.'
      : ['| parameter | type | meaning |', '|---|---|---|', ...parameters].join('\n'),
    ['| field | type | meaning |', '|---|---|---|', ...fields].join('\n'),
    ...exampleMarkdown(report),
    `Errors: ${errorsOf(report)
      .map((code) => `\`${code}\``)
      .join(', ')}.`,
  ];
}

/** What the report answers over the sample data. `npm run docs` generates it. */
function exampleMarkdown({ name }: Report): string[] {
  const example = (examples as Readonly<Record<string, unknown>>)[name];
  if (example === undefined) return [];
  return [
    'An example, from the sample data. Lists of objects are cut to two.',
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
  ];
}

function fieldsOf(path: string, shape: Shape): string[] {
  const row = `| \`${path}\` | ${typeOf(shape)} | ${shape.description ?? ''} |`;
  if (shape.properties) {
    return [
      row,
      ...Object.entries(shape.properties).flatMap(([name, inner]) => fieldsOf(`${path}.${name}`, inner)),
    ];
  }
  const [inner, ...others] = shape.anyOf ?? [];
  if (inner?.properties && others.every(({ type }) => type === 'null')) {
    return [row, ...fieldsOf(path, inner).slice(1)];
  }
  const { items } = shape;
  if (items?.properties) {
    return [
      row,
      ...Object.entries(items.properties).flatMap(([name, inner]) => fieldsOf(`${path}[].${name}`, inner)),
    ];
  }
  return [row];
}

function typeOf(shape: Shape): string {
  if (shape.const !== undefined) return `always \`${JSON.stringify(shape.const)}\``;
  if (shape.anyOf && shape.type === undefined) return shape.anyOf.map(typeOf).join(' or ');
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
