import Type from 'typebox';
import { meanOf } from '../../domain/figures/rate.ts';
import { RANGE, RATE, REPEATS } from '../shape/columns.ts';
import { defineReport } from '../shape/report.ts';
import { count, named, nullableNumber, nullableText, readonlyList, text } from '../shape/schemas.ts';
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

const ProductSchema = named(
  'Product',
  {
    ...sliceProperties,
    engine: text('Engine slug.'),
    engine_name: text('Display name.'),
    title: text('As printed in the newest.'),
    merchant: nullableText('The seller, as printed.'),
    domain: nullableText('The host that the newest leads to.'),
    price: nullableText('As printed in the newest, with its currency.'),
    prices: count('How many different prices answers print.'),
    position: nullableNumber("Mean place among an answer's products, to 2 decimals."),
    ...cardProperties,
  },
  "One merchant's product in one engine's answers.",
);

export const products = defineReport({
  name: 'products',
  summary: 'The products that answers show, with merchant, place, and price.',
  description:
    `At most ${MOST_SHOWN} products per market, by title and merchant, most answers first. A product's domain, or a name in its ` +
    'title, says whose it is.',
  takesBrand: true,
  sharedOn: ['sources'],
  query: cardsQuery,
  data: Type.Object({
    engines: readonlyList(ShownEngineSchema, 'By market and engine with answers.'),
    products: readonlyList(ProductSchema, 'By market, engine, title, and merchant.'),
  }),
  meta: cardsMeta,
  columns: {
    engines: { title: 'Answers with products', none: 'No answers in this window.', columns: engineColumns },
    products: {
      title: 'Products',
      none: 'No answer in this window is known to show a product.',
      columns: [
        MARKET_COLUMN,
        { id: 'title', label: 'Product', kind: 'text', field: 'title' },
        { id: 'merchant', label: 'Merchant', kind: 'text', field: 'merchant', none: '-' },
        { id: 'domain', label: 'Domain', kind: 'text', field: 'domain', csvOnly: true },
        { id: 'price', label: 'Newest price', kind: 'text', field: 'price', none: '-' },
        { id: 'prices', label: 'Prices seen', kind: 'count', field: 'prices', csvOnly: true },
        { id: 'owners', label: 'Whose', kind: 'list', items: ({ owners }) => owners, none: '-' },
        { id: 'yours', label: 'Yours', kind: 'flag', field: 'yours', csvOnly: true },
        { id: 'engine', label: 'Engine', kind: 'engine', field: 'engine' },
        { id: 'engine_name', label: 'Engine name', kind: 'text', field: 'engine_name', csvOnly: true },
        { id: 'showing_it', label: 'Answers showing it', ...RATE },
        RANGE,
        REPEATS,
        { id: 'position', label: 'Place', kind: 'position', field: 'position', decimals: 2 },
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
      'product',
      ({ title, seller }) => JSON.stringify([title?.toLowerCase(), seller?.toLowerCase()]),
    );
    const ownersOf = await ownersOfCards(context.brand.tracked);
    const rows = things.map((thing) => {
      const { cards } = thing;
      const [newest] = cards;
      const [title, domain] = [newest?.title ?? '', newest?.host ?? null];
      const prices = new Set(cards.flatMap(({ price }) => (price === null ? [] : [price])));
      const places = cards.reduce((sum, { place }) => sum + place, 0);
      return {
        title,
        merchant: newest?.seller ?? null,
        domain,
        price: newest?.price ?? null,
        prices: prices.size,
        position: meanOf(places, cards.length),
        ...ownersOf(domain, title),
        ...cardFields(thing),
      };
    });
    return { note, meta, data: { engines, products: rows } };
  },
});
