/** Dollars from micros, the store's unit: millionths of a US dollar. */
export function usdOf(micros: number): number {
  return micros / 1_000_000;
}

/** Rounded. */
export function microsOf(usd: number): number {
  return Math.round(usd * 1_000_000);
}

const CENTS = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

/** Dollars with two decimals; below ten cents, with as many as distinguish amounts, as answers cost little. */
export function dollars(usd: number): string {
  if (usd >= 0.1) return `$${usd.toLocaleString('en-US', CENTS)}`;
  const decimals = usd >= 0.01 ? 4 : 6;
  return `$${usd.toFixed(decimals).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}
