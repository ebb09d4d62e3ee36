import { header } from '../../domain/web/search-headers.ts';
import { isPaidMedium, productOfSource } from '../products.ts';
import type { GivenReport } from './given-table.ts';
import { DATES } from './header-words.ts';

/**
 * Google Analytics 4: sessions by source, or by source and medium in one column. Comment lines before the table have its
 * days. Only sources that are AI products are kept.
 */

/** How a person first came is no session's source. */
const SOURCE = new RegExp(
  `^(?!.*(?:first|erst|premi|prim|eerste|första|pierwsz|перв|最初|首次)).*(?:${
    header(
      [
        'sources?|quelle|\\p{L}+quelle|fuente|origen|origem|fonte|sorgente|origine|bron|\\p{L}*bron|käll\\p{L}+|kilde\\p{L}*',
        '\\p{L}*källa|lähde|źródło|zdroj|forrás|источник|джерело|kaynak\\p{L}*|πηγή|sumber|nguồn',
      ],
      ['参照元|ソース|소스|来源|來源|מקור|المصدر|แหล่งที่มา'],
    ).source
  })`,
  'iu',
);
const MEDIUM = header(
  ['medium|medio|mídia|meio|mezzo|support|média|medie|väline|canal|средство|канал|aracı|ortam'],
  ['メディア|매체|媒介|媒體|אמצעי'],
);
const SESSIONS = new RegExp(
  `^(?!.*(?:engag|per |/|aktiv|interac)).*(?:${
    header(
      [
        'sessions?|sitzung\\p{L}*|sesi\\p{L}+|sess[õo]\\p{L}+|sessi\\p{L}+|istun\\p{L}+|sesj\\p{L}+|relac\\p{L}+',
        'сеанс\\p{L}*|сессии|oturum\\p{L}*|munkamenet\\p{L}*',
      ],
      ['セッション|세션|会话|工作階段|הפעלות|الجلسات|เซสชัน'],
    ).source
  })`,
  'iu',
);

export const GA4: GivenReport = {
  kind: 'ga4',
  instrument: 'ga4',
  name: 'Google Analytics 4: sessions by source',
  fields: [
    { id: 'source', type: 'source', names: SOURCE, isNeeded: true },
    { id: 'medium', type: 'text', names: MEDIUM },
    { id: 'sessions', type: 'count', names: SESSIONS, isNeeded: true },
    { id: 'date', type: 'day', names: DATES },
  ],
  begins: null,
  alike: 'parts',
  monthFirst: false,
  refusal: (headers) =>
    headers.some((each) => /^event name$/i.test(each))
      ? 'A table by event name counts a session once per event. Export one without events.'
      : null,
  rowOf: ({ source, medium, sessions = null }) => {
    const [name = '', its] = String(source ?? '').split(' / ');
    const product = productOfSource(name);
    if (product === null) return null;
    const isPaid = isPaidMedium(String(medium ?? its ?? ''));
    return { label: product.id, figures: { [isPaid ? 'paid' : 'sessions']: sessions } };
  },
};
