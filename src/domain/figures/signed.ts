/**
 * A number with its sign, to these decimals or to as many (4 at most) as distinguish it from zero, because an interval
 * that excludes zero must not read as if it touched it. Zero has no sign.
 */
export function signedText(value: number, decimals: number): string {
  const finer = [1, 2, 3, 4].filter((each) => each > decimals);
  return signed(
    value,
    [decimals, ...finer].map((each) => value.toFixed(each)),
  );
}

/** The first text that does not read as zero, with a sign. @param texts the value as text, each finer than the one before */
export function signed(value: number, texts: readonly string[]): string {
  const text = texts.find((each) => Number(each) !== 0);
  if (text === undefined) return `${texts[0]}`.replace('-', '');
  return value > 0 ? `+${text}` : text;
}
