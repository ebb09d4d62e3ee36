import { API_ERRORS, type ApiErrorCode } from '../domain/errors.ts';
import { FAILURES_PER_HOUR, REQUESTS_PER_MINUTE } from '../domain/quota.ts';
import { REPORTS } from '../reports/index.ts';
import type { Report } from '../reports/report.ts';
import { parametersOf } from '../reports/run-report.ts';
import { API_PREFIX, errorsOf } from './openapi.ts';
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
  'Every endpoint is a GET (or HEAD) and answers JSON. The same is served as OpenAPI 3.1 at ' +
    `\`${API_PREFIX}/openapi.json\`, and as a page at \`/docs\`; these two, \`/healthz\` and \`/readyz\` need no key.`,
  '## Authentication',
  'Every request carries an API key with the scope `read`, as `X-API-Key: <key>` or as `Authorization: Bearer <key>`; ' +
    'the two are equivalent. A key belongs to an organization. It may be pinned to one brand: then it reads that ' +
    'brand and no other.',
  '## Answers',
  'A success is `{"data": …, "meta": …}`. `meta` always has `generated_at` (the time of the request and the end of ' +
    'every window), `brand` (`id` and `name` of the brand the numbers belong to) and `note` (what to keep in mind).',
  'A success has an `ETag` over everything but `generated_at`; ask again with `If-None-Match` and get 304 while it ' +
    'holds. gzip and brotli by `Accept-Encoding`.',
  '## Limits',
  `A key has ${REQUESTS_PER_MINUTE} requests in each minute of the server's clock, on every plan. An address has ` +
    `${FAILURES_PER_HOUR} failed authentications in each hour; then every request from it is refused until the hour ` +
    'ends. Retry only on 429 and 5xx, and only after `Retry-After`.',
  [
    '| header | on | meaning |',
    '|---|---|---|',
    '| `X-RateLimit-Limit` | every response | requests per minute |',
    '| `X-RateLimit-Remaining` | every response | requests left in the window; the full quota where no key was recognised |',
    '| `X-RateLimit-Reset` | every response | seconds until the window rolls |',
    '| `RateLimit`, `RateLimit-Policy` | every response | the same as IETF fields |',
    '| `Retry-After` | 429, 503 | whole seconds to wait |',
    '| `X-Request-Id` | every response | names the request in the log |',
  ].join('\n'),
];

/** The reference of the API in Markdown, made from the list of reports. */
export function referenceMarkdown(): string {
  const codes = Object.keys(API_ERRORS) as ApiErrorCode[];
  const errors = codes.map((code) => `| \`${code}\` | ${STATUS[code]} | ${API_ERRORS[code]} |`);
  return [
    '# Reference of the reporting API',
    ...PREFACE,
    ...REPORTS.map(reportMarkdown),
    '## Errors',
    'Every response that is not a success has the body `{"error": {"code": …, "message": …}}`. Branch on the code.',
    ['| code | status | condition |', '|---|---|---|', ...errors].join('\n'),
    '',
  ].join('\n\n');
}

function reportMarkdown(report: Report): string {
  const parameters = Object.entries(parametersOf(report)).map(
    ([name, schema]) =>
      `| \`${name}\` | ${typeOf(schema as Shape)} | ${(schema as Shape).description ?? ''} |`,
  );
  const fields = [
    ...fieldsOf('data', report.data as Shape),
    ...Object.entries(report.meta).flatMap(([name, schema]) => fieldsOf(`meta.${name}`, schema as Shape)),
  ];
  return [
    `## GET ${API_PREFIX}/${report.name}`,
    report.summary,
    report.description,
    parameters.length === 0
      ? 'It takes no parameters.'
      : ['| parameter | type | meaning |', '|---|---|---|', ...parameters].join('\n'),
    ['| field | type | meaning |', '|---|---|---|', ...fields].join('\n'),
    `Errors: ${errorsOf(report)
      .map((code) => `\`${code}\``)
      .join(', ')}.`,
  ].join('\n\n');
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
  if (shape.anyOf) return shape.anyOf.map(typeOf).join(' or ');
  if (shape.enum) return shape.enum.map((value) => `\`${value}\``).join(', ');
  if (shape.items)
    return `array of ${shape.items.title ?? typeOf(shape.items)}${shape.type?.includes('null') ? ' or null' : ''}`;
  const type = Array.isArray(shape.type) ? shape.type.join(' or ') : (shape.type ?? 'any');
  const range = shape.maximum === undefined ? '' : ` ${shape.minimum} to ${shape.maximum}`;
  const standard = shape.default === undefined ? '' : `, default ${shape.default}`;
  return type + range + standard;
}

/** The same as a page that needs nothing but a browser. */
export function referencePage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sightline: reference of the reporting API</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a2e; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: 0.9rem; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem; border-bottom: 1px solid #ddd; }
code { font: 0.9em ui-monospace, monospace; background: #f2f2f7; padding: 0.1em 0.3em; overflow-wrap: anywhere; }
h2 { margin-top: 3rem; }
@media (prefers-color-scheme: dark) {
  body { background: #14141f; color: #e8e8f0; } code { background: #26263a; } th, td { border-color: #333; }
}
</style>
</head>
<body>
${referenceMarkdown().split('\n\n').map(blockHtml).join('\n')}
</body>
</html>
`;
}

/** One block of the little Markdown that referenceMarkdown writes: headings, tables and paragraphs. */
function blockHtml(block: string): string {
  const text = block.trim();
  const heading = /^(#{1,2}) (.*)$/.exec(text);
  if (heading?.[1]) return `<h${heading[1].length}>${inlineHtml(heading[2] ?? '')}</h${heading[1].length}>`;
  if (!text.startsWith('|')) return text === '' ? '' : `<p>${inlineHtml(text)}</p>`;
  const [head = '', , ...rows] = text.split('\n');
  return `<table><thead>${rowHtml(head, 'th')}</thead><tbody>${rows.map((row) => rowHtml(row, 'td')).join('')}</tbody></table>`;
}

function rowHtml(row: string, cell: 'th' | 'td'): string {
  const cells = row.split('|').slice(1, -1);
  return `<tr>${cells.map((text) => `<${cell}>${inlineHtml(text.trim())}</${cell}>`).join('')}</tr>`;
}

function inlineHtml(text: string): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return escaped.replace(/`([^`]+)`/g, '<code>$1</code>');
}
