import type { Theme } from '../../domain/brand/theme.ts';

/**
 * A language's theme words, separated by spaces. `_` separates a phrase's words, and `*` stands for any ending. `!`
 * follows words that also judge; `?` follows words that need others, like `charge`. A word may have several themes.
 * Words under `none` have no theme, although they contain a theme word: `designed for`.
 */
export type ThemeWords = Readonly<Partial<Record<Exclude<Theme, 'other'> | 'none', string>>>;
