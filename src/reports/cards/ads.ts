import Type from 'typebox';
import { RANGE, RATE, REPEATS } from '../shape/columns.ts';
import { defineReport } from '../shape/report.ts';
import { named, nullableText, readonlyList, text } from '../shape/schemas.ts';
import { MARKET_COLUMN, sliceProperties } from '../shape/slices.ts';
import {
  cardFields,
  cardProperties,
  cardsMeta,
  cardsQuery,
  cardsReport,
  engineColumns,
  MOST_SHOWN,
  ownersOfCards,
  SHOWN_NOTE,
  ShownEngineSchema,
} from './cards-report.ts';

const AdSchema = named(
  'Ad',
  {
    ...sliceProperties,
    engine: text('Engine slug.'),
    engine_name: text('Display name.'),
    domain: nullableText('The host that it leads to; null if the reply has none.'),
    advertiser: nullableText('The advertiser, as printed in the newest one.'),
    title: nullableText('The newest title.'),
    ...cardProperties,
  },
  "One advertiser in one engine's answers.",
);

export const ads = defineReport({
  name: 'ads',
  summary: 'The advertisers in the answers.',
  description:
    `At most ${MOST_SHOWN} advertisers per market, most answers first. An advertisement is never a citation; its domain or the ` +
    "advertiser's name says whose it is.",
  takesBrand: true,
  sharedOn: ['sources'],
  query: cardsQuery,
  data: Type.Object({
    engines: readonlyList(ShownEngineSchema, 'By market and engine with answers.'),
    ads: readonlyList(AdSchema, 'By market, engine, and domain, or advertiser without one.'),
  }),
  meta: cardsMeta,
  columns: {
    engines: {
      title: 'Answers with advertisements',
      none: 'No answers in this window.',
      columns: engineColumns,
    },
    ads: {
      title: 'Advertisers',
      none: 'No answer in this window is known to show an advertisement.',
      columns: [
        MARKET_COLUMN,
        { id: 'domain', label: 'Domain', kind: 'text', field: 'domain', none: '-' },
        { id: 'advertiser', label: 'Advertiser', kind: 'text', field: 'advertiser', none: '-' },
        { id: 'title', label: 'Newest title', kind: 'text', field: 'title', none: '-' },
        { id: 'owners', label: 'Whose', kind: 'list', items: ({ owners }) => owners, none: '-' },
        { id: 'yours', label: 'Yours', kind: 'flag', field: 'yours', csvOnly: true },
        { id: 'engine', label: 'Engine', kind: 'engine', field: 'engine' },
        { id: 'engine_name', label: 'Engine name', kind: 'text', field: 'engine_name', csvOnly: true },
        { id: 'showing_it', label: 'Answers showing it', ...RATE },
        RANGE,
        REPEATS,
        { id: 'newest_at', label: 'Newest', kind: 'instant', field: 'newest_at', day: true },
        { id: 'newest_answer', label: 'Newest answer', kind: 'text', field: 'newest_answer', csvOnly: true },
      ],
    },
  },
  errors: [],
  tableNote: SHOWN_NOTE,
  async run(context, query) {
    const { note, meta, engines, things } = await cardsReport(
      context,
      query,
      'ad',
      ({ host, seller, title }) => host ?? (seller ?? title ?? '').toLowerCase(),
    );
    const ownersOf = await ownersOfCards(context.brand.tracked);
    const rows = things.map((thing) => {
      const [newest] = thing.cards;
      const [domain, advertiser] = [newest?.host ?? null, newest?.seller ?? null];
      return {
        domain,
        advertiser,
        title: newest?.title ?? null,
        ...ownersOf(domain, advertiser),
        ...cardFields(thing),
      };
    });
    return { note, meta, data: { engines, ads: rows } };
  },
});
