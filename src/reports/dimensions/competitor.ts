import { column } from '../shape/columns.ts';
import { text } from '../shape/schemas.ts';
import type { Dimension } from './dimension.ts';

/** A competitor that answers name instead of the brand. */
export const COMPETITOR = {
  properties: { competitor: text("The competitor's name.") },
  columns: [column('text', 'competitor', 'Named instead')],
  filter: ({ competitor }: { readonly competitor: string }) => ({ brand: competitor }),
} as const satisfies Dimension;
