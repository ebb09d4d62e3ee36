import Type, { type TSchema } from 'typebox';
import { ENGINES } from '../domain/answers/engine.ts';
import { byQuery } from '../reports/dimensions/split.ts';
import { TAG } from '../reports/dimensions/tag.ts';
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
import { windowQuery } from '../reports/shape/window.ts';
import { needsRowsCursor } from './rows-cursor.ts';
import type { ShortForm } from './short-form.ts';
import { CutSchema } from './truncate.ts';

/**
 * Tool schemas in few words, because an assistant may read every tool before its first call. Shared texts are short, and shared result
 * fields are described in the first tool only. The reference has everything.
 */

/** A JSON Schema. */
export type Document = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly description?: string;
  readonly default?: unknown;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
}

/** The usual default for `days`. */
const USUAL_DAYS = 30;

const WINDOW = windowQuery(USUAL_DAYS);

/** Common parameters' descriptions, in an assistant's words. */
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
    byQuery([TAG]).by,
    brandParameter,
  ].map((schema) => [descriptionOf(schema), withoutWords] as const),
]);

/** The instructions describe its values. */
function withoutWords({ description: _, ...rest }: Parameter): Parameter {
  return rest;
}

/** `days` without its maximum, which is in the instructions. */
function daysOf({ maximum: _, ...rest }: Parameter): Parameter {
  const isUsual = rest.default === USUAL_DAYS;
  return {
    ...rest,
    description: isUsual ? '' : `${rest.default} by default; most tools take ${USUAL_DAYS}.`,
  };
}

/** A tool's arguments, all optional. */
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

/** One example of an engine listed twice. The instructions, and the error for an unknown engine, have every slug. */
const [ENGINE_IN_SHORT = ''] = ENGINES.flatMap((api) =>
  ENGINES.filter((app) => app.method === 'scraper' && app.slug.startsWith(`${api.slug}_`)).map(
    (app) => `\`${api.slug}\` is its API, \`${app.slug}\` the app people use.`,
  ),
);

/** An engine by its slug; says which is which if two have one name. */
function engineOf({ enum: _, description = '', ...rest }: Parameter): Parameter {
  const isUsual = description === descriptionOf(engineParameter);
  return { ...rest, description: isUsual ? ENGINE_IN_SHORT : `${description} ${ENGINE_IN_SHORT}` };
}

/** Details that a refusal states: formats, minimums, and exclusive arguments. */
const OF_REFUSALS = ['anyOf', 'format', 'minimum', 'minLength', 'maxLength', 'maxItems', 'x-without'];

function withoutForm(parameter: Parameter): Parameter {
  return Object.fromEntries(Object.entries(parameter).filter(([name]) => !OF_REFUSALS.includes(name)));
}

/** @param enums the values of earlier arguments; an argument with the same values refers to the first */
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

/** Fields that mean the same in every report, and have clear names. */
const OF_EVERY_REPORT: ReadonlySet<string> = new Set([
  'generated_at',
  'brand',
  'note',
  'lower_bounds',
  'window_days',
  'window',
  'next_cursor',
]);

/**
 * A tool's result.
 * @param said earlier tools' descriptions; adds its own
 */
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

/** Maps a schema's fields, items, and alternatives. */
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

function descriptionOf(schema: TSchema): string | undefined {
  return (schema as Parameter).description;
}
