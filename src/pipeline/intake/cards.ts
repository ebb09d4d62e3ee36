import { type Card, MOST_CARDS } from '../../domain/answers/card.ts';
import { storableText } from '../../domain/text.ts';
import { hostOf } from '../../domain/web/host.ts';
import { targetOf } from '../../domain/web/page.ts';
import type { NewCard } from '../../storage/answers/new-collection.ts';

export function newCardsOf(cards: readonly Card[]): NewCard[] {
  return cards.slice(0, MOST_CARDS).map(({ kind, title, url, seller, price, text }) => ({
    kind,
    title: stored(title),
    url: stored(url),
    host: url === null ? null : hostOf(targetOf(url)),
    seller: stored(seller),
    price: stored(price),
    text: stored(text),
  }));
}

function stored(text: string | null): string | null {
  return text === null ? null : storableText(text);
}
