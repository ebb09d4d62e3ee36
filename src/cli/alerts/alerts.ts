import type { Command } from 'commander';
import { OPERATOR } from '../../domain/access/audit.ts';
import { loginOf } from '../../domain/access/user.ts';
import { SightlineError } from '../../domain/errors.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { type OfBrand, ofBrand, withBrand } from '../shared/of-brand.ts';
import { jsonLine, printable } from '../shared/terminal.ts';

export function addAlertCommands(program: Command, deps: CliDeps): void {
  const alert = program
    .command('alert')
    .description('mark alerts as handled, or assign them to users, for `sightline alerts`');
  addHandle(alert, deps);
  addReopen(alert, deps);
  addAssign(alert, deps);
}

function addHandle(alert: Command, deps: CliDeps): void {
  ofBrand(
    alert
      .command('handle <id>')
      .description('mark an alert as handled; its finding remains while the change lasts'),
  )
    .option('--note <text>', 'a note on your response')
    .action(
      async (id: string, { note = '', ...of }: OfBrand & { readonly note?: string }, command: Command) => {
        const { json, flags } = invocationOf(command, deps);
        const { handleAlert } = await import('../../pipeline/watch/alert-work.ts');
        await withBrand(deps, flags, of, async (db, brand) =>
          handleAlert({ ...deps, db, actor: OPERATOR }, brand, id, note),
        );
        deps.terminal.out(json ? jsonLine({ id, handled: true }) : `Marked ${printable(id)} as handled.\n`);
      },
    );
}

function addReopen(alert: Command, deps: CliDeps): void {
  ofBrand(alert.command('reopen <id>').description('mark an alert as not handled')).action(
    async (id: string, of: OfBrand, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { reopenAlert } = await import('../../pipeline/watch/alert-work.ts');
      await withBrand(deps, flags, of, async (db, brand) =>
        reopenAlert({ ...deps, db, actor: OPERATOR }, brand, id),
      );
      deps.terminal.out(
        json ? jsonLine({ id, handled: false }) : `Marked ${printable(id)} as not handled.\n`,
      );
    },
  );
}

function addAssign(alert: Command, deps: CliDeps): void {
  ofBrand(alert.command('assign <id>').description('assign an alert to a user'))
    .option('--to <email>', 'a user with access to the brand’s alerts; omit it to unassign')
    .action(async (id: string, { to, ...of }: OfBrand & { readonly to?: string }, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { assignAlert, assignableTo } = await import('../../pipeline/watch/alert-work.ts');
      await withBrand(deps, flags, of, async (db, brand) => {
        const assignable = await assignableTo(db, brand);
        const user = to === undefined ? null : assignable.find(({ email }) => email === loginOf(to));
        if (user === undefined) {
          throw new SightlineError('not_found', 'No user with access to the brand’s alerts has this login.');
        }
        const acting = { ...deps, db, actor: OPERATOR };
        await assignAlert(acting, brand, id, { to: user?.id ?? null, assignable });
      });
      const whom = to === undefined ? 'nobody' : printable(to);
      deps.terminal.out(
        json ? jsonLine({ id, assigned_to: to ?? null }) : `Assigned ${printable(id)} to ${whom}.\n`,
      );
    });
}
