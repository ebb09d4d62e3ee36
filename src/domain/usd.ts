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

/** Dollars with as many decimals as it takes to distinguish them from zero, at least two. */
export function dollars(usd: number): string {
  const decimals = usd >= 10 ? 2 : usd >= 0.01 ? 4 : 6;
  return `$${usd.toFixed(decimals).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}
