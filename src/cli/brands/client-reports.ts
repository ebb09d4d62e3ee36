import type { Command } from 'commander';
import { SightlineError } from '../../domain/errors.ts';
import { formatDay, formatInstant } from '../../domain/time/instant.ts';
import type { ListedReport } from '../../pipeline/declare/client-reports.ts';
import type { Mail, Outcome } from '../../pipeline/deliver/senders.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { type OfBrand, ofBrand, withBrand } from '../shared/of-brand.ts';
import { table } from '../shared/table.ts';
import { jsonLine, printable } from '../shared/terminal.ts';

export function addClientReportCommands(program: Command, deps: CliDeps): void {
  const report = program.command('report').description('list and mail reports for clients');
  addList(report, deps);
  addSend(report, deps);
}

function addList(report: Command, deps: CliDeps): void {
  ofBrand(report.command('list').description('list a brand’s reports')).action(
    async (of: OfBrand, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { clientReportsOf } = await import('../../pipeline/declare/client-reports.ts');
      const { operatorCaller } = await import('../../reports/run/operator.ts');
      const reports = await withBrand(deps, flags, of, async (db, brand) => {
        const { organizationId } = await operatorCaller(db, { brand }, deps.now());
        return await clientReportsOf(db, { organizationId, brand });
      });
      const { terminal } = deps;
      terminal.out(
        json ? jsonLine(reports.map(recordOf)) : table(HEADER, reports.map(cellsOf), terminal.columns),
      );
    },
  );
}

const HEADER = ['Id', 'Title', 'Days', 'Figures as of'];

function cellsOf({ id, title, firstDay, lastDay, figuresAt }: ListedReport): string[] {
  const days = `${formatDay(firstDay)} to ${formatDay(lastDay)}`;
  return [id, printable(title), days, formatInstant(figuresAt)];
}

function recordOf({ id, title, firstDay, lastDay, figuresAt }: ListedReport) {
  const days = { first_day: formatDay(firstDay), last_day: formatDay(lastDay) };
  return { id, title, ...days, figures_at: formatInstant(figuresAt) };
}

function addSend(report: Command, deps: CliDeps): void {
  ofBrand(
    report
      .command('send <id>')
      .description('mail a report now to all its recipients, for the last complete week or month')
      .option('--dry-run', 'only show the mails, without storing or sending anything'),
  ).action(async (id: string, { dryRun, ...of }: OfBrand & { dryRun?: true }, command: Command) => {
    const { json, flags } = invocationOf(command, deps);
    const sent = await withBrand(deps, flags, of, async (db, brand) => {
      const { mailsOfReport, composeReport, sendReport } = await import(
        '../../pipeline/deliver/report-mails.ts'
      );
      const { lastReportDay } = await import('../../domain/sharing/report-mail.ts');
      const { operatorCaller } = await import('../../reports/run/operator.ts');
      const { reportComposer } = await import('../../reports/client/composer.ts');
      const { organizationId } = await operatorCaller(db, { brand }, deps.now());
      const senders = await deps.senders(flags);
      const composing = { ...deps, db, senders, composer: reportComposer({ db, now: deps.now }) };
      const mails = await mailsOfReport(db, { organizationId, brand }, id);
      const done: { readonly to: string; readonly mail?: Mail; readonly outcome?: Outcome }[] = [];
      for (const each of mails) {
        const due = { ...each, day: lastReportDay(each.pace, deps.now()) };
        if (dryRun) {
          const mail = await composeReport(composing, due, { isStored: false });
          done.push({ to: each.address, mail });
        } else {
          done.push({ to: each.address, outcome: await sendReport(composing, due, deps.stopSignal()) });
        }
      }
      return done;
    });
    if (json) deps.terminal.out(jsonLine(sent.map(sentRecord)));
    else
      deps.terminal.out(
        sent.length === 0 ? 'The report has no recipients.\n' : sent.map(sentText).join('\n'),
      );
    if (sent.some(({ outcome }) => outcome?.kind === 'failed'))
      throw new SightlineError('delivery_failed', 'Some mails failed.');
  });
}

type Sent = { readonly to: string; readonly mail?: Mail; readonly outcome?: Outcome };

function sentRecord({ to, mail, outcome }: Sent) {
  if (mail) return { to, subject: mail.subject, text: mail.text, html: mail.html };
  const detail = outcome?.kind === 'failed' ? outcome.detail : null;
  return { to, sent: outcome?.kind === 'sent', detail };
}

function sentText({ to, mail, outcome }: Sent): string {
  if (mail)
    return `To: ${to}\nSubject: ${printable(mail.subject)}\n\n${mail.text.split('\n').map(printable).join('\n')}`;
  return outcome?.kind === 'failed' ? `Could not send it to ${to}. ${outcome.detail}\n` : `Sent to ${to}.\n`;
}
