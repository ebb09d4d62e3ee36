/** An engine's cost per answer in micros, and where that figure comes from. */
export interface AnswerPrice {
  readonly micros: number;
  readonly source: 'collections' | 'settings';
}

/**
 * An answer's cost: the mean over the newest answers that reported one, else the setting. Null if there is neither.
 *
 * @param told newest answers that reported a cost: their number and total
 * @param setting in micros
 */
export function answerPrice(
  told: { readonly told: number; readonly micros: number | null } | undefined,
  setting: number | undefined,
): AnswerPrice | null {
  if (told && told.told > 0) return { micros: Number(told.micros) / told.told, source: 'collections' };
  return setting === undefined ? null : { micros: setting, source: 'settings' };
}
