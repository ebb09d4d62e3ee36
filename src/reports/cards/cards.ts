import Type from 'typebox';
import { CARD_KINDS } from '../../domain/answers/card.ts';
import { meanOf } from '../../domain/figures/rate.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { listPublicIds } from '../../storage/answers/lookups.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { MARKET } from '../dimensions/market.ts';
import { measureColumns } from '../measures/measure.ts';
import { SHOWING, SHOWN } from '../measures/shown.ts';
import { column, RANGE_NOTE } from '../shape/columns.ts';
import { defineReport, engineParameter } from '../shape/report.ts';
import {
  count,
  flag,
  instant,
  named,
  nullableNumber,
  nullableText,
  oneOf,
  ownersField,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';
import { type CountedThing, countThings, MOST_SHOWN } from './count-things.ts';
import { ownersOfCards } from './owners-of-cards.ts';

const ShowingEngineSchema = named(
  'ShowingEngine',
  {
    ...MARKET.properties,
    ...ENGINE.properties,
    answers: count('Answers in the window.'),
    ...SHOWING.properties,
  },
  'Whether one engine showed any.',
);

const CardSchema = named(
  'Card',
  {
    ...MARKET.properties,
    ...ENGINE.properties,
    kind: oneOf(CARD_KINDS, 'An advertiser, or a product.'),
    title: nullableText('As printed in the newest.'),
    seller: nullableText('The advertiser, or the merchant, as printed in the newest.'),
    domain: nullableText('The host that the newest leads to; null if the reply has none.'),
    price: nullableText('As printed in the newest, with its currency.'),
    prices: count('How many different prices answers print.'),
    position: nullableNumber("Mean place among an answer's cards of this kind, to 2 decimals."),
    owners: ownersField,
    yours: flag('The brand is among the owners.'),
    ...SHOWN.properties,
    newest_answer: text('The newest such answer: its id in /answers.'),
    newest_at: instant("That answer's time."),
  },
  "One advertiser, or one merchant's product, in one engine's answers.",
);

export const cards = defineReport({
  name: 'cards',
  summary:
    'The advertisers and the products that answers show beside their text, with seller, place, and price.',
  description:
    `At most ${MOST_SHOWN} advertisers and ${MOST_SHOWN} products per market, most answers first. A card is never a citation. ` +
    "Its domain, or a name in an advertisement's seller or a product's title, says whose it is.",
  takesBrand: true,
  query: { ...windowQuery(), engine: engineParameter, ...sliceQuery },
  data: Type.Object({
    engines: readonlyList(ShowingEngineSchema, 'By market and engine with answers.'),
    cards: readonlyList(
      CardSchema,
      'By market, kind, and engine: advertisements by domain, or advertiser without one; products by title and merchant.',
    ),
  }),
  meta: {
    ...windowMeta,
    limit: count('The most rows per market and kind.'),
    answers_unknown: count(
      'Answers with unknown cards, from engines that can show some: imported, or collected before Sightline stored cards ' +
        '(`sightline rescan --reparse`).',
    ),
  },
  columns: {
    engines: {
      title: 'Answers with advertisements or products',
      none: 'No answers in this window.',
      columns: [
        ...MARKET.columns,
        ...ENGINE.columns,
        {
          id: 'answers',
          label: 'Answers',
          kind: 'count',
          field: 'answers',
          answerFilter: ({ market, engine }) => ({ market, engine }),
        },
        ...measureColumns([SHOWING], { of: [MARKET, ENGINE] }),
      ],
    },
    cards: {
      title: 'Advertisements and products',
      none: 'No answer in this window is known to show an advertisement or a product.',
      columns: [
        ...MARKET.columns,
        column('text', 'title', 'Newest title', { none: '-' }),
        column('code', 'kind', 'Kind'),
        column('text', 'seller', 'Seller', { none: '-' }),
        column('text', 'domain', 'Domain', { csvOnly: true }),
        column('text', 'price', 'Newest price', { none: '-' }),
        column('count', 'prices', 'Prices seen', { csvOnly: true }),
        { id: 'owners', label: 'Whose', kind: 'list', items: ({ owners }) => owners, none: '-' },
        column('flag', 'yours', 'Yours', { csvOnly: true }),
        ...ENGINE.columns,
        ...measureColumns([SHOWN], { of: [MARKET, ENGINE] }),
        column('position', 'position', 'Place', { decimals: 2 }),
        column('instant', 'newest_at', 'Newest', { day: true }),
        column('text', 'newest_answer', 'Newest answer', { csvOnly: true }),
      ],
    },
  },
  errors: [],
  tableNote: `Shares count only answers whose advertisements and products are known. ${RANGE_NOTE}`,
  async run(context, query) {
    const { db, brand, now } = context;
    const { period, meta } = windowOf(now, query);
    const { engines, things, unknown } = await countThings(context, query, period);
    const newest = things.map((thing) => thing.newest.id);
    const ids = await listPublicIds(db, brand.id, newest);
    const ownersOf = await ownersOfCards(brand.tracked);
    const rows = things.map((thing) => ({
      ...printed(thing),
      ...ownersOf(thing.cards[0]),
      newest_answer: ids.get(thing.newest.id) ?? '',
      newest_at: formatInstant(thing.newest.at),
    }));
    return {
      note: noteOf(unknown),
      meta: { ...meta, limit: MOST_SHOWN, answers_unknown: unknown },
      data: { engines, cards: rows },
    };
  },
});

/** A thing's figures, and its words in its newest card. */
function printed({ cards, newest: _, ...figures }: CountedThing) {
  const prices = new Set(cards.flatMap(({ price }) => (price === null ? [] : [price])));
  const places = cards.reduce((sum, { place }) => sum + place, 0);
  return {
    title: cards[0]?.title ?? null,
    seller: cards[0]?.seller ?? null,
    domain: cards[0]?.host ?? null,
    price: cards[0]?.price ?? null,
    prices: prices.size,
    position: meanOf(places, cards.length),
    ...figures,
  };
}

function noteOf(unknown: number): string {
  const answers = unknown === 1 ? '1 answer' : `${unknown} answers`;
  const left = unknown === 0 ? '' : ` The cards in ${answers} are unknown; these do not count.`;
  return `Counts are answers that showed it, not citations. An engine that never shows any has no figure, which is not zero.${left}`;
}
