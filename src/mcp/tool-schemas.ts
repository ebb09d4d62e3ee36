import Type, { type TSchema } from 'typebox';
import { ENGINES } from '../domain/engine.ts';
import { REPORTS } from '../reports/index.ts';
import { metaOf } from '../reports/run/lower-bounds.ts';
import { parametersOf } from '../reports/run/run-report.ts';
import { compareQuery, earlierWindowQuery } from '../reports/shape/compared.ts';
import {
  BOOLEAN_FORM,
  brandParameter,
  engineParameter,
  INSTANT_FORM,
  type Report,
} from '../reports/shape/report.ts';
import { BrandRefSchema, instant, text } from '../reports/shape/schemas.ts';
import { sliceQuery } from '../reports/shape/slice.ts';
import { byTagQuery } from '../reports/shape/slices.ts';
import { windowQuery } from '../reports/shape/window.ts';
import { CutSchema } from './fit.ts';
import { needsRowsCursor } from './rows-cursor.ts';
import type { ShortForm } from './short-form.ts';

/**
 * The schemas of tools, in as few words as an assistant needs. It may read every tool before its first call, so what all
 * of them say is short, and what several say of their results stands in the first. The reference has all of it.
 */

/** A JSON Schema. */
export type Document = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly description?: string;
  readonly default?: unknown;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
}

/** What most reports have as their `days`. */
const USUAL_DAYS = 30;

const WINDOW = windowQuery(USUAL_DAYS);

/** The parameters of nearly every report, by their descriptions, as an assistant reads them. */
const IN_SHORT: ReadonlyMap<string | undefined, (parameter: Parameter) => Parameter> = new Map<
  string | undefined,
  (parameter: Parameter) => Parameter
>([
  [descriptionOf(WINDOW.days), daysOf],
  ...[
    WINDOW.from,
    WINDOW.until,
    WINDOW.month,
    compareQuery.compare,
    earlierWindowQuery.compare,
    ...Object.values(sliceQuery),
    byTagQuery.by,
    brandParameter,
  ].map((schema) => [descriptionOf(schema), withoutWords] as const),
]);

/** The instructions say what it chooses. */
function withoutWords({ description: _, ...rest }: Parameter): Parameter {
  return rest;
}

/** Without the most that a window may have, which the instructions say. */
function daysOf({ maximum: _, ...rest }: Parameter): Parameter {
  const isUsual = rest.default === USUAL_DAYS;
  return {
    ...rest,
    description: isUsual ? '' : `${rest.default} if left out; most tools take ${USUAL_DAYS}.`,
  };
}

/** The arguments of a tool. Every one may be left out. */
export function inputOf(report: Report, shortForm: ShortForm | undefined): Document {
  const enums = new Map<string, string>();
  const own = Object.entries(parametersOf(report)).map(([name, schema]) => {
    const standard = shortForm?.defaults[name];
    const parameter = standard === undefined ? schema : { ...schema, default: standard };
    return [name, argumentOf(name, parameter, enums)];
  });
  const full = { type: 'boolean', default: false, description: shortForm?.fullDescription };
  const properties = {
    ...Object.fromEntries(own),
    ...(needsRowsCursor(report) ? { cursor: { type: 'string' } } : {}),
    ...(shortForm?.shorten ? { full } : {}),
  };
  return { type: 'object', properties, additionalProperties: false };
}

/** One example of an engine that is there twice; every slug is in the instructions, and in the refusal of another one. */
const [ENGINE_IN_SHORT = ''] = ENGINES.flatMap((api) =>
  ENGINES.filter((app) => app.method === 'scraper' && app.slug.startsWith(`${api.slug}_`)).map(
    (app) => `\`${api.slug}\` is its API, \`${app.slug}\` the app people use.`,
  ),
);

/** An engine is given by its slug: of two that are of one name, it is said which is which. */
function engineOf({ enum: _, description = '', ...rest }: Parameter): Parameter {
  const isUsual = description === descriptionOf(engineParameter);
  return { ...rest, description: isUsual ? ENGINE_IN_SHORT : `${description} ${ENGINE_IN_SHORT}` };
}

/** What a refusal says, should it be needed: how values are written, what is too little, and which arguments exclude each other. */
const OF_REFUSALS = ['anyOf', 'format', 'minimum', 'minLength', 'maxLength', 'maxItems', 'x-without'];

