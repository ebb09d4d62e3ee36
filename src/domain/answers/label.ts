/** How a person chose the sentences to label. `random`: tells a reader's errors. `disagreement`: where two readers differ. */
export const LABEL_SAMPLES = ['random', 'disagreement'] as const;
export type LabelSample = (typeof LABEL_SAMPLES)[number];

/** How many of each one round has. */
export const ROUND: Readonly<Record<LabelSample, number>> = { random: 40, disagreement: 60 };

/** From so many random labels on, reports show corrected shares. */
export const LEAST_LABELS = 20;
