/** An item beside or within an answer that is not its text: an advertisement, or a product. */
export const CARD_KINDS = ['ad', 'product'] as const;

export type CardKind = (typeof CARD_KINDS)[number];

/** A card from an engine's reply. Null: the reply does not say. Cards are not citations. */
export interface Card {
  readonly kind: CardKind;
  readonly title: string | null;
  /** The link target, unchanged. */
  readonly url: string | null;
  /** The advertiser, or a product's merchants, as printed. */
  readonly seller: string | null;
  /** As printed, with its currency. */
  readonly price: string | null;
  /** Any other text. */
  readonly text: string | null;
}

/** More than any answer for a person shows. */
export const MOST_CARDS = 100;