function withoutForm(parameter: Parameter): Parameter {
  return Object.fromEntries(Object.entries(parameter).filter(([name]) => !OF_REFUSALS.includes(name)));
}

/** @param enums the values of earlier arguments, by which one with the same values refers to the first */
function argumentOf(name: string, parameter: Parameter, enums: Map<string, string>): Document {
  const shorter = name === 'engine' ? engineOf : IN_SHORT.get(parameter.description);
  const short = shorter?.(parameter) ?? parameter;
  const { description = '', enum: values, ...rest } = withoutForm(short);
  const prose = namingTools(
    [` ${INSTANT_FORM}`, ` ${BOOLEAN_FORM}`].reduce((text, form) => text.replace(form, ''), description),
  ).replace(/^Only (?:answers|comparisons) /, '');
  const said = prose === '' ? {} : { description: prose };
  if (values === undefined) return { ...rest, ...said };
  const same = enums.get(JSON.stringify(values));
  if (same !== undefined) return { ...rest, description: `${prose} Values as of \`${same}\`.` };
  enums.set(JSON.stringify(values), name);
  return { ...rest, enum: values, ...said };
}

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

/** What a tool returns. @param said the descriptions of the tools before it, to which its own are added */
export function outputOf(report: Report, shortForm: ShortForm | undefined, said: Set<string>): Document {
  const meta = {
    generated_at: instant(''),
    brand: BrandRefSchema,
    note: text(''),
    ...metaOf(report),
    cut: Type.Optional(CutSchema),
  };
  const data = shortForm?.data ? Type.Union([report.data, shortForm.data]) : report.data;
  const fields = Object.entries(meta).map(([name, field]) => [
    name,
    saidOnce(OF_EVERY_REPORT.has(name) ? (withoutProse(field) as TSchema) : field, said),
  ]);
  const required = Object.entries(meta).flatMap(([name, field]) => (Type.IsOptional(field) ? [] : [name]));
  const properties = Object.fromEntries(fields);
  return {
    type: 'object',
    required: ['data', 'meta'],
    properties: { data: saidOnce(data, said), meta: { type: 'object', required, properties } },
  };
}

/** A longer sentence about a field is in the reference alone. */
const MOST_PROSE = 80;

/** A schema with what no earlier one has said: the first sentence of each description, and the fields of each object. */
function saidOnce(schema: TSchema, said: Set<string>): Document {
  const { description, ...rest } = withFieldsOnce(schema as Document, said);
  const [sentence] = String(description ?? '').split(/(?<=\.) (?=[A-Z`])/);
  const isNew =
    sentence !== undefined && sentence !== '' && sentence.length <= MOST_PROSE && !said.has(sentence);
  if (isNew) said.add(sentence);
  const inner = withTypes(withoutProse(rest, (each) => saidOnce(each as TSchema, said)));
  return isNew ? { ...inner, description: sentence } : inner;
}

/** An object whose fields an earlier schema has given, such as the interval of a rate, is only called an object, and one of several texts a text. */
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

/** What only a reader of the reference needs: prose, titles, the limits of numbers, and how instants are written. */
const OF_THE_REFERENCE = ['description', 'title', 'minimum', 'maximum', 'format'];

function withoutProse(schema: unknown, ofInner: (inner: unknown) => Document = withoutProse): Document {
  const rest = Object.fromEntries(
    Object.entries(schema as Document).filter(([name]) => !OF_THE_REFERENCE.includes(name)),
  );
  return withInner(rest, ofInner);
}

/** A schema with others for its fields, its items, and its alternatives. */
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

/** Alternatives of which nothing but the types are said are types: an interval that may be null. */
function withTypes({ anyOf, ...schema }: Document): Document {
  if (!Array.isArray(anyOf)) return anyOf === undefined ? schema : { ...schema, anyOf };
  const areTypes = anyOf.every((each) => Object.keys(each).join() === 'type');
  return areTypes ? { ...schema, type: anyOf.map(({ type }) => type) } : { ...schema, anyOf };
}

/** The prose of reports speaks of endpoints; a client of this door has tools. */
export function namingTools(prose: string): string {
  const names = REPORTS.map(({ name }) => name).join('|');
  return prose.replace(new RegExp(`(?<![\\w/.])(?:GET )?/(${names})(?![\\w/-])`, 'g'), '`$1`');
}

function descriptionOf(schema: TSchema): string | undefined {
  return (schema as Parameter).description;
}
