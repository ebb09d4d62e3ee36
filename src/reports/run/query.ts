import type { Static, TProperties, TSchema } from 'typebox';
import { nearestName } from '../../domain/brand/nearest.ts';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant, parseDay, parseInstant } from '../../domain/time/instant.ts';
import { DAY_MS, monthPeriod } from '../../domain/time/period.ts';
import type { QueryOf } from '../shape/report.ts';

/** Unparsed query parameters: text, or a list for a repeated one. */
export type RawQuery = Readonly<Record<string, unknown>>;

/** A report's parameters as text, by name; a list for a repeatable one; undefined if omitted. */
export type QueryText<Query extends TProperties> = {
  readonly [Name in keyof Query]?: TextOf<Query[Name]> | undefined;
};

type TextOf<Schema extends TSchema> =
  Static<Schema> extends readonly string[]
    ? string | readonly string[]
    : unknown extends Static<Schema>
      ? string | readonly string[]
      : string;

/** Rejects extra parameters at compile time, also in a query that is a spread. */
export type NoOther<Query extends TProperties, Given> = {
  readonly [Name in Exclude<keyof Given, keyof Query>]: never;
};

/**
 * Parses query parameters by their schema. Integers are plain decimal digits: no sign, point, exponent, or blank. Booleans are true or 1,
 * false or 0. Instants become UTC milliseconds; they and months cannot be in the future. A list has each value once, sorted.
 *
 * @param now UTC milliseconds
 * @throws SightlineError `invalid_parameter` naming the parameter and its valid values
 */
export function parseQuery<Query extends TProperties>(
  properties: Query,
  raw: RawQuery,
  ignored: readonly string[],
  now: number,
): QueryOf<Query> {
  const names = Object.keys(properties);
  for (const name of Object.keys(raw)) {
    if (!names.includes(name) && !ignored.includes(name)) throw unknownParameter(name, names, ignored);
  }
  const query: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const instead = insteadOf(schema, raw);
    if (raw[name] !== undefined && instead !== undefined) {
      throw invalid(`Give \`${name}\` or \`${instead}\`, not both`);
    }
    const value = instead === undefined ? parameterValue(name, schema, raw[name], now) : undefined;
    if (value !== undefined) query[name] = value;
  }
  return query as QueryOf<Query>;
}

/** The schema parts that parsing and describing a parameter need. */
export interface ParameterSchema {
  readonly type?: string;
  readonly description?: string;
  readonly format?: string;
  readonly anyOf?: readonly {
    readonly format?: string;
    readonly enum?: readonly string[];
    readonly pattern?: string;
  }[];
  /** Parameters that replace this one: with any of them, it has no default, and giving both is refused. */
  readonly 'x-without'?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly maxItems?: number;
}

function insteadOf(schema: TSchema, raw: RawQuery): string | undefined {
  return (schema as ParameterSchema)['x-without']?.find((other) => raw[other] !== undefined);
}

function parameterValue(name: string, schema: TSchema, raw: unknown, now: number): unknown {
  const rule = schema as ParameterSchema;
  if (raw === undefined) return rule.default;
  if (isRepeatable(schema)) return listOf(name, rule, raw);
  if (typeof raw !== 'string') throw invalid(`\`${name}\` appears more than once; pass it once`);
  if (rule.type === 'integer') return integerOf(name, rule, raw);
  if (rule.type === 'boolean') return booleanOf(name, raw);
  const words = rule.anyOf?.flatMap((each) => each.enum ?? []) ?? [];
  if (words.includes(raw)) return raw;
  const formats = rule.anyOf?.map(({ format }) => format) ?? [];
  if (formats.includes('month') && /^\d{4}-\d\d$/.test(raw)) return monthOf(name, raw, now);
  if (formats.includes('date-time')) return instantOf(name, raw, words, now);
  if (rule.format === 'month') return monthOf(name, raw, now);
  if (rule.anyOf?.some(({ pattern }) => pattern !== undefined && new RegExp(pattern, 'u').test(raw)))
    return raw;
  const choices = choicesOf(rule);
  return choices ? choiceOf(name, choices, raw) : raw;
}

