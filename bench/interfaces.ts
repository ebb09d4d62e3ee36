import { recordForm, writeEveryRecord } from '../src/cli/reports/every-record.ts';
import type { Terminal } from '../src/cli/shared/terminal.ts';
import { callTool } from '../src/mcp/call-tool.ts';
import { REPORT_TOOLS } from '../src/mcp/report-tool.ts';
import { REPORTS } from '../src/reports/index.ts';
import { reportRunner } from '../src/reports/report-runner.ts';
import { operatorCaller } from '../src/reports/run/operator.ts';
import { csvOf } from '../src/reports/show/csv.ts';
import type { Database } from '../src/storage/driver/database.ts';
import type { Question } from './data/questions.ts';

/** Runs a question once in this process, without HTTP. */
export async function askThrough(
  db: Database,
  now: number,
  { brand, report: name, query, through }: Question,
): Promise<() => Promise<unknown>> {
  const report = REPORTS.find((each) => each.name === name);
  const tool = REPORT_TOOLS.find((each) => each.report.name === name);
  if (!report || !tool) throw new Error(`there is no report ${name}`);
  const caller = await operatorCaller(db, { brand }, now);
  const run = reportRunner(
    db,
    () => now,
    async () => caller,
  );
  const asked = { ...query, brand };
  if (through === 'report') return () => run(name, asked);
  if (through === 'csv') return async () => csvOf(report, await run(name, asked));
  if (through === 'mcp')
    return async () => succeeded(await callTool({ run, onFailure: throwIt }, tool, asked));
  const form = recordForm(report, 'json', NOWHERE);
  return () => writeEveryRecord(NOWHERE, run, { report, query: asked, form });
}

function throwIt(error: unknown): never {
  throw error;
}

function succeeded(result: Awaited<ReturnType<typeof callTool>>): void {
  if (result.isError) throw new Error(`the tool call failed: ${JSON.stringify(result.content)}`);
}

const NOWHERE: Terminal = {
  out: () => {},
  err: () => {},
  outIsTerminal: false,
  errIsTerminal: false,
  columns: null,
  ask: null,
  askSecret: null,
  drained: async () => {},
};
