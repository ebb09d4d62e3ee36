/** What a reader of rates must know, where they are drawn. */
export const ABOUT_RATES =
  'Each rate has a 95% interval: how far it may be off for the questions asked. With fewer than 5 answers there is no rate, which is not zero. ' +
  'Compare brands on one engine; engines are never averaged.';
