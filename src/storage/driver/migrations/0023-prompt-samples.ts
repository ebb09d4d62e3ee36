/** How often a day a prompt is asked; null: as often as its brand says. */
export const promptSamples = (): string[] => ['alter table prompts add column samples_per_day smallint'];
