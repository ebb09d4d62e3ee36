/** Help text beside drawn rates. */
export const ABOUT_RATES =
  'Each rate has a 95% interval: how far it may be off for your questions. Fewer than 5 answers give no rate, which is not zero. ' +
  'Compare brands on one engine; engines are never averaged.';
