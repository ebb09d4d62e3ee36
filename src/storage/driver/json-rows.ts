/** What JSON.stringify writes for a lone surrogate; also the middle of a longer escape, so this is only a reason to look. */
const MAYBE_LONE = /\\ud[89a-f]/;

/**
 * Rows as JSON that PostgreSQL can read. It refuses a lone surrogate, such as half an emoji where a text was cut, which
 * becomes U+FFFD as it does in any other parameter.
 */
export function jsonOf(rows: readonly object[]): string {
  const json = JSON.stringify(rows);
  if (!MAYBE_LONE.test(json)) return json;
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
}
