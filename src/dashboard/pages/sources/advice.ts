import type { SiteKind } from '../../../domain/web/site-kinds.ts';

/** Advice by kind of site. */
export const TODO: Readonly<Record<SiteKind, { readonly title: string; readonly todo: string }>> = {
  own_page: {
    title: 'Your own pages',
    todo: 'Engines cite your sites, but some of these answers do not name you. Say in the first lines of these pages who you are and what you offer.',
  },
  listing: {
    title: 'Listings',
    todo: 'Ask their editors to list or review you, beginning with these pages.',
  },
  community: {
    title: 'Communities',
    todo: 'Members write these pages. Answer questions where you can help, and say who you are.',
  },
  marketplace: {
    title: 'Marketplaces',
    todo: 'Offer your product there, or complete its entry.',
  },
};
