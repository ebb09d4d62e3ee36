import type { Card, CardKind } from '../../domain/answers/card.ts';
import { cleanText, type Json, number, object, objects } from '../json.ts';
import { isGoogle } from './google-viewer.ts';

/** The advertisements, then the products, of a Google answer in Cloro's form. AI Mode's advertisements have a title. */
export function cardsIn({ ads, shopping_cards: products }: Json): Card[] {
  const advertisements = objects(Array.isArray(ads) ? ads : object(ads).ads);
  return [
    ...advertisements.flatMap((ad) => cardOf('ad', ad)),
    ...objects(products).flatMap((product) => cardOf('product', product)),
  ];
}

function cardOf(kind: CardKind, card: Json): Card[] {
  const title = cleanText(card.title);
  const url = ownAddress(cleanText(card.url) ?? cleanText(card.product_link));
  const seller = cleanText(card.store) ?? cleanText(card.domain);
  const isNobodys = kind === 'ad' ? url === null && seller === null : title === null;
  if (isNobodys) return [];
  const words = cleanText(card.description) ?? cleanText(card.snippet);
  return [{ kind, title, url, seller, price: priceIn(card), text: words }];
}

/** Google's own address counts the click, and says nothing about the seller. */
function ownAddress(url: string | null): string | null {
  return url === null || isGoogle(url) ? null : url;
}

/** `$24.9` with a sign, `24.9 USD` with a code. */
function priceIn({ price }: Json): string | null {
  const { value, currency } = object(price);
  const [amount, unit] = [number(value), cleanText(currency) ?? ''];
  if (amount === undefined) return cleanText(price);
  return /^[a-z]/i.test(unit) ? `${amount} ${unit}` : `${unit}${amount}`;
}
