import type { SiteKind } from '../../../domain/site-kinds.ts';
import { associationInWords, thatStandOut } from '../../../reports/association.ts';
import { type Html, html } from '../../html.ts';
import type { RecommendationRow } from '../../parts/rows.ts';

/** What to do about the sites of a kind. */
export const TODO: Readonly<Record<SiteKind, { readonly title: string; readonly todo: string }>> = {
  own_page: {
    title: 'Your own pages',
    todo: 'Engines read these sites of yours, and not every answer that cites them names you. Say in the first lines of these pages who you are and what you offer.',
  },
  listing: {
    title: 'Listings',
    todo: 'Ask their editors to list or review you, beginning with the pages named here.',
  },
  community: {
    title: 'Communities',
    todo: 'Members write what these pages say. Answer questions where you can help, and say who you are.',
  },
  marketplace: {
    title: 'Marketplaces',
    todo: 'Offer your product there, or complete its entry.',
  },
};

/** What goes with being cited on a site: on which engines it stands out, and on which it cannot be told from chance. */
export function associationNotes({ associations }: Pick<RecommendationRow, 'associations'>): Html[] {
  const standing = thatStandOut(associations);
  const others = associations.filter((each) => !standing.includes(each));
  const engines = others.map(({ engine_name: engine }) => engine).join(', ');
  return [
    ...standing.map((each) => html`<small>${associationInWords(each)}</small>`),
    ...(others.length > 0
      ? [
          html`<small>whether you are named more where it is cited is not told from chance on ${engines}</small>`,
        ]
      : []),
  ];
}
