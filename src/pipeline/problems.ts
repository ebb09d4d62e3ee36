import type { TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';
import { nearestName } from '../domain/nearest.ts';

interface SchemaError {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

/** What is wrong with a value, a sentence each: where, and what is allowed there. Empty when it fits the schema. */
export function problemsOf(validator: Validator, value: unknown): string[] {
  if (validator.Check(value)) return [];
  const errors = validator.Errors(value) as SchemaError[];
  return errors.flatMap((error) => sentencesOf(error, validator.Type()));
}

function sentencesOf(error: SchemaError, schema: TSchema): string[] {
  const at = pathOf(error.instancePath);
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'boolean':
      return [];
    case 'additionalProperties':
      return (params.additionalProperties as string[]).map((name) =>
        unknownField(at, name, Object.keys(propertiesAt(schema, error.schemaPath))),
      );
    case 'required':
      return (params.requiredProperties as string[]).map((name) => `${joined(at, name)} is missing`);
    case 'enum':
      return [
        `${at} must be one of ${(params.allowedValues as unknown[]).map((each) => JSON.stringify(each)).join(', ')}`,
      ];
    default:
      return [`${at || 'the value'} ${error.message}`];
  }
}

function unknownField(at: string, name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  const hint = near === undefined ? `known are ${known.join(', ')}` : `did you mean ${near}?`;
  return `${joined(at, name)} is not a known field; ${hint}`;
}

function joined(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

/** `/brands/0/id` as `brands[0].id`. */
function pathOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
}

function propertiesAt(schema: TSchema, schemaPath: string): object {
  let at: unknown = schema;
  for (const part of schemaPath.split('/').slice(1)) at = (at as Record<string, unknown> | undefined)?.[part];
  return (at as { properties?: object } | undefined)?.properties ?? {};
}
