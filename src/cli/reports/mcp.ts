import type { Command } from 'commander';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { pricesIn } from './report-source.ts';

export function addMcpCommand(program: Command, deps: CliDeps): void {
  program
    .command('mcp')
    .description(
      'serve the reports to an AI assistant that starts this command (MCP on standard input and output)',
    )
    .option('--organization <name or id>', 'the organization, if the store has several')
    .action(async ({ organization }: { organization?: string }, command: Command) => {
      const { flags } = invocationOf(command, deps);
      await deps.withStore(flags, async (db) => {
        const { operatorCaller } = await import('../../reports/run/operator.ts');
        const { reportRunner } = await import('../../reports/report-runner.ts');
        const callerAt = (now: number) => operatorCaller(db, { organization }, now);
        // An organization that is missing or ambiguous is refused now, not with the first question.
        await callerAt(deps.now());
        await deps.serveMcp(flags, reportRunner(db, deps.now, callerAt, pricesIn(deps, flags)));
      });
    });
}
