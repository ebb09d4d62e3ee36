import type { ThemeWords } from '../theme-words.ts';
import { AR, HI } from './arabic-hindi.ts';
import { JA, KO, ZH } from './east-asian.ts';
import { EN } from './english.ts';
import { DE, NL, SV } from './germanic.ts';
import { ES, FR, IT, PT } from './romance.ts';
import { PL, RU, TR } from './slavic-turkish.ts';

/** The languages with theme words, by the codes in framing/learned/detect-language.ts. */
export const WORDS: Readonly<Record<string, ThemeWords>> = {
  ar: AR,
  de: DE,
  en: EN,
  es: ES,
  fr: FR,
  hi: HI,
  it: IT,
  ja: JA,
  ko: KO,
  nl: NL,
  pl: PL,
  pt: PT,
  ru: RU,
  sv: SV,
  tr: TR,
  zh: ZH,
};

/** Languages without spaces between words. */
export const UNSPACED: ReadonlySet<string> = new Set(['ja', 'zh']);
