import Type from 'typebox';
import { RANGE, RATE, REPEATS, rateColumnsAt } from '../shape/columns.ts';
import { count, nullable, rangeProperties, rateProperties } from '../shape/schemas.ts';

const cardRate = {
  ...rateProperties,
  present: count('Answers that showed it.'),
  responses: count("The engine's answers whose cards (advertisements, products) are known: the denominator."),
  ...rangeProperties,
};

/** How many answers show a card, among those whose cards are known. No /answers filter takes cards. */
export const SHOWN = {
  properties: cardRate,
  columns: [{ id: 'showing_it', label: 'Answers showing it', ...RATE }, RANGE, REPEATS],
} as const;

const NOT_APPLICABLE = "Null: not applicable, because this engine's replies have none. That is not zero.";

/** How many answers show any advertisement, and any product. */
export const SHOWING = {
  properties: {
    showing_ads: nullable(Type.Object(cardRate), `Answers that showed any advertisement. ${NOT_APPLICABLE}`),
    showing_products: nullable(Type.Object(cardRate), `Answers that showed any product. ${NOT_APPLICABLE}`),
  },
  columns: [
    ...rateColumnsAt('showing_ads', 'Showing ads', { none: 'not applicable' }),
    ...rateColumnsAt('showing_products', 'Showing products', { none: 'not applicable' }),
  ],
} as const;
