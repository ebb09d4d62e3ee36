import type { TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { BRAND_ID, ORGANIZATION_ID } from '../domain/access/public-id.ts';
import { OWN_NAME } from '../domain/answers/engine.ts';
import { nearestName } from '../domain/brand/nearest.ts';
import { VISIBLE } from '../domain/text.ts';

interface SchemaError {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

/** A person reads them all. */
export const MOST_PROBLEMS = 10;

// TypeBox stops at 8, which would hide further problems. One field can have several errors, so raise the limit.
Settings.Set({ maxErrors: 10 * MOST_PROBLEMS });

export interface Problem {
  /** Place, as `brands[0].id`; blank for the whole value. */
  readonly at: string;
  /** A sentence with the place and the problem. */
  readonly text: string;
}

/** A value's problems, a sentence each with the place and the allowed values. Empty if the value fits the schema. */
export function problemsOf(validator: Validator, value: unknown): string[] {
  return placedProblemsOf(validator, value).map(({ text }) => text);
}

export function placedProblemsOf(validator: Validator, value: unknown): Problem[] {
  const tooLong = longLists(validator.Type() as ListedSchema, value, '');
  if (tooLong.length > 0) return tooLong.slice(0, MOST_PROBLEMS);
  if (validator.Check(value)) return [];
  const errors = validator.Errors(value) as SchemaError[];
  const found = errors.flatMap((error) => problemsIn(error, validator.Type(), value));
  const problems = [...new Map(found.map((each) => [each.text, each])).values()];
  if (problems.length === 0) return [{ at: '', text: 'it does not have the expected form' }];
  if (problems.length <= MOST_PROBLEMS) return problems;
  return [...problems.slice(0, MOST_PROBLEMS), { at: '', text: 'there are more problems like these' }];
}

/** The parts of a schema that limit list lengths. */
interface ListedSchema {
  readonly items?: ListedSchema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, ListedSchema>>;
}

/** Lists with too many items. Checking each item with TypeBox would take seconds. */
function longLists({ items, maxItems, properties }: ListedSchema, value: unknown, at: string): Problem[] {
  if (Array.isArray(value) && items !== undefined) {
    if (maxItems !== undefined && value.length > maxItems) {
      return [{ at, text: `${at || 'it'} must not have more than ${maxItems} items` }];
    }
    return value.flatMap((each, index) => longLists(items, each, `${at}[${index}]`));
  }
  if (typeof value !== 'object' || value === null || properties === undefined) return [];
  return Object.entries(properties).flatMap(([name, inner]) =>
    longLists(inner, (value as Record<string, unknown>)[name], at === '' ? name : `${at}.${name}`),
  );
}

function problemsIn(error: SchemaError, schema: TSchema, value: unknown): Problem[] {
  const at = pathOf(error.instancePath);
  const params = error.params as Record<string, unknown>;
  const problem = (text: string) => [{ at, text }];
  switch (error.keyword) {
    case 'boolean':
      return problem(unknownField(at, Object.keys(propertiesAt(schema, error.schemaPath))));
    // Each unknown field has its own `boolean` error.
    case 'additionalProperties':
      return [];
    case 'type':
      return problem(`${at || 'it'} must be ${typesInWords(params.type as string | string[])}`);
    case 'required':
      return (params.requiredProperties as string[])
        .map((name) => (at === '' ? name : `${at}.${name}`))
        .map((missing) => ({ at: missing, text: `${missing} is missing` }));
    case 'enum':
      return problem(notAllowed(at, params.allowedValues as unknown[], valueAt(value, error.instancePath)));
    // The list of engines says enough.
    case 'anyOf':
      return [];
    case 'pattern':
      if (params.pattern === OWN_NAME.source) return [];
      return problem(`${at} ${PATTERNS[String(params.pattern)] ?? error.message}`);
    case 'minimum':
      return problem(`${at || 'it'} must be at least ${params.limit}`);
    case 'maximum':
      return problem(`${at || 'it'} must be at most ${params.limit}`);
    case 'minItems':
      return problem(
        `${at || 'it'} needs at least ${params.limit} ${params.limit === 1 ? 'entry' : 'entries'}`,
      );
    default:
      return problem(`${at || 'it'} ${error.message}`);
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  object: 'an object',
  array: 'a list',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

function typesInWords(types: string | readonly string[]): string {
  const words = [types].flat().map((type) => TYPES[type] ?? type);
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function notAllowed(at: string, allowed: readonly unknown[], given: unknown): string {
  const names = allowed.filter((each) => typeof each === 'string');
  const near = typeof given === 'string' ? nearestName(given, names) : undefined;
  const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
  return `${at} must be one of ${allowed.map((each) => JSON.stringify(each)).join(', ')}${hint}`;
}

/** Our schemas' patterns in words. */
const PATTERNS: Readonly<Record<string, string>> = {
  [VISIBLE.source]: 'must not be blank',
  '^all$': 'must be "all" or a list of kinds',
  [BRAND_ID.source]: 'must be an id with 3 to 40 characters from a-z, 0-9, and -',
  [ORGANIZATION_ID.source]: 'must be an id with 3 to 40 letters, digits, _ or -',
};

function unknownField(at: string, known: readonly string[]): string {
  const name = at.slice(at.lastIndexOf('.') + 1);
  const near = nearestName(name, known);
  const hint = near === undefined ? `the known fields are ${known.join(', ')}` : `did you mean ${near}?`;
  return `${quoted(at)} is not a known field; ${hint}`;
}

export function sentenceOf(problems: readonly string[]): string {
  const text = problems.join('; ');
  return text.endsWith('?') ? text : `${text}.`;
}

/** A text from a file, cut to keep messages short. */
export function quoted(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** `/brands/0/id` as `brands[0].id`. */
function pathOf(pointer: string): string {
  return stepsOf(pointer)
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
}

function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(value: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce((at, step) => (at as Record<string, unknown>)[step], value);
}

/** The properties of the object schema at an error's path. */
function propertiesAt(schema: TSchema, schemaPath: string): object {
  let at: unknown = schema;
  for (const part of schemaPath.split('/').slice(1, -1))
    at = (at as Record<string, unknown> | undefined)?.[part];
  return (at as { properties?: object } | undefined)?.properties ?? {};
}
