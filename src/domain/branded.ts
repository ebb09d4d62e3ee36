/**
 * Whom a question names: the brand itself, which decides where both are named; a competitor; or neither. It follows from the names
 * that are looked for now, so it is computed and never stored.
 */
export const BRANDED = ['self', 'competitor', 'none'] as const;

export type Branded = (typeof BRANDED)[number];
