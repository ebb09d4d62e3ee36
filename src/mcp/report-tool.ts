import Type, { type TSchema } from 'typebox';
import { MIN_SAMPLE } from '../domain/rate.ts';
import { REPORTS } from '../reports/index.ts';
import { metaOf } from '../reports/run/lower-bounds.ts';
import { parametersOf } from '../reports/run/run-report.ts';
import type { Report } from '../reports/shape/report.ts';
import { BrandRefSchema, instant, text } from '../reports/shape/schemas.ts';
import { CutSchema } from './fit.ts';
import { needsRowsCursor } from './rows-cursor.ts';
import type { ShortForm } from './short-form.ts';
import { SHORT_FORMS } from './short-forms.ts';

/** A JSON Schema. */
export type Document = Readonly<Record<string, unknown>>;

/** A report as a tool. */
export interface ReportTool {
  readonly report: Report;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Document;
  readonly outputSchema: Document;
  /** What it returns unless it is asked for everything. */
  readonly shortForm: ShortForm | undefined;
}

/** What a reader of the numbers must keep, whole in the instructions of the server. */
export const RULES =
  `A null rate means that there are not enough answers yet (fewer than ${MIN_SAMPLE}): say so, and never show it as 0%. ` +
  'Engines are measured separately: never average them. Give every rate with its counts and its interval. An empty list ' +
  'of alerts does not mean that nothing changed: `meta.note` says what it means.';

/** The same in every description, because an assistant may read only one, and in few words, because it may read all. */
const RULES_IN_SHORT =
  'Rules: a null rate means too few answers, never 0%; never average engines; give rates with counts and interval; no ' +
  'alerts does not mean no change. If a result was cut, `meta.cut` says how to get the rest.';

/** What these are is the same in every report, and their names say it. */
const OF_EVERY_REPORT: ReadonlySet<string> = new Set([
  'generated_at',
  'brand',
  'note',
  'lower_bounds',
  'window_days',
  'window',
  'next_cursor',
]);

/** One tool for each report, in the order of the reports. */
export const REPORT_TOOLS: readonly ReportTool[] = REPORTS.map(toolOf);

function toolOf(report: Report): ReportTool {
  const shortForm = SHORT_FORMS[report.name];
  return {
    report,
    title: titleOf(report.name),
    description: descriptionOf(report, shortForm),
    inputSchema: inputOf(report, shortForm),
    outputSchema: outputOf(report, shortForm),
    shortForm,
  };
}

function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function descriptionOf(report: Report, shortForm: ShortForm | undefined): string {
  const paragraphs = [report.summary, report.description, shortForm?.description ?? '', RULES_IN_SHORT];
  return namingTools(paragraphs.filter((each) => each !== '').join('\n\n'));
}

/** Every argument may be left out. */
function inputOf(report: Report, shortForm: ShortForm | undefined): Document {
  const own = Object.entries(parametersOf(report)).map(([name, schema]) => {
    const { description = '', ...rest } = schema as TSchema & { description?: string };
    const standard = shortForm?.defaults[name];
    const described = { ...rest, description: namingTools(description) };
    return [name, standard === undefined ? described : { ...described, default: standard }];
  });
  const full = { type: 'boolean', default: false, description: shortForm?.fullDescription };
  const cursor = {
    type: 'string',
    description: 'From `meta.cut`: goes on after the rows of an earlier result.',
  };
  const properties = {
    ...Object.fromEntries(own),
    ...(needsRowsCursor(report) ? { cursor } : {}),
    ...(shortForm?.shorten ? { full } : {}),
  };
  return { type: 'object', properties, additionalProperties: false };
}

function outputOf(report: Report, shortForm: ShortForm | undefined): Document {
  const schema = Type.Object({
    data: shortForm?.data ? Type.Union([report.data, shortForm.data]) : report.data,
    meta: Type.Object({
      generated_at: instant(''),
      brand: BrandRefSchema,
      note: text(''),
      ...metaOf(report),
      cut: Type.Optional(CutSchema),
    }),
  });
  const { data, meta } = schema.properties;
  const properties = Object.fromEntries(
    Object.entries(meta.properties).map(([name, field]) => [
      name,
      OF_EVERY_REPORT.has(name) ? withoutProse(field) : field,
    ]),
  );
  return saidOnce({ ...schema, properties: { data, meta: { ...meta, properties } } });
}

/** A schema that says of a shape what it is where it comes first, and not again where there is another one of it. */
function saidOnce(schema: Document, said = new Set<unknown>()): Document {
  const { title } = schema;
  if (title !== undefined && said.has(title)) return withoutProse(schema);
  if (title !== undefined) said.add(title);
  return withInner(schema, (inner) => saidOnce(inner, said));
}

/** A schema without the descriptions and titles of itself and of its fields. */
function withoutProse(schema: unknown): Document {
  const { description: _, title: __, ...rest } = schema as Document;
  return withInner(rest, withoutProse);
}

/** A schema with others for its fields, its items, and its alternatives. */
function withInner(schema: Document, change: (inner: Document) => Document): Document {
  const { properties, items, anyOf } = schema;
  const fields = Object.entries((properties ?? {}) as Document).map(([name, field]) => [
    name,
    change(field as Document),
  ]);
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) }),
    ...(items === undefined ? {} : { items: change(items as Document) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((each) => change(each as Document)) } : {}),
  };
}

/** The prose of reports speaks of endpoints; a client of this door has tools. */
function namingTools(prose: string): string {
  const names = REPORTS.map(({ name }) => name).join('|');
  return prose.replace(new RegExp(`(?<![\\w/.])(?:GET )?/(${names})(?![\\w/-])`, 'g'), '`$1`');
}
