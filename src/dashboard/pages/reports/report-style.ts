import type { ClientReport } from '../../../pipeline/declare/client-reports.ts';

/** The report's color and page footer as CSS. */
export function blockStyle({
  color,
  title,
  preparedBy,
}: Pick<ClientReport, 'color' | 'title' | 'preparedBy'>): string {
  const foot = [title, preparedBy].filter((each) => each !== '').join(' · ');
  return `.sheets{--client:${color}}@page{@bottom-left{content:${cssText(foot)};font:9pt system-ui,sans-serif;color:#5a6270}}`;
}

/** A CSS string with every special character escaped. */
function cssText(text: string): string {
  return `"${text.replace(/[^\p{L}\p{N} .,·–-]/gu, (each) => `\\${each.codePointAt(0)?.toString(16)} `)}"`;
}
