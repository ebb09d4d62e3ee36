import type { Command } from 'commander';
import { OPERATOR } from '../domain/audit.ts';
import { engineNameOf } from '../domain/engine.ts';
import { SightlineError } from '../domain/errors.ts';
import { formatInstantOrNull } from '../domain/instant.ts';
import { dollars } from '../domain/usd.ts';
import { type CliDeps, invocationOf } from './deps.ts';
import { secretText } from './secret-text.ts';
import { table } from './table.ts';
import { jsonLine } from './terminal.ts';

/** engine key set, engine key list, engine key try, engine key remove */
export function addEngineCommands(program: Command, deps: CliDeps): void {
  const engine = program.command('engine').description('what the engines of this installation need');
  const key = engine.command('key').description('manage the keys of engines in the store');
  addSet(key, deps);
  addList(key, deps);
  addTry(key, deps);
  addRemove(key, deps);
}

function addSet(key: Command, deps: CliDeps): void {
  key
    .command('set <provider>')
    .description('store the key of a provider, encrypted; it is asked for, or read from standard input')
    .action(async (slug: string, _options: object, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { enterEngineKey, providerOf } = await import('../pipeline/collect/engine-keys.ts');
      const { name, keyHelp } = providerOf(slug);
      const text = await secretText(deps, `Key of ${name}, ${keyHelp}: `);
      const inEnvironment = await deps.withStoreMade(flags, async (db) => {
        const settings = await deps.engineKeys(flags, db);
        await enterEngineKey({ ...deps, ...settings, db, actor: OPERATOR }, slug, text);
        return settings.inEnvironment.has(slug);
      });
      if (json) deps.terminal.out(jsonLine({ provider: slug, used: !inEnvironment }));
      else deps.terminal.out(`The key of ${name} is stored.\n`);
      if (inEnvironment)
        deps.terminal.err('It is not used: the environment has another, which comes first.\n');
    });
}

function addList(key: Command, deps: CliDeps): void {
  key
    .command('list')
    .description('list the providers, and where the key of each is from')
    .action(async (_options: object, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { enteredKeys, PROVIDERS } = await import('../pipeline/collect/engine-keys.ts');
      const rows = await deps.withStore(flags, async (db) => {
        const { inEnvironment } = await deps.engineKeys(flags, db);
        const { ready } = await deps.engines(flags, db);
        const entered = await enteredKeys(db);
        return PROVIDERS.map(({ slug, name, engines }): ProviderRow => {
          const own = entered.get(slug);
          const isReady = ready.some(({ adapter }) => adapter.provider.slug === slug);
          const from = inEnvironment.has(slug) ? 'environment' : own === undefined ? null : 'store';
          return {
            provider: slug,
            name,
            engines,
            from,
            works: isReady,
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
  /** Whether there is a key that can be opened. */
  readonly works: boolean;
  readonly entered_at: string | null;
  readonly entered_by: string | null;
}

function cellsOf({ provider, engines, from, works, entered_at, entered_by }: ProviderRow): string[] {
  const key = from === null ? 'none' : works ? `from the ${from}` : 'cannot be opened: enter it again';
  return [provider, engines.map(engineNameOf).join(', '), key, entered_at ?? '', entered_by ?? ''];
}

function addTry(key: Command, deps: CliDeps): void {
  key
    .command('try <provider>')
    .description('ask the cheapest engine of a provider one short question')
    .action(async (slug: string, _options: object, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { noteTry, providerOf } = await import('../pipeline/collect/engine-keys.ts');
      const provider = providerOf(slug);
      const tried = await deps.withStore(flags, async (db) => {
        const { tryKey } = await deps.engineKeys(flags, db);
        await noteTry({ ...deps, db, actor: OPERATOR }, provider);
        return await tryKey(slug);
      });
      const { engine, latencyMs, usd, advice } = tried;
      if (json) deps.terminal.out(jsonLine({ engine, latency_ms: latencyMs, usd, advice }));
      else if (advice === null)
        deps.terminal.out(
          `Works: ${engineNameOf(engine)} answered in ${(latencyMs / 1000).toFixed(1)} s, for about ${dollars(usd)}.\n`,
        );
      if (advice !== null) throw new SightlineError('collection_failed', advice);
    });
}

function addRemove(key: Command, deps: CliDeps): void {
  key
    .command('remove <provider>')
    .description('remove the key of a provider from the store')
    .action(async (slug: string, _options: object, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { removeEngineKey } = await import('../pipeline/collect/engine-keys.ts');
      const { name } = await deps.withStore(flags, (db) =>
        removeEngineKey({ ...deps, db, actor: OPERATOR }, slug),
      );
      if (json) deps.terminal.out(jsonLine({ provider: slug }));
      else deps.terminal.out(`The key of ${name} is removed.\n`);
    });
}
