import type { Envelope } from '../reports/run-report.ts';

/** A report's tables as Markdown. */
export function tableText(_name: string, { data }: Envelope): string {
  return JSON.stringify(data);
}
