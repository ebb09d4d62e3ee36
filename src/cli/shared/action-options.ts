import { type Command, Option } from 'commander';
import Type, { type TProperties } from 'typebox';

/** An action's input as a command's argument and options, and back. */

interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: FieldSchema;
  readonly description?: string;
}

/** The first field, if it is a text that must be given: the command's argument. */
export function argumentOf(fields: TProperties): string | null {
  const [name] = Object.keys(fields);
  return name !== undefined && !Type.IsOptional(fields[name]) && isText(fields[name] as FieldSchema)
    ? name
    : null;
}

/** `--samples-per-day <n>`, `--active [yes|no]`, `--tags <text...>`, `--match <json>`. */
export function addOptions(command: Command, fields: TProperties): void {
  const argument = argumentOf(fields);
  for (const [name, schema] of Object.entries<FieldSchema>(fields)) {
    if (name === argument) continue;
    const option = new Option(`--${name.replaceAll('_', '-')} ${valueIn(schema)}`, helpOf(schema));
    const choices = choicesOf(schema);
    if (choices !== null) option.choices(choices);
    if (isYesOrNo(schema)) option.preset('yes');
    command.addOption(option.makeOptionMandatory(!Type.IsOptional(schema)));
  }
}

function valueIn(schema: FieldSchema): string {
  if (isYesOrNo(schema)) return '[yes|no]';
  if (isList(schema) && isText(schema.items ?? {})) return '<text...>';
  if (isText(schema)) return '<text>';
  return typesOf(schema).includes('integer') ? '<n>' : '<json>';
}

function helpOf({ description = '', items }: FieldSchema): string {
  return description || items?.description || '';
}

function choicesOf(schema: FieldSchema): string[] | null {
  if (isYesOrNo(schema)) return ['yes', 'no'];
  const values = (isList(schema) ? schema.items : schema)?.enum;
  return values?.filter((each) => typeof each === 'string') ?? null;
}

export function inputOf(fields: TProperties, given: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries<FieldSchema>(fields).flatMap(([name, schema]) => {
      const value = given[new Option(`--${name.replaceAll('_', '-')} <x>`).attributeName()];
      return value === undefined ? [] : [[name, inputValue(schema, value as string | string[])]];
    }),
  );
}

function inputValue(schema: FieldSchema, given: string | readonly string[]): unknown {
  if (typeof given !== 'string') return given.map((each) => inputValue(schema.items ?? {}, each));
  const types = typesOf(schema);
  if (isYesOrNo(schema)) return given === 'yes';
  if (types.includes('null') && given === 'null') return null;
  if (isText(schema) && !(types.includes('object') && given.startsWith('{'))) return given;
  try {
    return JSON.parse(given) as unknown;
  } catch {
    // The action says what it should be.
    return given;
  }
}

function isYesOrNo(schema: FieldSchema): boolean {
  return typesOf(schema).join() === 'boolean';
}

function isList(schema: FieldSchema): boolean {
  return typesOf(schema).includes('array');
}

function isText(schema: FieldSchema): boolean {
  return typesOf(schema).includes('string') || schema.enum !== undefined;
}

function typesOf({ type = [] }: FieldSchema): readonly string[] {
  return [type].flat();
}
