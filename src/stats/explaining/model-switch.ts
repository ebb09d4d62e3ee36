/** A model's first and last day of service, in whole days since 1970. */
export interface ServicePeriod {
  readonly model: string | null;
  readonly first: number;
  readonly last: number;
}

/**
 * The last model that replaced all earlier ones at once: none of them answered after its first day. Its effect cannot
 * be separated from anything else that changed that day.
 *
 * @returns null if there was one model, or several answered side by side
 */
export function findModelSwitch<Model extends ServicePeriod>(models: readonly Model[]): Model | null {
  const [, ...later] = models.toSorted((one, other) => one.first - other.first);
  const isSwitch = ({ first }: Model) =>
    models.every((other) => other.first >= first || other.last <= first) &&
    models.some((other) => other.first < first);
  return later.findLast(isSwitch) ?? null;
}
