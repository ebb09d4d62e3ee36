/**
 * Whether a question names the brand itself (which wins), a competitor, or neither. It depends on the current names, so
 * it is computed and never stored.
 */
export const BRANDED = ['self', 'competitor', 'none'] as const;

export type Branded = (typeof BRANDED)[number];
