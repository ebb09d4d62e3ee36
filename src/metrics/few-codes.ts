/** Vendors have some dozens of codes; more means that a code contains a number or a sentence. */
const MOST = 200;

const CODE = /^[\w:.-]{1,64}$/;

/** Limits the series from vendors' codes: anything that is not a code, or is one too many, becomes `other`. */
export class FewCodes {
  readonly #known = new Set<string>();

  of(code: string): string {
    if (this.#known.has(code)) return code;
    if (!CODE.test(code) || this.#known.size >= MOST) return 'other';
    this.#known.add(code);
    return code;
  }
}
