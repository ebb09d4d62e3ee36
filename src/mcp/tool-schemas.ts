import Type, { type TSchema } from 'typebox';
import { ENGINES } from '../domain/answers/engine.ts';
import { REPORTS } from '../reports/index.ts';
import { metaOf } from '../reports/run/lower-bounds.ts';
import { parametersOf } from '../reports/run/run-report.ts';
import { type Report, VALUE_FORMS } from '../reports/shape/report.ts';
import { BrandRefSchema, instant, text } from '../reports/shape/schemas.ts';
import { needsRowsCursor } from './rows-cursor.ts';
import { CutSchema } from './truncate.ts';

/**
 * Tool schemas in few words, because an assistant may read every tool before its first call. Shared texts are short, and shared result
 * fields are described in the first tool only. The reference has everything.
 */

export type Document = Readonly<Record<string, unknown>>;

/** How many rows a report with a `limit` returns, unless the assistant asks for another number. */
export const USUAL_LIMIT = 10;

const CURSOR = { type: 'string', description: 'From `meta.cut`, for the rows after it.' };

/** Says which of two engines with one name is which. The instructions, and the error for an unknown engine, have every slug. */
const [ENGINE_IN_SHORT = ''] = ENGINES.flatMap((api) =>
  ENGINES.filter((app) => app.method === 'scraper' && app.slug.startsWith(`${api.slug}_`)).map(
    (app) => `\`${api.slug}\` is its API, \`${app.slug}\` the app people use.`,
  ),
);

/**
 * A tool's arguments, all optional.
 * @param said earlier tools' descriptions; adds its own
 */
export function inputOf(report: Report, said: Set<string>): Document {
  const { limit, engine, ...others } = parametersOf(report) as Readonly<Record<string, Document>>;
  const parameters = {
    ...(limit && { limit: { ...limit, default: USUAL_LIMIT, description: 'How many rows at most.' } }),
    ...others,
    ...(needsRowsCursor(report) && { cursor: CURSOR }),
  };
  const properties = Object.entries(parameters).map(([name, schema]) => [name, argumentOf(schema, said)]);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(properties),
      ...(engine && { engine: engineOf(argumentOf(engine, said)) }),
    },
    additionalProperties: false,
  };
}

function engineOf({ type, description }: Document): Document {
  return { type, description: `${description ?? ''} ${ENGINE_IN_SHORT}`.trim() };
}

/** Details that a refusal states: formats, limits, and exclusive arguments. */
const OF_REFUSALS = [
  'anyOf',
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'maxItems',
  'x-without',
];

function argumentOf({ description, ...schema }: Document, said: Set<string>): Document {
  const prose = withFormOnce(namingTools(String(description ?? '')), said);
  const rest = Object.fromEntries(Object.entries(schema).filter(([name]) => !OF_REFUSALS.includes(name)));
  if (said.has(prose)) {
    const { enum: _, ...type } = rest;
    return type;
  }
  said.add(prose);
  return { ...rest, description: prose };
}

/** A description without the form of its values if an earlier one has it. */
function withFormOnce(prose: string, said: Set<string>): string {
  const form = VALUE_FORMS.find((each) => prose.endsWith(each));
  if (form !== undefined && said.has(form)) return prose.slice(0, -form.length).trimEnd();
  if (form !== undefined) said.add(form);
  return prose;
}

/** Fields that mean the same in every report, and have clear names. */
const OF_EVERY_REPORT: ReadonlySet<string> = new Set([
  'generated_at',
  'brand',
  'note',
  'lower_bounds',
  'window_days',
  'window',
  'next_cursor',
  'imported',
]);

/**
 * A tool's result.
 * @param said earlier tools' descriptions; adds its own
 */
export function outputOf(report: Report, said: Set<string>): Document {
  const meta = {
    generated_at: instant(''),
    brand: BrandRefSchema,
    note: text(''),
    ...metaOf(report),
    cut: Type.Optional(CutSchema),
  };
  const fields = Object.entries(meta).map(([name, field]) => [
    name,
    saidOnce(OF_EVERY_REPORT.has(name) ? (withoutProse(field) as TSchema) : field, said),
  ]);
  const required = Object.entries(meta).flatMap(([name, field]) => (Type.IsOptional(field) ? [] : [name]));
  const properties = Object.fromEntries(fields);
  return {
    type: 'object',
    required: ['data', 'meta'],
    properties: { data: saidOnce(report.data, said), meta: { type: 'object', required, properties } },
  };
}

/** Longer sentences about a field are in the reference alone. */
const MOST_PROSE = 80;

/** A schema without repetition: each new description's first sentence, and each new object's fields. */
function saidOnce(schema: TSchema, said: Set<string>): Document {
  const { description, ...rest } = withFieldsOnce(schema as Document, said);
  const [sentence] = String(description ?? '').split(/(?<=\.) (?=[A-Z`])/);
  const isNew =
    sentence !== undefined && sentence !== '' && sentence.length <= MOST_PROSE && !said.has(sentence);
  if (isNew) said.add(sentence);
  const inner = withTypes(withoutProse(rest, (each) => saidOnce(each as TSchema, said)));
  return isNew ? { ...inner, description: sentence } : inner;
}

/** An object with known fields, such as a rate's interval, becomes just an object, and an enum a text. */
function withFieldsOnce(schema: Document, said: Set<string>): Document {
  if (schema.properties === undefined && schema.enum === undefined) return schema;
  const fields = JSON.stringify(withoutProse(schema));
  if (!said.has(fields)) {
    said.add(fields);
    return schema;
  }
  const { properties: _, required: __, enum: ___, ...rest } = schema;
  return rest;
}

/** Drops details that only the reference needs: prose, titles, limits for numbers, and date formats. */
const OF_THE_REFERENCE = ['description', 'title', 'minimum', 'maximum', 'format'];

function withoutProse(schema: unknown, ofInner: (inner: unknown) => Document = withoutProse): Document {
  const rest = Object.fromEntries(
    Object.entries(schema as Document).filter(([name]) => !OF_THE_REFERENCE.includes(name)),
  );
  return withInner(rest, ofInner);
}

function withInner(schema: Document, change: (inner: unknown) => Document): Document {
  const { properties, items, anyOf } = schema;
  const fields = Object.entries((properties ?? {}) as Document).map(([name, field]) => [name, change(field)]);
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) }),
    ...(items === undefined ? {} : { items: change(items) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((each) => change(each)) } : {}),
  };
}

/** Alternatives with nothing but types become types: an interval that can be null. */
function withTypes({ anyOf, ...schema }: Document): Document {
  if (!Array.isArray(anyOf)) return anyOf === undefined ? schema : { ...schema, anyOf };
  const areTypes = anyOf.every((each) => Object.keys(each).join() === 'type');
  return areTypes ? { ...schema, type: anyOf.map(({ type }) => type) } : { ...schema, anyOf };
}

/** Reports' prose names endpoints; an MCP client has tools. */
export function namingTools(prose: string): string {
  const names = REPORTS.map(({ name }) => name).join('|');
  return prose.replace(new RegExp(`(?<![\\w/.])(?:GET )?/(${names})(?![\\w/-])`, 'g'), '`$1`');
}
