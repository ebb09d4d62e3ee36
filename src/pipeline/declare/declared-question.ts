import { tagsOf } from './declared.ts';
import type { BrandDocument } from './document.ts';

/** A question of a brand as it is declared. */
export interface DeclaredQuestion {
  readonly text: string;
  readonly tags: readonly string[];
  readonly active: boolean;
  /** Names of the markets that it is asked in; left out: all. */
  readonly markets?: readonly string[];
  /** Left out: as often as its brand's questions are asked. */
  readonly samples_per_day?: number;
}

export function questionOf(prompt: BrandDocument['prompts'][number]): DeclaredQuestion {
  if (typeof prompt === 'string') return { text: prompt, tags: [], active: true };
  const { text, active = true, markets, samples_per_day: samples } = prompt;
  return {
    text,
    tags: tagsOf(prompt),
    active,
    ...(markets && { markets }),
    ...(samples === undefined ? {} : { samples_per_day: samples }),
  };
}
