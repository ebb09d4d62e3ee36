import Type, { type TProperties, type TSchema, type TUnsafe } from 'typebox';
import { ENGINE_SLUGS, OWN_NAME } from '../../domain/answers/engine.ts';
import { MIN_SAMPLE, type Rate } from '../../domain/figures/rate.ts';

/** JSON Schemas that several reports share. Each one is the type, the OpenAPI schema, and the prose. */

export const text = (description: string) => Type.String({ description });

export const nullableText = (description: string): TUnsafe<string | null> =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });

export const instant = (description: string) => Type.String({ format: 'date-time', description });

export const nullableInstant = (description: string): TUnsafe<string | null> =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

export const count = (description: string) => Type.Integer({ minimum: 0, description });

export const nullableInteger = (description: string, least = 0): TUnsafe<number | null> =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: least, description });

/** The difference between two rates, in percentage points. */
export const points = (description: string) => Type.Number({ description });

export const nullablePoints = (description: string): TUnsafe<number | null> =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], description });

export const nullableNumber = (description: string): TUnsafe<number | null> =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: 0, description });

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

export const nullableShare = (description: string): TUnsafe<number | null> =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: 0, maximum: 1, description });

export const nullable = <Schema extends TSchema>(
  schema: Schema,
  description: string,
): TUnsafe<Type.Static<Schema> | null> =>
  Type.Unsafe<Type.Static<Schema> | null>({ anyOf: [schema, { type: 'null' }], description });

export const flag = (description: string) => Type.Boolean({ description });

/** Keeps the list itself, because operators' engines join it later. */
export const oneOf = <const Value extends string>(
  values: readonly Value[],
  description: string,
): TUnsafe<Value> => Type.Unsafe<Value>({ type: 'string', enum: values, description });

/** An engine of this installation, or an own name for imported answers. */
export const engineSlug = (description: string): TUnsafe<string> =>
  Type.Unsafe<string>({
    type: 'string',
    anyOf: [{ enum: ENGINE_SLUGS }, { pattern: OWN_NAME.source }],
    description,
  });

export const nullableOneOf = <const Value extends string>(
  values: readonly Value[],
  description: string,
): TUnsafe<Value | null> =>
  Type.Unsafe<Value | null>({ type: ['string', 'null'], enum: [...values, null], description });

/** A host's owners (domain/web/site-parts.ts). */
export const ownersField = Type.Unsafe<readonly string[]>(
  Type.Array(Type.String(), {
    description: 'The tracked brands that own it, as their domain or a subdomain.',
  }),
);

/** A named schema; the OpenAPI document keeps it under components. */
export const named = <Properties extends TProperties>(
  name: string,
  properties: Properties,
  description: string,
) => Type.Object(properties, { title: name, description });

export const readonlyList = <Item extends TSchema>(item: Item, description: string) =>
  Type.Unsafe<readonly Type.Static<Item>[]>(Type.Array(item, { description }));

export const BrandRefSchema = named(
  'BrandRef',
  { id: text('Pass as `?brand=`.'), name: text('Display name.') },
  'The brand behind the numbers.',
);

export const IntervalSchema = named(
  'Interval',
  { lower: share('Lower end, from 0 to 1.'), upper: share('Upper end, from 0 to 1.') },
  'How far a rate may be off.',
);

export const rateProperties = {
  present: count('Answers that named the brand.'),
  responses: count(
    'Answers in the window: the denominator. Answers that named nobody count; failed collections never do.',
  ),
  rate: nullableShare(
    '`present / responses` to 3 decimals. Null below `min_sample`: not enough answers yet, never zero.',
  ),
  min_sample: Type.Unsafe<Rate['min_sample']>({
    type: 'integer',
    const: MIN_SAMPLE,
    description: 'Below this many answers the rate is null.',
  }),
  interval: nullable(
    IntervalSchema,
    'The 95% interval of the rate (Wilson), to 3 decimals; null where the rate is. It is conservative for your ' +
      'questions: too wide rather than too narrow.',
  ),
};

/** Row fields on how much answers repeat each other. */
export const repeatProperties = {
  design_effect: nullableNumber('How many answers tell as much as one independent answer; null: unknown.'),
};

export const rangeProperties = {
  range_of_questions: nullable(
    IntervalSchema,
    'Where the rate would be for other questions like these, at 95%: wider than `interval`, which is about the questions ' +
      'asked. Null if too few differ: see `questions`.',
  ),
  questions: Type.Object(
    {
      asked: count('Questions with answers that name no tracked brand.'),
      naming: count('Questions among them with an answer that counts in the rate.'),
      branded: count('Questions with answers that name a tracked brand; the range is not about these.'),
    },
    { description: 'The questions behind `range_of_questions`.' },
  ),
  ...repeatProperties,
};
