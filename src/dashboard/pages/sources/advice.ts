import type { SiteKind } from '../../../domain/web/site-kinds.ts';
import { associationInWords, notableAssociations } from '../../../reports/sources/association.ts';
import { type Html, html } from '../../markup/html.ts';
import type { RecommendationRow } from '../../parts/words/rows.ts';

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

/** Association of citation and naming: engines with and without significance. */
export function associationNotes({ associations }: Pick<RecommendationRow, 'associations'>): Html[] {
  const standing = notableAssociations(associations);
  const others = associations.filter((each) => !standing.includes(each));
  const engines = others.map(({ engine_name: engine }) => engine).join(', ');
  return [
    ...standing.map((each) => html`<small>${associationInWords(each)}</small>`),
    ...(others.length > 0
      ? [html`<small>answers that cite it do not name you more often, beyond chance, on ${engines}</small>`]
      : []),
  ];
}
