import { MIN_SAMPLE } from '../domain/figures/rate.ts';
import { REPORTS } from '../reports/index.ts';
import { inUsualWindow } from '../reports/run/usual-window.ts';
import type { Report } from '../reports/shape/report.ts';
import { type Document, inputOf, namingTools, outputOf } from './tool-schemas.ts';

export interface ReportTool {
  readonly report: Report;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Document;
  readonly outputSchema: Document;
}

/** Rules for every reader of the numbers. The server's instructions have all of them. */
export const RULES =
  `A null rate means that there are not enough answers yet (fewer than ${MIN_SAMPLE}): say so, and never show it as 0%. ` +
  'Engines are measured separately: never average them. Give every rate with its counts and its interval. An empty alert ' +
  'list does not mean that nothing changed: `meta.note` explains it.';

/** Repeated in every description, because an assistant may read only one. Short, because it may read all. */
const RULES_IN_SHORT = 'A null rate means too few answers; never average engines.';

/** One tool for each report, in the same order. */
export const REPORT_TOOLS: readonly ReportTool[] = toolsOf(REPORTS.map(inUsualWindow));

function toolsOf(reports: readonly Report[]): ReportTool[] {
  const [saidOfInputs, saidOfOutputs] = [new Set<string>(), new Set<string>()];
  return reports.map((report) => ({
    report,
    title: titleOf(report.name),
    description: descriptionOf(report),
    inputSchema: inputOf(report, saidOfInputs),
    outputSchema: outputOf(report, saidOfOutputs),
  }));
}

function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function descriptionOf(report: Report): string {
  const paragraphs = [report.summary, report.description, RULES_IN_SHORT];
  return namingTools(paragraphs.filter((each) => each !== '').join('\n\n'));
}
