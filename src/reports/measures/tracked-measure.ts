import type { Engine } from '../../domain/answers/engine.ts';
import type { SampleDesign } from '../../domain/figures/rate.ts';
import type { BrandRate } from '../../panel/counts/spreads/brands-by-prompt.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import type { Measure } from './measure.ts';

/** A measure of tracked brands, on one engine or on several together. */
export interface TrackedMeasure extends Measure {
  /** The panel's counts behind it. Measures with the same function share its result. */
  readonly counted: (answers: CountedAnswers) => Promise<readonly TrackedCount[]>;
  /** Its rate, if it is one: for ranges, repeats, and changes. */
  readonly rate?: BrandRate;
}

/** A brand's counts on one engine. */
export interface TrackedCount {
  readonly engine: string;
  readonly trackedId: number;
}

/** Where figures were counted. */
export interface Place {
  readonly engines: readonly Engine[];
  readonly sampleDesign: SampleDesign;
}

/** One number, added up over a brand's counts. */
export function total<Name extends string>(
  counts: readonly Readonly<Record<Name, number>>[],
  name: Name,
): number {
  return counts.reduce((sum, { [name]: each }) => sum + each, 0);
}
