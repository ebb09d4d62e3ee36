import { type Command, Option } from 'commander';
import { OPERATOR } from '../../domain/access/audit.ts';
import { EVENT_KINDS } from '../../domain/brand/event.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { type OfBrand, ofBrand, withBrand } from '../shared/of-brand.ts';
import { jsonLine } from '../shared/terminal.ts';

export function addEventCommands(program: Command, deps: CliDeps): void {
  const event = program
    .command('event')
    .description("note a brand's events by day, for its charts and alerts");
  addAdd(event, deps);
  addRemove(event, deps);
}

function addAdd(event: Command, deps: CliDeps): void {
  ofBrand(event.command('add <text>').description('note an event, such as a published page'))
    .option('--day <day>', 'the UTC day, such as 2026-11-03; today if left out')
    .option('--tag <tag>', 'the tag of the questions that it is about')
    .addOption(new Option('--kind <kind>', 'the event').choices(EVENT_KINDS).default('other'))
    .action(
      async (
        text: string,
        {
          day = '',
          kind,
          tag = '',
          ...of
        }: OfBrand & { readonly day?: string; readonly kind: string; readonly tag?: string },
        command: Command,
      ) => {
        const { json, flags } = invocationOf(command, deps);
        const { addEvent } = await import('../../pipeline/declare/events.ts');
        const id = await withBrand(deps, flags, of, async (db, brand) =>
          addEvent({ ...deps, db, actor: OPERATOR }, brand, { day, kind, text, tag }),
        );
        deps.terminal.out(json ? jsonLine({ id }) : `Noted event ${id}.\n`);
      },
    );
}

function addRemove(event: Command, deps: CliDeps): void {
  ofBrand(event.command('remove <id>').description('remove a noted event')).action(
    async (id: string, of: OfBrand, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { removeEvent } = await import('../../pipeline/declare/events.ts');
      await withBrand(deps, flags, of, async (db, brand) =>
        removeEvent({ ...deps, db, actor: OPERATOR }, brand, id),
      );
      deps.terminal.out(json ? jsonLine({ id, removed: true }) : `Removed event ${id}.\n`);
    },
  );
}
