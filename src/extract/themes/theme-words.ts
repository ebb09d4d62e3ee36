import type { Theme } from '../../domain/brand/theme.ts';

/**
 * Words of themes in one language, parted by blanks. `_` stands for what is between two words of a phrase, and `*` for any ending of a word. `!` is behind
 * words that also judge, and `?` behind those that are of their theme only beside others, as `charge` is. A word can be of several themes. Words of
 * `none` are of no theme, although they have a word of one: `designed for`.
 */
export type ThemeWords = Readonly<Partial<Record<Exclude<Theme, 'other'> | 'none', string>>>;
