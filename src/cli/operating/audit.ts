import type { Command } from 'commander';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { AuditRequest } from '../../pipeline/accounts/audit.ts';
import type { Database } from '../../reports/run/operator.ts';
import { type CliDeps, invocationOf, type SettingFlags } from '../shared/deps.ts';
import { table } from '../shared/table.ts';
import { jsonLine } from '../shared/terminal.ts';

interface AuditOptions {
  readonly organization?: string;
  readonly actor?: string;
  readonly day?: string;
  readonly limit: string;
  readonly all?: boolean;
  readonly format?: string;
}

export function addAuditCommand(program: Command, deps: CliDeps): void {
  program
    .command('audit')
    .description('list sign-ins and other actions, newest first')
    .option('--organization <name or id>', "only this organization's entries")
    .option('--actor <email or id>', "only this user's actions")
    .option('--day <YYYY-MM-DD>', 'only actions on this UTC day')
    .option('--limit <n>', 'list at most this many, up to 1000', '100')
    .option('--all', 'write every entry, as JSON Lines')
    .option('--format <csv or jsonl>', 'write every entry, in this format')
    .action(async (options: AuditOptions, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const limit = limitOf(options.limit);
      if (options.all || options.format !== undefined) return await writeAll(deps, flags, options);
      const { actorOf, auditPage, auditActionText } = await import('../../pipeline/accounts/audit.ts');
      const { auditRecord } = await import('../../pipeline/accounts/audit-export.ts');
      const { entries } = await deps.withStore(flags, async (db) =>
        auditPage(db, { ...(await auditRequest(db, options)), limit }),
      );
      const rows = entries.map(auditRecord);
      const cells = entries.map((entry) => [
        formatInstant(entry.at),
        entry.organization ?? '-',
        actorOf(entry),
        auditActionText(entry),
      ]);
      deps.terminal.out(json ? jsonLine(rows) : table(['Time', 'Organization', 'Who', 'What'], cells));
    });
}

/** The whole log, a thousand entries at a time, at the reader's pace. */
async function writeAll(deps: CliDeps, flags: SettingFlags, options: AuditOptions): Promise<void> {
  const { auditExport, EXPORT_FORMATS } = await import('../../pipeline/accounts/audit-export.ts');
  const format = EXPORT_FORMATS.find((each) => each === (options.format ?? 'jsonl'));
  if (format === undefined) {
    throw new SightlineError('invalid_argument', `--format must be one of ${EXPORT_FORMATS.join(', ')}.`);
  }
  await deps.withStore(flags, async (db) => {
    for await (const piece of auditExport(db, await auditRequest(db, options), format)) {
      deps.terminal.out(piece);
      await deps.terminal.drained();
    }
  });
}

/** @throws SightlineError `not_found` */
async function auditRequest(db: Database, options: AuditOptions): Promise<Omit<AuditRequest, 'limit'>> {
  const { organizationOf, userNamed } = await import('../../pipeline/accounts/users.ts');
  const { organization, actor, day } = options;
  return {
    organizationId: organization === undefined ? null : (await organizationOf(db, organization)).id,
    actor: actor === undefined ? undefined : (await userNamed(db, actor)).id,
    day,
  };
}

const MOST_LISTED = 1000;

function limitOf(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MOST_LISTED) return limit;
  throw new SightlineError('invalid_argument', `--limit must be a whole number from 1 to ${MOST_LISTED}.`);
}
