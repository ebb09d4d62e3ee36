/** When a model served an engine: the first and last day, in whole days since 1970. */
export interface Served {
  readonly model: string | null;
  readonly first: number;
  readonly last: number;
}

/**
 * The last model that took over from all before it at once: none of those answered after its first day. What it changed cannot be told from what
 * else changed that day.
 *
 * @returns null where there is none: one model alone, or several that answered side by side
 */
export function switchAmong<Model extends Served>(models: readonly Model[]): Model | null {
  const [, ...later] = models.toSorted((one, other) => one.first - other.first);
  const isSwitch = ({ first }: Model) =>
    models.every((other) => other.first >= first || other.last <= first) &&
    models.some((other) => other.first < first);
  return later.findLast(isSwitch) ?? null;
}
