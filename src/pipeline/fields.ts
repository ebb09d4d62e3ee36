import Type, { type Static, type TObject, type TSchema, type TUnsafe } from 'typebox';
import { VISIBLE } from '../domain/text.ts';

/**
 * Schemas for fields that several files share. A field with two types is one schema, so a problem is one sentence.
 */

/** Rejects unknown fields. */
export const CLOSED = { additionalProperties: false };

/** The schema with a description. TypeBox's marks, such as that of an optional field, are hidden properties, which a spread would lose. */
export function described<Schema extends TSchema>(schema: Schema, description: string): Schema {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema));
  return Object.assign(copy as Schema, { description });
}

/** A text that is not blank. */
export const Words = (most: number) => Type.String({ maxLength: most, pattern: VISIBLE.source });

export const NullableText = (most: number): TUnsafe<string | null> =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: most });

/** A text that is not blank, or null. */
export const NullableWords = (most: number): TUnsafe<string | null> =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: most, pattern: VISIBLE.source });

export const NullableInteger = (least: number): TUnsafe<number | null> =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: least, maximum: 2_147_483_647 });

/** Keeps a reference to the list, because an operator's engines join it later. */
export const OneOf = <const Value extends string | null>(values: readonly Value[]): TUnsafe<Value> =>
  Type.Unsafe<Value>({ enum: values });

export const Names = Type.Array(Words(200), { maxItems: 100 });

export const NullableObject = <Schema extends TObject>(schema: Schema): TUnsafe<Static<Schema> | null> =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, type: ['object', 'null'] });

/** A text that is not blank, or an object with more detail. */
export const TextOr = <Schema extends TObject>(
  schema: Schema,
  most: number,
): TUnsafe<string | Static<Schema>> =>
  Type.Unsafe<string | Static<Schema>>({ ...schema, ...Words(most), type: ['string', 'object'] });
