import { answers } from '../reports/answers/answers.ts';
import type { Envelope } from '../reports/run/run-report.ts';
import type { AnyRow, Column } from '../reports/shape/columns.ts';
import type { DataOf, Report } from '../reports/shape/report.ts';
import { cellText } from '../reports/show/cells.ts';
import { onScreen, type TableView, tableViews } from '../reports/show/table-view.ts';

/** A report's tables as Markdown, with counts and intervals beside every rate, and the texts of answers under theirs. */
export function tableText(report: Report, envelope: Envelope): string {
  const tables = tableViews(report, envelope).map(titledText);
  const texts = report.name === answers.name ? (envelope.data as DataOf<typeof answers>).map(answerText) : [];
  return [...tables, ...texts].join('\n\n');
}

function answerText({ id, answer }: DataOf<typeof answers>[number]): string {
  return `${id}:\n${answer ?? '(no text)'}`;
}

function titledText(list: TableView): string {
  const { title } = list.table;
  return title === undefined ? listText(list) : `**${title}**\n\n${listText(list)}`;
}

function listText(list: TableView): string {
  const { columns, rows } = onScreen(list);
  const [first] = rows;
  if (first === undefined) return list.table.none;
  if (list.name === 'record')
    return columns.map((column) => `- ${column.label}: ${cell(column, first)}`).join('\n');
  return [
    lineOf(columns.map(({ label }) => label)),
    lineOf(columns.map(() => '---')),
    ...rows.map((row) => lineOf(columns.map((column) => cell(column, row)))),
  ].join('\n');
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function cell(column: Column<AnyRow>, row: AnyRow): string {
  return cellText(column, row).replace(/\s+/g, ' ').replaceAll('|', '\\|');
}
