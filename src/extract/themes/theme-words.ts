import type { Theme } from '../../domain/theme.ts';

/**
 * Words of themes in one language, parted by blanks. `_` stands for what is between two words of a phrase, `*` for any ending of its last word,
 * and `!` for words that judge: a sentence with one of them states no mere property. Words of `none` are of no theme, although they have
 * a word of one: `designed for`.
 */
export type ThemeWords = Readonly<Partial<Record<Exclude<Theme, 'other'> | 'none', string>>>;
