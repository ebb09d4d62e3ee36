import { readFileSync } from 'node:fs';
import { independent, wilson, Z95 } from '../../../domain/figures/proportion.ts';
import {
  MIN_SAMPLE,
  quotientOf,
  rangeFields,
  rateOf,
  roundedInterval,
} from '../../../domain/figures/rate.ts';
import type { ClientReport } from '../../../pipeline/declare/client-reports.ts';
import { recheck } from '../../../reports/client/recheck.ts';
import { loadAssets } from '../../assets.ts';
import { html } from '../../markup/html.ts';
import type { Paper } from './paper.ts';
import { blockStyle } from './report-style.ts';
import { sheets } from './sheets.ts';

/** A report as one self-contained file: pages, figures, their answers, and this server's own functions to recompute them. @param answers JSON */
export function reportFile(report: ClientReport, paper: Paper, answers: string): string {
  const pages = html`<title>${report.title}</title>
</head>
<body>
<main>
${sheets(report, paper)}
<section class="sheet file-check not-printed" aria-labelledby="check-head"><h2 id="check-head">Recomputation of these figures</h2>
<p id="check" class="note" role="status">Not recomputed: this browser runs no scripts here.</p></section>
</main>
`;
  return `<!doctype html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>${loadAssets().style.body}
${blockStyle(report)}</style>
${pages}${data('figures-text', JSON.stringify(report.frozen.figures))}
${data('figures-hash', JSON.stringify(report.frozen.hash))}
${data('answers', answers)}
<script type="module">${program()}</script>
</body>
</html>
`;
}

/** The functions' source without types, and the code that runs them. */
function program(): string {
  const constants = `const Z95 = ${Z95};\nconst MIN_SAMPLE = ${MIN_SAMPLE};`;
  const functions = [wilson, independent, quotientOf, roundedInterval, rangeFields, rateOf, recheck];
  const check = readFileSync(new URL('../../assets/report-file/check.js', import.meta.url), 'utf8');
  return [constants, ...functions.map(String), check].join('\n').replaceAll('</', '<\\/');
}

/** JSON that cannot close its script element. */
function data(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`;
}
