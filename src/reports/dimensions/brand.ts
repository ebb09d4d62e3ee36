import { ROLES } from '../../domain/answers/answer-reading.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { column, filterBrand, filterName } from '../shape/columns.ts';
import { flag, oneOf, text } from '../shape/schemas.ts';
import type { Dimension } from './dimension.ts';

const ROLE = oneOf(ROLES, 'The brand itself or a competitor.');
const COLUMN = column('text', 'brand', 'Brand');
const NAME = text("The tracked brand's name.");

/** A tracked brand: the brand itself first, then its competitors. */
export const BRAND = {
  properties: { brand: NAME, role: ROLE },
  columns: [COLUMN],
  fields: ({ name, role }: TrackedBrand) => ({ brand: name, role }),
  filter: (row: { readonly brand: string; readonly role: string }) => ({ brand: filterBrand(row) }),
} as const satisfies Dimension;

/** A tracked brand in records that have its name in `name`. */
export const NAMED_BRAND = {
  properties: { name: text('Brand name.'), role: ROLE },
  columns: [{ ...COLUMN, id: 'name', field: 'name' }],
  fields: ({ name, role }: TrackedBrand) => ({ name, role }),
  filter: (row: { readonly name: string; readonly role: string }) => ({ brand: filterName(row) }),
} as const satisfies Dimension;

/** A tracked brand in records that say whether it is the brand itself. */
export const BRAND_OR_YOU = {
  properties: { brand: NAME, is_you: flag('Whether it is the brand itself and not a competitor.') },
  columns: [COLUMN],
  fields: ({ name, role }: TrackedBrand) => ({ brand: name, is_you: role === 'self' }),
  filter: ({ brand, is_you: isYou }: { readonly brand: string; readonly is_you: boolean }) => ({
    brand: isYou ? 'self' : brand,
  }),
} as const satisfies Dimension;

/** Whether a brand is the brand itself. CSV has it after the dimensions. */
export const ROLE_COLUMN = column('text', 'role', 'Role', { csvOnly: true });
export const YOU_COLUMN = column('flag', 'is_you', 'You');
