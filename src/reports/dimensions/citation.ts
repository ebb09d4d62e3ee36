import { column } from '../shape/columns.ts';
import { nullableText, text } from '../shape/schemas.ts';
import type { Dimension } from './dimension.ts';

export const DOMAIN = {
  properties: {
    domain: text('Normalized host: `www.` and bare forms are one row; other subdomains are separate.'),
  },
  columns: [column('text', 'domain', 'Domain')],
  filter: ({ domain }: { readonly domain: string }) => ({ cites: domain }),
} as const satisfies Dimension;

export const PAGE = {
  properties: {
    url: text("The page's address, without tracking parameters and fragment."),
    title: nullableText('The first title that an engine gave for it; null if none did.'),
  },
  columns: [column('link', 'url', 'Page'), column('text', 'title', 'Title', { none: '-' })],
  filter: ({ url }: { readonly url: string }) => ({ cites: url }),
} as const satisfies Dimension;

/** What is cited in detail. CSV has it. */
export const SITE_COLUMN = column('text', 'site', 'Site', { csvOnly: true });
export const OWNERS_COLUMN = {
  id: 'owners',
  label: 'Owners',
  kind: 'list',
  items: ({ owners }: { readonly owners: readonly string[] }) => owners,
  csvOnly: true,
} as const;
