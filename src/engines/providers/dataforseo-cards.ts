import type { Card } from '../../domain/answers/card.ts';
import { cleanText, type Json, number, object, objects, text } from '../json.ts';

/** An app's advertisement, an AI Mode group of several, and products, by the end of an item's type. */
const [AD, ADS, PRODUCTS] = [/_ad$/, /_paid$/, /_(products|shopping)$/];

/** Whether an item is an advertisement, or a list of advertisements or products. */
export function hasCards(item: Json): boolean {
  const type = text(item.type) ?? '';
  return [AD, ADS, PRODUCTS].some((kind) => kind.test(type));
}

/** The advertisements and products among DataForSEO's items, in their order. */
export function cardsIn(items: unknown): Card[] {
  return objects(items).flatMap((item): Card[] => {
    const type = text(item.type) ?? '';
    // The page may hide an app's advertisement.
    if (AD.test(type)) return item.is_rendered === false ? [] : adIn(item);
    if (ADS.test(type)) return [item, ...objects(item.items)].flatMap(adIn);
    if (PRODUCTS.test(type)) return objects(item.items).flatMap(productIn);
    return [...cardsIn(item.items), ...cardsIn(item.components)];
  });
}

/** The words above a group of advertisements have neither a link nor a seller, so they advertise nothing. */
function adIn({ title, url, advertiser, website_name: website, snippet }: Json): Card[] {
  const { name, url: source } = object(advertiser);
  const [address, seller] = [cleanText(url) ?? cleanText(source), cleanText(name) ?? cleanText(website)];
  if (address === null && seller === null) return [];
  return [
    { kind: 'ad', title: cleanText(title), url: address, seller, price: null, text: cleanText(snippet) },
  ];
}

function productIn({ title, url, merchants, seller, price, currency, tag, snippet }: Json): Card[] {
  const name = cleanText(title);
  if (name === null) return [];
  return [
    {
      kind: 'product',
      title: name,
      url: cleanText(url),
      seller: cleanText(merchants) ?? cleanText(seller),
      price: priceIn(price, currency),
      text: cleanText(tag) ?? cleanText(snippet),
    },
  ];
}

/** The price as printed; otherwise the number and its currency. */
function priceIn(price: unknown, currency: unknown): string | null {
  const { displayed_price: printed, current, currency: own } = object(price);
  const amount = number(price) ?? number(current);
  const unit = cleanText(currency) ?? cleanText(own);
  return (
    cleanText(printed) ?? (amount === undefined ? null : unit === null ? `${amount}` : `${amount} ${unit}`)
  );
}
