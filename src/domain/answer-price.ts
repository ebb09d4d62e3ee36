/** What one answer of an engine costs, in micros, and how that is known. */
export interface AnswerPrice {
  readonly micros: number;
  readonly source: 'collections' | 'settings';
}

/**
 * What an answer costs: the mean of the newest answers that told it, else what the settings say. Null where neither does.
 *
 * @param told how many of the newest answers of an engine said what they cost, and what that was in all
 * @param setting in micros
 */
export function answerPrice(
  told: { readonly told: number; readonly micros: number | null } | undefined,
  setting: number | undefined,
): AnswerPrice | null {
  if (told && told.told > 0) return { micros: Number(told.micros) / told.told, source: 'collections' };
  return setting === undefined ? null : { micros: setting, source: 'settings' };
}
