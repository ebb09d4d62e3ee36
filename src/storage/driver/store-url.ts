/** Whether a URL names a store: a SQLite file or a PostgreSQL database. */
export function isStoreUrl(url: string): boolean {
  return sqlitePathOf(url) !== null || isPostgresUrl(url);
}

/** A SQLite URL's file; null for any other URL. An in-memory store would vanish with its first connection. */
export function sqlitePathOf(url: string): string | null {
  return /^sqlite:./.test(url) && url !== 'sqlite::memory:' ? url.slice('sqlite:'.length) : null;
}

export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:\/\/./.test(url) && URL.canParse(url);
}
