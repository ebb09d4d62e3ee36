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
    .description('say that alerts are handled, and who looks after them, for `sightline alerts`');
  addHandle(alert, deps);
  addReopen(alert, deps);
  addAssign(alert, deps);
}

function addHandle(alert: Command, deps: CliDeps): void {
  ofBrand(
    alert.command('handle <id>').description('mark an alert as handled; its finding stays while it holds'),
  )
    .option('--note <text>', 'what was done')
    .action(
      async (id: string, { note = '', ...of }: OfBrand & { readonly note?: string }, command: Command) => {
        const { json, flags } = invocationOf(command, deps);
        const { handleAlert } = await import('../../pipeline/watch/alert-work.ts');
        await withBrand(deps, flags, of, async (db, brand) =>
          handleAlert({ ...deps, db, actor: OPERATOR }, brand, id, note),
        );
        deps.terminal.out(
          json ? jsonLine({ id, handled: true }) : `${printable(id)} is marked as handled.\n`,
        );
      },
    );
}

function addReopen(alert: Command, deps: CliDeps): void {
  ofBrand(alert.command('reopen <id>').description('take back that an alert is handled')).action(
    async (id: string, of: OfBrand, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { reopenAlert } = await import('../../pipeline/watch/alert-work.ts');
      await withBrand(deps, flags, of, async (db, brand) =>
        reopenAlert({ ...deps, db, actor: OPERATOR }, brand, id),
      );
      deps.terminal.out(
        json ? jsonLine({ id, handled: false }) : `${printable(id)} is no longer marked as handled.\n`,
      );
    },
  );
}

function addAssign(alert: Command, deps: CliDeps): void {
  ofBrand(alert.command('assign <id>').description('say who looks after an alert'))
    .option('--to <email>', 'a user who may work on alerts of the brand; nobody if left out')
    .action(async (id: string, { to, ...of }: OfBrand & { readonly to?: string }, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { assignAlert, assignableTo } = await import('../../pipeline/watch/alert-work.ts');
      await withBrand(deps, flags, of, async (db, brand) => {
        const among = await assignableTo(db, brand);
        const user = to === undefined ? null : among.find(({ email }) => email === loginOf(to));
        if (user === undefined) {
          throw new SightlineError(
            'not_found',
            'No user of this brand who may work on alerts has this login.',
          );
        }
        const acting = { ...deps, db, actor: OPERATOR };
        await assignAlert(acting, brand, id, { to: user?.id ?? null, among });
      });
      const whom = to === undefined ? 'nobody' : printable(to);
      deps.terminal.out(
        json ? jsonLine({ id, assigned_to: to ?? null }) : `${printable(id)} is assigned to ${whom}.\n`,
      );
    });
}
