import type { Command } from 'commander';
import { engineNameOf } from '../../domain/answers/engine.ts';
import { formatInstantOrNull } from '../../domain/time/instant.ts';
import type { ProviderOfEngines } from '../../pipeline/collect/keys/engine-keys.ts';
import type { OwnPart } from '../shared/action-command.ts';
import { type CliDeps, invocationOf, type SettingFlags } from '../shared/deps.ts';
import { secretText } from '../shared/secret-text.ts';
import { table } from '../shared/table.ts';
import { jsonLine } from '../shared/terminal.ts';

export function addEngineCommands(program: Command, deps: CliDeps): void {
  const engine = program
    .command('engine')
    .description("manage the provider keys of this installation's engines");
  const key = engine.command('key').description('manage engine keys in the store');
  addList(key, deps);
}

/** What the commands `set` and `remove` have of their own: they know the operator's engines, and the key is no option. */
export const engineKeyParts: Readonly<Record<string, OwnPart>> = {
  enter_engine_key: {
    makesStore: true,
    without: ['key'],
    input: async (deps, { flags }, { provider }) => {
      const { name, keyHelp } = await providerNamed(deps, flags, String(provider));
      return { provider, key: await secretText(deps, `${name} key, ${keyHelp}: `) };
    },
    notices: async (...given) =>
      (await isInEnvironment(...given))
        ? ['Sightline does not use it: another key in the environment takes precedence.']
        : [],
  },
  remove_engine_key: {
    input: async (deps, { flags }, { provider }) => {
      await providerNamed(deps, flags, String(provider));
      return { provider };
    },
    notices: async (...given) =>
      (await isInEnvironment(...given)) ? ['Sightline keeps using the key in the environment.'] : [],
  },
};

async function isInEnvironment(
  ...[deps, { flags }, db, input]: Parameters<NonNullable<OwnPart['notices']>>
): Promise<boolean> {
  const { inEnvironment } = await deps.engineKeys(flags, db);
  return inEnvironment.has((input as { readonly provider: string }).provider);
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
