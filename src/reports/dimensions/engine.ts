import { type Engine, engineNameOf } from '../../domain/answers/engine.ts';
import { oneOf, text } from '../shape/schemas.ts';
import type { Dimension } from './dimension.ts';

const SLUG = { id: 'engine', label: 'Engine', kind: 'engine', field: 'engine' } as const;
const filter = ({ engine }: { readonly engine: string }) => ({ engine });

/** The engine that gave the answers. CSV has its name too, because a slug may say less. */
export const ENGINE = {
  properties: {
    engine: text('Engine slug. Engines are never pooled.'),
    engine_name: text("The engine's display name."),
  },
  columns: [
    SLUG,
    { id: 'engine_name', label: 'Engine name', kind: 'text', field: 'engine_name', csvOnly: true },
  ],
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
    collection_method: oneOf(['api', 'scraper', 'serp'], 'Collection method.'),
  },
  columns: [
    SLUG,
    { id: 'name', label: 'Name', kind: 'text', field: 'name', csvOnly: true },
    { id: 'collection_method', label: 'Method', kind: 'code', field: 'collection_method' },
  ],
  fields: ({ slug, name, method }: Engine) => ({ engine: slug, name, collection_method: method }),
  filter,
} as const satisfies Dimension;
