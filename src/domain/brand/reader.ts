/** Who says how an answer treats a name: our rules, or the organization's model. */
export const READERS = ['rules', 'model'] as const;
export type Reader = (typeof READERS)[number];

/** The model that judges a brand's answers now, and its prompt's hash. */
export interface ModelReader {
  readonly name: string;
  readonly prompt: string;
}

/** A brand's model as its state has it; null for rules alone. */
export function modelReaderOf(name: string | null, prompt: string | null): ModelReader | null {
  return name === null ? null : { name, prompt: prompt ?? '' };
}
