import Type, { type TUnsafe } from 'typebox';

/** Schemas of the fields that files share. Nullable ones are one type list, so that a problem is one sentence. */

/** Text that is more than blanks. */
export const Words = (most: number) => Type.String({ maxLength: most, pattern: '\\S' });

export const NullableText = (most: number): TUnsafe<string | null> =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: most });

/** Text that is more than blanks, or null for none. */
export const NullableWords = (most: number): TUnsafe<string | null> =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: most, pattern: '\\S' });

export const NullableInteger = (least: number): TUnsafe<number | null> =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: least, maximum: 2_147_483_647 });

export const OneOf = <const Value extends string | null>(values: readonly Value[]): TUnsafe<Value> =>
  Type.Unsafe<Value>({ enum: [...values] });

export const Names = Type.Array(Words(200), { maxItems: 100 });
