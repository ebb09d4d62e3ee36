/** What is stored: millionths of a US dollar. */
export function usdOf(micros: number): number {
  return micros / 1_000_000;
}

/** The other way round, rounded. */
export function microsOf(usd: number): number {
  return Math.round(usd * 1_000_000);
}

/** What is asked for where dollars are too coarse: whole US cents. */
export function microsOfCents(cents: number): number {
  return cents * 10_000;
}

/** Dollars with two decimals; what is less than a dollar, as answers are, has as many as distinguish it from others. */
export function dollars(usd: number): string {
  const decimals = usd >= 1 ? 2 : usd >= 0.01 ? 4 : 6;
  return `$${usd.toFixed(decimals).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}
