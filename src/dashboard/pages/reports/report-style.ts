import type { ClientReport } from '../../../pipeline/declare/client-reports.ts';

/** The color of a report, and what its pages say at the foot, as a stylesheet. */
export function blockStyle({
  color,
  title,
  preparedBy,
}: Pick<ClientReport, 'color' | 'title' | 'preparedBy'>): string {
  const foot = [title, preparedBy].filter((each) => each !== '').join(' · ');
  return `.sheets,.file-check{--client:${color}}@page{@bottom-left{content:${cssText(foot)};font:9pt system-ui,sans-serif;color:#5a6270}}`;
}

/** A text as a string of CSS, every character escaped that could end it. */
function cssText(text: string): string {
  return `"${text.replace(/[^\p{L}\p{N} .,·–-]/gu, (each) => `\\${each.codePointAt(0)?.toString(16)} `)}"`;
}
