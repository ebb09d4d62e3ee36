import type { Command } from 'commander';
import type { Explanation } from '../../pipeline/intake/explain.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { recordText } from '../shared/record.ts';
import { jsonLine } from '../shared/terminal.ts';

export function addExplainCommand(program: Command, deps: CliDeps): void {
  program
    .command('explain <answer>')
    .description(
      'show an answer with every decision about it: the matches, the rule behind the position, the cue behind the framing',
    )
    .action(async (id: string, _options, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { explainAnswer } = await import('../../pipeline/intake/explain.ts');
      const explanation = await deps.withStore(flags, (db) => explainAnswer(db, id));
      deps.terminal.out(json ? jsonLine(explanation) : textOf(explanation));
    });
}

/** Without the ends of spans, which only a program needs. */
function textOf({ citing: _, ...explanation }: Explanation): string {
  return recordText(
    JSON.parse(JSON.stringify(explanation, (field, value) => (field === 'end' ? undefined : value))),
  );
}
