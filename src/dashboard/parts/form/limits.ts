import Type, { type TSchema } from 'typebox';
import { type Html, html } from '../../markup/html.ts';

/** The limits of a form's control, which are those of the action's field that it fills. */

interface Limits {
  readonly type?: string | readonly string[];
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
}

/** Attributes of a control. @param isRequired unlike the field's, if the form has a default for it */
export function limitsOf(schema: TSchema, isRequired: boolean = isRequiredBy(schema)): Html {
  const { maxLength, minimum, maximum } = schema as Limits;
  return html`${isRequired && html` required`}${maxLength !== undefined && html` maxlength="${maxLength}"`}${
    minimum !== undefined && html` min="${minimum}"`
  }${maximum !== undefined && html` max="${maximum}"`}`;
}

/** The most characters or entries of a field, for its help. */
export function mostOf(schema: TSchema): number {
  const { maxLength, maxItems = Number.POSITIVE_INFINITY } = schema as Limits;
  return maxLength ?? maxItems;
}

function isRequiredBy(schema: TSchema): boolean {
  return !Type.IsOptional(schema) && ![(schema as Limits).type].flat().includes('null');
}

/** A field's choices. @param words for each; default: the value itself */
export function optionsOf(
  schema: TSchema,
  words: Readonly<Record<string, string>> = {},
): (readonly [value: string, label: string])[] {
  const values = (schema as Limits).enum ?? [];
  return values.map(String).map((value) => [value, words[value] ?? value]);
}
