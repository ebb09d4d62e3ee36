/** The lines of an import that are bad for one reason. */
export interface BadLineGroup {
  readonly reason: string;
  readonly count: number;
  /** The numbers of the first of them. */
  readonly lines: readonly number[];
}

/** Further reasons are counted only, so memory stays flat whatever a file contains. */
export const MOST_REASONS = 100;

const MOST_NUMBERS = 5;

/** The bad lines of an import by their reason: a mistake that every line repeats is said once. */
export class BadLines {
  readonly #groups = new Map<string, BadLineGroup>();
  /** Lines with a reason beyond those that are kept. */
  others = 0;

  /** The group that the line is in now; null if it is only counted. */
  add(line: number, reason: string): BadLineGroup | null {
    const { count = 0, lines = [] } = this.#groups.get(reason) ?? {};
    if (count === 0 && this.#groups.size >= MOST_REASONS) {
      this.others += 1;
      return null;
    }
    const group = { reason, count: count + 1, lines: count < MOST_NUMBERS ? [...lines, line] : lines };
    this.#groups.set(reason, group);
    return group;
  }

  /** By the first line of each. */
  get groups(): readonly BadLineGroup[] {
    return [...this.#groups.values()];
  }
}

/** `line 2`, `lines 2, 5`, or `4509 lines (2, 3, 4, 5, 6, …)`. */
export function whichLines({ count, lines }: BadLineGroup): string {
  if (count === 1) return `line ${lines[0]}`;
  if (count === lines.length) return `lines ${lines.join(', ')}`;
  return `${count} lines (${lines.join(', ')}, …)`;
}
