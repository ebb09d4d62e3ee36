import { dayOf } from '../../domain/time/period.ts';
import { header, QUERIES } from '../../domain/web/search-headers.ts';
import type { Cells, Field, GivenReport } from './given-table.ts';
import { DATES, PAGES } from './header-words.ts';

/**
 * Bing Webmaster Tools, AI Performance: three files with quoted cells and a byte order mark. Pages and queries are of the
 * window that was chosen there, which the files don't say.
 */

const CITED = /(?<!\p{L})(?:cit\p{L}+|zit\p{L}+|cyt\p{L}+|цит\p{L}+|αναφορ\p{L}+|alıntı\p{L}*|引用|인용)/iu;
const CITATIONS: Field = { id: 'citations', type: 'count', names: CITED, isNeeded: true };
/** `Cited Pages` names pages, and holds none. */
const CITED_PAGES: Field = { id: 'cited_pages', type: 'count', names: CITED, also: PAGES };
const SHARE: Field = {
  id: 'citation_share',
  type: 'share',
  names: /share|anteil|(?<!\p{L})part|cuota|quota|cota|aandeel|andel|udział|дол[яі]|%|シェア|份额|점유/iu,
};
const DATE: Field = { id: 'date', type: 'day', names: DATES };
const PAGE: Field = { id: 'page', type: 'page', names: PAGES };

const common = {
  instrument: 'bing',
  begins: dayOf(Date.UTC(2025, 10, 1)),
  monthFirst: true,
} as const;

const without = (cells: Cells, ...fields: readonly string[]): Cells =>
  Object.fromEntries(Object.entries(cells).filter(([field]) => !fields.includes(field)));

export const BING_QUERIES: GivenReport = {
  ...common,
  kind: 'bing_queries',
  name: 'Bing AI Performance: queries',
  fields: [
    { id: 'query', type: 'text', names: QUERIES, isNeeded: true },
    SHARE,
    CITED_PAGES,
    CITATIONS,
    {
      id: 'intent',
      type: 'text',
      names: header(['inten\\p{L}+|absicht|zamiar|намерени\\p{L}+'], ['意図|意图|의도']),
    },
    {
      id: 'topic',
      type: 'text',
      names: header(
        ['topics?|them[ae]\\p{L}*|tem[ai]s?|argoment\\p{L}*|onderwerp|ämne|тема'],
        ['トピック|主题|주제'],
      ),
    },
    DATE,
    PAGE,
  ],
  alike: 'different',
  rowOf: (cells) => ({ label: String(cells.query ?? ''), figures: without(cells, 'query') }),
};

export const BING_PAGES: GivenReport = {
  ...common,
  kind: 'bing_pages',
  name: 'Bing AI Performance: pages',
  fields: [CITED_PAGES, CITATIONS, { ...PAGE, isNeeded: true }, DATE],
  alike: 'parts',
  rowOf: ({ citations = null }) => ({ label: null, figures: { citations } }),
};

export const BING_DAYS: GivenReport = {
  ...common,
  kind: 'bing_days',
  name: 'Bing AI Performance: days',
  fields: [{ ...DATE, isNeeded: true }, CITED_PAGES, CITATIONS],
  alike: 'mistake',
  rowOf: (figures) => ({ label: null, figures }),
};
