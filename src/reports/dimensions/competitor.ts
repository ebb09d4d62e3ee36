import { text } from '../shape/schemas.ts';
import type { Dimension } from './dimension.ts';

/** A competitor that answers name instead of the brand. */
export const COMPETITOR = {
  properties: { competitor: text("The competitor's name.") },
  columns: [{ id: 'competitor', label: 'Named instead', kind: 'text', field: 'competitor' }],
  filter: ({ competitor }: { readonly competitor: string }) => ({ brand: competitor }),
} as const satisfies Dimension;
