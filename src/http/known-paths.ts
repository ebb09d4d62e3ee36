/** The paths that this server answers, and by which methods. */
export class KnownPaths {
  /** The methods of each path, as routes write it. */
  readonly #methods = new Map<string, Set<string>>();
  #patterns: { readonly pattern: RegExp; readonly methods: Set<string> }[] | undefined;

  /** @param url as routes write it, with parameters such as `/brands/:brand` */
  add(url: string, methods: string | readonly string[]): void {
    const known = this.#methods.get(url) ?? new Set();
    for (const method of [methods].flat()) known.add(method);
    this.#methods.set(url, known);
    this.#patterns = undefined;
  }

  /** The methods of a path, in the order of the alphabet; none if there is nothing at it. */
  methodsOf(path: string): string[] {
    // Made when a path is wrong for the first time: a server has hundreds of them, and starts without.
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
