import type { Card } from '../domain/answers/card.ts';
import { type Json, number, object, objects, text } from './json.ts';

/** The advertisements and products among the items of an answer, as DataForSEO has them, in their order. */
export function cardsIn(items: unknown): Card[] {
  return objects(items).flatMap((item): Card[] => {
    const type = text(item.type) ?? '';
    // An app's advertisement is an item itself, which may be in the reply and not on the page; a group of AI Mode has several.
    if (/_ad$/.test(type)) return item.is_rendered === false ? [] : adIn(item);
    if (/_paid$/.test(type)) return [item, ...objects(item.items)].flatMap(adIn);
    if (/_(products|shopping)$/.test(type)) return objects(item.items).flatMap(productIn);
    return [...cardsIn(item.items), ...cardsIn(item.components)];
  });
}

/** What leads to nobody and names nobody advertises nothing: the words above a group of advertisements. */
function adIn({ title, url, advertiser, website_name: website, snippet }: Json): Card[] {
  const { name, url: source } = object(advertiser);
  const [address, seller] = [words(url) ?? words(source), words(name) ?? words(website)];
  if (address === null && seller === null) return [];
  return [{ kind: 'ad', title: words(title), url: address, seller, price: null, text: words(snippet) }];
}

function productIn({ title, url, merchants, seller, price, currency, tag, snippet }: Json): Card[] {
  const name = words(title);
  if (name === null) return [];
  return [
    {
      kind: 'product',
      title: name,
      url: words(url),
      seller: words(merchants) ?? words(seller),
      price: priceIn(price, currency),
      text: words(tag) ?? words(snippet),
    },
  ];
}

/** As the page printed it; where the reply has only a number, that and its currency. */
function priceIn(price: unknown, currency: unknown): string | null {
  const { displayed_price: printed, current, currency: own } = object(price);
  const amount = number(price) ?? number(current);
  const unit = words(currency) ?? words(own);
  return words(printed) ?? (amount === undefined ? null : unit === null ? `${amount}` : `${amount} ${unit}`);
}

function words(value: unknown): string | null {
  const said = (text(value) ?? '').trim().replace(/\s+/g, ' ');
  return said === '' ? null : said;
}
