import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { ENGINE_SLUGS } from '../domain/answers/engine.ts';

type Validated<Schema extends TSchema> = ReturnType<typeof Compile<Schema>>;

/**
 * A validator for a schema that lists engines. It rebuilds after the engines change, because an operator's own
 * engines register only when the process starts.
 */
export function engineValidator<Schema extends TSchema>(schema: Schema): () => Validated<Schema> {
  let made: { readonly slugs: string; readonly validator: Validated<Schema> } | null = null;
  return () => {
    const slugs = ENGINE_SLUGS.join();
    if (made?.slugs !== slugs) made = { slugs, validator: Compile(schema) };
    return made.validator;
  };
}