/** The values that a parameter takes, perhaps beside those of a pattern; undefined if it takes others. */
export function choicesOf(rule: ParameterSchema): readonly string[] | undefined {
  const hasPattern = rule.anyOf?.some(({ pattern }) => pattern !== undefined);
  return hasPattern ? rule.anyOf?.flatMap((each) => each.enum ?? []) : rule.enum;
}

export function isRepeatable(schema: TSchema | undefined): boolean {
  return (schema as ParameterSchema | undefined)?.type === 'array';
}

function listOf(name: string, { maxItems = 0 }: ParameterSchema, raw: unknown): string[] {
  const given = (Array.isArray(raw) ? raw : [raw]).map(String);
  if (given.length > maxItems) throw invalid(`\`${name}\` takes at most ${maxItems} values`);
  return [...new Set(given)].sort();
}

function integerOf(name: string, { minimum = 0, maximum = 0 }: ParameterSchema, raw: string): number {
  const value = /^(0|[1-9]\d{0,8})$/.test(raw) ? Number(raw) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  throw invalid(`\`${name}\` must be a whole number from ${minimum} to ${maximum}`);
}

/** @throws SightlineError `invalid_parameter` */
function booleanOf(name: string, raw: string): boolean {
  if (raw === 'true' || raw === '1') return true;
  if (raw === 'false' || raw === '0') return false;
  throw invalid(`\`${name}\` must be true or false, or 1 or 0`);
}

/** A window may begin before 1970, and /answers takes its ends as parameters. */
const EARLIEST = Date.UTC(1000, 0, 1);

/** An unencoded `+02:00` or `+02` in a URL arrives with a blank for its plus. */
const LOST_PLUS = / (?=\d\d(?::?\d\d)?$)/;

/** @param words other values that it takes */
function instantOf(name: string, raw: string, words: readonly string[], now: number): number {
  const day = parseDay(raw, EARLIEST);
  const at = day ?? parseInstant(raw, EARLIEST);
  if (at === null) {
    const hint =
      parseInstant(raw.replace(LOST_PLUS, '+'), EARLIEST) !== null
        ? '; write the + in a time zone as %2B in a URL'
        : '';
    throw invalid(
      `\`${name}\` must be ${words.map((word) => `${word}, `).join('')}a day such as 2026-11-20, or a time with a time zone, such as 2026-11-20T08:00:00Z${hint}`,
    );
  }
  if (at > now) throw inFuture(name, now);
  // A day as an end is included whole.
  return day !== null && name.endsWith('until') ? day + DAY_MS - 1 : at;
}

function monthOf(name: string, raw: string, now: number): string {
  if (parseDay(`${raw}-01`, EARLIEST) === null) throw invalid(`\`${name}\` must be a month such as 2026-11`);
  if (monthPeriod(raw).from > now) throw inFuture(name, now);
  return raw;
}

function inFuture(name: string, now: number): SightlineError {
  return invalid(`\`${name}\` must not be in the future; it is ${formatInstant(now)} now`);
}

/** @throws SightlineError `invalid_parameter` for any other text */
export function choiceOf<Choice extends string>(
  name: string,
  allowed: readonly Choice[],
  raw: string,
): Choice {
  const choice = allowed.find((each) => each === raw);
  if (choice !== undefined) return choice;
  const near = nearestName(raw, allowed);
  const hint = near === undefined ? '' : `; did you mean \`${near}\`?`;
  throw invalid(`\`${name}\` must be one of ${allowed.join(', ')}${hint}`);
}

function unknownParameter(
  name: string,
  names: readonly string[],
  ignored: readonly string[],
): SightlineError {
  if (name === '') return invalid('A parameter has no name: there is nothing before its `=`');
  const shown = name.slice(0, 60);
  const near = nearestName(shown, [...names, ...ignored]);
  const taken = [...names, ...ignored.map((each) => `${each} (and ignores it)`)].join(', ') || 'none';
  const hint = near === undefined ? `it takes ${taken}` : `did you mean \`${near}\`?`;
  return invalid(`\`${shown}\` is not a parameter of this endpoint; ${hint}`);
}

function invalid(sentence: string): SightlineError {
  return new SightlineError('invalid_parameter', sentence.endsWith('?') ? sentence : `${sentence}.`);
}
