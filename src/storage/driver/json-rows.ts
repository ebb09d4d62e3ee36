/**
 * How JSON.stringify escapes a lone surrogate; it also matches inside longer escapes, so this only triggers a check.
 */
const MAYBE_LONE = /\\ud[89a-f]/;

/**
 * Rows as JSON that PostgreSQL accepts. It refuses lone surrogates, such as half an emoji in truncated text; they
 * become U+FFFD, as in any other parameter.
 */
export function jsonOf(rows: readonly object[]): string {
  const json = JSON.stringify(rows);
  if (!MAYBE_LONE.test(json)) return json;
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
}
