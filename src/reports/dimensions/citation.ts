import { nullableText, text } from '../shape/schemas.ts';
import type { Dimension } from './dimension.ts';

/** A domain that answers cite. */
export const DOMAIN = {
  properties: {
    domain: text('Normalized host: `www.` and bare forms are one row; other subdomains are separate.'),
  },
  columns: [{ id: 'domain', label: 'Domain', kind: 'text', field: 'domain' }],
  filter: ({ domain }: { readonly domain: string }) => ({ cites: domain }),
} as const satisfies Dimension;

/** A page that answers cite. */
export const PAGE = {
  properties: {
    url: text("The page's address, without tracking parameters and fragment."),
    title: nullableText('The first title that an engine gave for it; null if none did.'),
  },
  columns: [
    { id: 'url', label: 'Page', kind: 'link', field: 'url' },
    { id: 'title', label: 'Title', kind: 'text', field: 'title', none: '-' },
  ],
  filter: ({ url }: { readonly url: string }) => ({ cites: url }),
} as const satisfies Dimension;

/** What is cited in detail. CSV has it. */
export const SITE_COLUMN = { id: 'site', label: 'Site', kind: 'text', field: 'site', csvOnly: true } as const;
export const OWNERS_COLUMN = {
  id: 'owners',
  label: 'Owners',
  kind: 'list',
  items: ({ owners }: { readonly owners: readonly string[] }) => owners,
  csvOnly: true,
} as const;
