import type { Every } from '../../../domain/questions/weekly.ts';
import { tagsOf } from './declared.ts';
import type { BrandDocument } from './document.ts';

export interface DeclaredQuestion {
  readonly text: string;
  readonly tags: readonly string[];
  readonly active: boolean;
  /** Market names; default: all. */
  readonly markets?: readonly string[];
  /** Default: the brand's rate. */
  readonly samples_per_day?: number;
  /** `week`: once a week. Left out: daily. */
  readonly every?: Every;
}

export function questionOf(prompt: BrandDocument['prompts'][number]): DeclaredQuestion {
  if (typeof prompt === 'string') return { text: prompt, tags: [], active: true };
  const { text, active = true, markets, samples_per_day: samples, every } = prompt;
  return {
    text,
    tags: tagsOf(prompt),
    active,
    ...(markets && { markets }),
    ...(samples === undefined ? {} : { samples_per_day: samples }),
    ...(every === 'week' && { every }),
  };
}
