/** Nothing can be proven about a pattern. */
export class TooComplex extends Error {}
