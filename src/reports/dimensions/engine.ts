import { COLLECTION_METHODS, type Engine, engineNameOf } from '../../domain/answers/engine.ts';
import { column } from '../shape/columns.ts';
import { oneOf, text } from '../shape/schemas.ts';
import type { Dimension } from './dimension.ts';

const SLUG = column('engine', 'engine', 'Engine');
const filter = ({ engine }: { readonly engine: string }) => ({ engine });

/** The engine that gave the answers. CSV has its name too, because a slug may say less. */
export const ENGINE = {
  properties: {
    engine: text('Engine slug. Engines are never pooled.'),
    engine_name: text("The engine's display name."),
  },
  columns: [SLUG, column('text', 'engine_name', 'Engine name', { csvOnly: true })],
  fields: (slug: string) => ({ engine: slug, engine_name: engineNameOf(slug) }),
  filter,
} as const satisfies Dimension;

/** The engine in records that have only its slug. */
export const ENGINE_SLUG = {
  properties: { engine: ENGINE.properties.engine },
  columns: [SLUG],
  fields: (slug: string) => ({ engine: slug }),
  filter,
} as const satisfies Dimension;

/** The engine and how Sightline asks it. */
export const ENGINE_METHOD = {
  properties: {
    engine: text('Stable slug, as used by `?engine=`.'),
    name: text(
      'Display name. An engine asked by its API says so: "ChatGPT (API)" is not the app that people see.',
    ),
    collection_method: oneOf(
      COLLECTION_METHODS,
      'Collection method; `import`: by a tool that Sightline never asks.',
    ),
  },
  columns: [
    SLUG,
    column('text', 'name', 'Name', { csvOnly: true }),
    column('code', 'collection_method', 'Method'),
  ],
  fields: ({ slug, name, method }: Engine) => ({ engine: slug, name, collection_method: method }),
  filter,
} as const satisfies Dimension;
