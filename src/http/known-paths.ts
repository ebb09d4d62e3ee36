/** The paths that this server answers, and by which methods. */
export class KnownPaths {
  readonly #known: { readonly url: string; readonly pattern: RegExp; readonly methods: Set<string> }[] = [];

  /** @param url as routes write it, with parameters such as `/brands/:brand` */
  add(url: string, methods: string | readonly string[]): void {
    const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)));
    const pattern = new RegExp(`^${parts.join('/')}$`);
    const found = this.#known.find((each) => each.url === url) ?? { url, pattern, methods: new Set() };
    if (found.methods.size === 0) this.#known.push(found);
    for (const method of [methods].flat()) found.methods.add(method);
  }

  /** The methods of a path, in the order of the alphabet; none if there is nothing at it. */
  methodsOf(path: string): string[] {
    const matching = this.#known.filter(({ pattern }) => pattern.test(path));
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))].toSorted();
  }
}
