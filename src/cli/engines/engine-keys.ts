import type { Command } from 'commander';
import { OPERATOR } from '../../domain/access/audit.ts';
import { engineNameOf } from '../../domain/answers/engine.ts';
import { formatInstantOrNull } from '../../domain/time/instant.ts';
import type { ProviderOfEngines } from '../../pipeline/collect/keys/engine-keys.ts';
import { type CliDeps, invocationOf, type SettingFlags } from '../shared/deps.ts';
import { secretText } from '../shared/secret-text.ts';
import { table } from '../shared/table.ts';
import { jsonLine } from '../shared/terminal.ts';

export function addEngineCommands(program: Command, deps: CliDeps): void {
  const engine = program
    .command('engine')
    .description("manage the provider keys of this installation's engines");
  const key = engine.command('key').description('manage engine keys in the store');
  addSet(key, deps);
  addList(key, deps);
  addRemove(key, deps);
}

function addSet(key: Command, deps: CliDeps): void {
  key
    .command('set <provider>')
    .description("store a provider's key, encrypted; type it when asked, or pass it on standard input")
    .action(async (slug: string, _options: object, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { enterEngineKey } = await import('../../pipeline/collect/keys/engine-keys.ts');
      const { name, keyHelp } = await providerNamed(deps, flags, slug);
      const text = await secretText(deps, `${name} key, ${keyHelp}: `);
      const inEnvironment = await deps.withStoreMade(flags, async (db) => {
        const settings = await deps.engineKeys(flags, db);
        await enterEngineKey({ ...deps, ...settings, db, actor: OPERATOR }, slug, text);
        return settings.inEnvironment.has(slug);
      });
      if (json) deps.terminal.out(jsonLine({ provider: slug, used: !inEnvironment }));
      else deps.terminal.out(`Stored the ${name} key.\n`);
      if (inEnvironment)
        deps.terminal.err('Sightline does not use it: another key in the environment takes precedence.\n');
    });
}

/** @throws SightlineError `invalid_argument` */
async function providerNamed(deps: CliDeps, flags: SettingFlags, slug: string): Promise<ProviderOfEngines> {
  const { providerOf } = await import('../../pipeline/collect/keys/engine-keys.ts');
  // Reading the settings registers the operator's own engines.
  await deps.engines(flags, null);
  return providerOf(slug);
}

function addList(key: Command, deps: CliDeps): void {
  key
    .command('list')
    .description('list the providers and their key sources')
    .action(async (_options: object, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { engineProviders, enteredKeys } = await import('../../pipeline/collect/keys/engine-keys.ts');
      const rows = await deps.withStore(flags, async (db) => {
        const { inEnvironment } = await deps.engineKeys(flags, db);
        const { ready } = await deps.engines(flags, db);
        const entered = await enteredKeys(db);
        return engineProviders().map(({ slug, name, engines, needsKey = true }): ProviderRow => {
          const own = entered.get(slug);
          const isReady = ready.some(({ adapter }) => adapter.provider.slug === slug);
          const from = inEnvironment.has(slug) ? 'environment' : own === undefined ? null : 'store';
          return {
            provider: slug,
            name,
            engines,
            from,
            works: isReady,
            needs_key: needsKey,
            entered_at: formatInstantOrNull(own?.setAt ?? null),
            entered_by: own === undefined ? null : (own.setByEmail ?? own.setBy),
          };
        });
      });
      if (json) deps.terminal.out(jsonLine({ providers: rows }));
      else deps.terminal.out(table(['Provider', 'Engines', 'Key', 'Entered', 'By'], rows.map(cellsOf)));
    });
}

interface ProviderRow {
  readonly provider: string;
  readonly name: string;
  readonly engines: readonly string[];
  readonly from: 'environment' | 'store' | null;
  /** Whether a stored key can be decrypted. */
  readonly works: boolean;
  readonly needs_key: boolean;
  readonly entered_at: string | null;
  readonly entered_by: string | null;
}

function cellsOf(row: ProviderRow): string[] {
  const { provider, engines, from, works, needs_key, entered_at, entered_by } = row;
  const none = needs_key ? 'none' : 'not needed';
  const key = from === null ? none : works ? `from the ${from}` : 'cannot be decrypted: enter it again';
  return [provider, engines.map(engineNameOf).join(', '), key, entered_at ?? '', entered_by ?? ''];
}

function addRemove(key: Command, deps: CliDeps): void {
  key
    .command('remove <provider>')
    .description('remove a provider’s key from the store')
    .action(async (slug: string, _options: object, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { removeEngineKey } = await import('../../pipeline/collect/keys/engine-keys.ts');
      await providerNamed(deps, flags, slug);
      const { name, inEnvironment } = await deps.withStore(flags, async (db) => {
        const settings = await deps.engineKeys(flags, db);
        const provider = await removeEngineKey({ ...deps, db, actor: OPERATOR }, slug);
        return { name: provider.name, inEnvironment: settings.inEnvironment.has(slug) };
      });
      if (json) deps.terminal.out(jsonLine({ provider: slug }));
      else deps.terminal.out(`Removed the ${name} key.\n`);
      if (inEnvironment) deps.terminal.err(`Sightline keeps using the ${name} key in the environment.\n`);
    });
}
