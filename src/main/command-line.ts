import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { runCommand } from '../cli/program.ts';
import type { CliDeps, SettingFlags } from '../cli/shared/deps.ts';
import { Progress, type Terminal } from '../cli/shared/terminal.ts';
import { SightlineError } from '../domain/errors.ts';
import type { Store } from '../storage/driver/database.ts';
import { ask, askSecret } from './process/ask.ts';
import { publicSites } from './process/site-reader.ts';
import { END_SIGNALS, saveMemory, streamInLittleMemory, system } from './process/system.ts';
import { readConfig, retentionOf, SETTINGS, scheduleOf } from './settings/config.ts';
import { withSecretFiles } from './settings/secret-files.ts';

// Commands load their own code, so `--version` and `--help` answer immediately.

/** The parts of the process that a command line needs. */
export type Surroundings = Pick<NodeJS.Process, 'env' | 'stdin' | 'stdout' | 'stderr'>;

/** Runs one command line. @returns the exit code */
export async function runCommandLine(
  args: readonly string[],
  surroundings: Surroundings,
  version: string,
): Promise<number> {
  // The reader of our output may stop reading, as `head` does. That is not a failure.
  surroundings.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  return await runCommand(args, depsOf(surroundings, version));
}

function depsOf(surroundings: Surroundings, version: string): CliDeps {
  const { env, stdin, stdout, stderr } = surroundings;
  const terminal = terminalOf(surroundings);
  const settings = () => withSecretFiles(env);
  const configOf = async (flags: SettingFlags) => {
    if (stderr.isTTY) await warnOfUnknownVariables(settings(), stderr);
    return readConfig(settings(), flags);
  };
  const withStore = async <Result>(
    flags: SettingFlags,
    options: { mustExist?: true },
    work: (db: Store['main']) => Promise<Result>,
  ): Promise<Result> => {
    const { openConfiguredStore } = await import('./process/configured-store.ts');
    const progress = new Progress(terminal);
    const onUpgrade = () => progress.show('Bringing the store up to date');
    const config = await configOf(flags);
    const store = await openConfiguredStore(config, { ...options, onUpgrade }).finally(() =>
      progress.clear(),
    );
    return await work(store.main).finally(() => store.close());
  };
  return {
    ...system,
    version,
    terminal,
    settings: Object.entries(SETTINGS).flatMap(([name, { variable, flag, placeholder, standard, help }]) =>
      flag === null
        ? []
        : [
            {
              name,
              flags: `--${flag} <${placeholder}>`,
              help: `${help} (${variable}; default ${standard || 'none'})`,
            },
          ],
    ),
    saveMemory,
    streamInLittleMemory,
    withStore: (flags, work) => withStore(flags, { mustExist: true }, work),
    withStoreMade: (flags, work) => withStore(flags, {}, work),
    openFile: (path) => openFile(path, stdin),
    engines: async (flags, db) =>
      (await import('./process/own-engines.ts')).readAllEngines(settings(), db, await configOf(flags)),
    engineKeys: async (flags, db) =>
      (await import('./process/engine-keys.ts')).engineKeySettings(settings(), db, await configOf(flags)),
    sites: publicSites,
    secrets: async (flags) =>
      (await import('./settings/secrets.ts')).secretsOf(settings(), readConfig(settings(), flags)),
    senders: async (flags) => (await import('./process/senders.ts')).sendersOf(await configOf(flags)),
    stopSignal,
    backup: async (flags, path, options) =>
      (await import('../storage/driver/backup.ts')).backupStore(
        (await configOf(flags)).databaseUrl,
        path,
        options,
      ),
    watchSchedule: (flags) => scheduleOf(readConfig(settings(), flags)),
    retention: (flags) => retentionOf(readConfig(settings(), flags)),
    maxKeyDays: (flags) => readConfig(settings(), flags).maxKeyDays,
    serveMcp: async (flags, run) =>
      (await import('./process/serve-mcp.ts')).serveMcp(await configOf(flags), run, { stdin, stdout }),
    serve: async (flags, onListening) => {
      // First: code loaded later then takes a fifth less.
      saveMemory();
      return await (await import('./serve.ts')).serve(await configOf(flags), onListening, { version });
    },
    demo: async (flags, onListening, onProgress) =>
      (await import('./demo.ts')).demo(settings(), flags, onListening, version, onProgress),
  };
}

function terminalOf({ stdin, stdout, stderr }: Surroundings): Terminal {
  return {
    out: (text) => stdout.write(text),
    err: (text) => stderr.write(text),
    outIsTerminal: stdout.isTTY === true,
    columns: stdout.columns || null,
    errIsTerminal: stderr.isTTY === true,
    ask: stdin.isTTY && stderr.isTTY ? ask : null,
    askSecret: stdin.isTTY ? (question) => askSecret(question, { stdin, stderr }) : null,
    drained: async () => {
      if (stdout.writableNeedDrain) await once(stdout, 'drain');
    },
  };
}

async function warnOfUnknownVariables(
  env: Readonly<Record<string, string | undefined>>,
  stderr: Pick<NodeJS.WriteStream, 'write'>,
): Promise<void> {
  const { unknownVariables } = await import('./settings/unknown-variables.ts');
  for (const name of unknownVariables(env)) {
    stderr.write(`sightline: ignoring the unknown setting ${name}\n`);
  }
}

/** The first interrupt lets work in progress finish. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const name of END_SIGNALS) process.once(name, () => stopping.abort());
  return stopping.signal;
}

async function openFile(path: string, stdin: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  if (path === '-') return stdin;
  const file = await stat(path).catch(() => null);
  if (!file) throw new SightlineError('invalid_argument', `There is no file ${path}.`);
  if (file.isDirectory()) throw new SightlineError('invalid_argument', `${path} is a folder.`);
  return createReadStream(path, { highWaterMark: 256 * 1024 });
}
