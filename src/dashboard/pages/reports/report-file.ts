import type { ClientReport } from '../../../pipeline/declare/client-reports.ts';
import { loadAssets } from '../../assets.ts';
import { html } from '../../markup/html.ts';
import type { Paper } from './paper.ts';
import { blockStyle } from './report-style.ts';
import { sheets } from './sheets.ts';

/** A report as one self-contained file. */
export function reportFile(report: ClientReport, paper: Paper): string {
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
