export class KnownPaths {
  /** Methods by path, in route syntax. */
  readonly #methods = new Map<string, Set<string>>();
  #patterns: { readonly pattern: RegExp; readonly methods: Set<string> }[] | undefined;

  /** @param url as routes write it, with parameters such as `/brands/:brand` */
  add(url: string, methods: string | readonly string[]): void {
    const known = this.#methods.get(url) ?? new Set();
    for (const method of [methods].flat()) known.add(method);
    this.#methods.set(url, known);
    this.#patterns = undefined;
  }

  /** A path's methods in alphabetical order; none if it does not exist. */
  methodsOf(path: string): string[] {
    // Created on the first wrong path: a server has hundreds of routes, and starts without.
    this.#patterns ??= [...this.#methods].map(([url, known]) => ({
      pattern: patternOf(url),
      methods: known,
    }));
    const matching = this.#patterns.filter(({ pattern }) => pattern.test(path));
    return [...new Set(matching.flatMap((each) => [...each.methods]))].toSorted();
  }
}

function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)));
  return new RegExp(`^${parts.join('/')}$`);
}
