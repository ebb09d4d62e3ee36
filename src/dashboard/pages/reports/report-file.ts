import type { FrozenReport } from '../../../pipeline/declare/shared-reports.ts';
import { loadAssets } from '../../assets.ts';
import { html } from '../../markup/html.ts';
import type { Paper } from './paper.ts';
import { sheets } from './sheets.ts';

/** A report as one self-contained file. */
export function reportFile(report: FrozenReport, paper: Paper): string {
  const pages = html`<title>${report.title}</title>
</head>
<body>
<main>
${sheets(report, paper)}
</main>
`;
  return `<!doctype html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>${loadAssets().style.body}
${blockStyle(report)}</style>
${pages}</body>
</html>
`;
}

/** The report's color and page footer as CSS. */
export function blockStyle({
  color,
  title,
  preparedBy,
}: Pick<FrozenReport, 'color' | 'title' | 'preparedBy'>): string {
  const foot = [title, preparedBy].filter((each) => each !== '').join(' · ');
  return `.sheets{--client:${color}}@page{@bottom-left{content:${cssText(foot)};font:9pt system-ui,sans-serif;color:#5a6270}}`;
}

/** A CSS string with every special character escaped. */
function cssText(text: string): string {
  return `"${text.replace(/[^\p{L}\p{N} .,·–-]/gu, (each) => `\\${each.codePointAt(0)?.toString(16)} `)}"`;
}
