/** Bad lines with the same reason. */
export interface BadLineGroup {
  readonly reason: string;
  readonly count: number;
  /** Numbers of the first ones. */
  readonly lines: readonly number[];
}

/** Beyond this, it only counts, so memory stays flat. */
export const MOST_REASONS = 100;

const MOST_NUMBERS = 5;

/** Bad lines grouped by reason, so a mistake in every line appears once. */
export class BadLines {
  readonly #groups = new Map<string, BadLineGroup>();
  /** Lines whose reason came after the first MOST_REASONS. */
  others = 0;

  /** The line's group; null if only counted. */
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

  /** Ordered by their first line. */
  get groups(): readonly BadLineGroup[] {
    return [...this.#groups.values()];
  }
}

export function lineNumbersText({ count, lines }: BadLineGroup): string {
  if (count === 1) return `line ${lines[0]}`;
  if (count === lines.length) return `lines ${lines.join(', ')}`;
  return `${count} lines (${lines.join(', ')}, …)`;
}
