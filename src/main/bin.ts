#!/usr/bin/env node
import { createReadStream, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { CliDeps, SettingFlags } from '../cli/deps.ts';
import { runCommand } from '../cli/program.ts';
import { SightlineError } from '../domain/errors.ts';
import type { Store } from '../storage/driver/database.ts';
import { openConfiguredStore, system } from './compose.ts';
import { readConfig, SETTINGS, unknownVariables } from './config.ts';
import { demo } from './demo.ts';
import { readEngines } from './engines.ts';
import { secretsOf } from './secrets.ts';
import { serve } from './serve.ts';

const deps: CliDeps = {
  ...system,
  version: versionOf(new URL('../../package.json', import.meta.url)),
  terminal: {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    outIsTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
  },
  settings: Object.entries(SETTINGS).map(([name, { variable, flag, placeholder, standard, help }]) => ({
    name,
    flags: `--${flag} <${placeholder}>`,
    help: `${help} (${variable}; default ${standard || 'none'})`,
  })),
  withStore: (flags, work) => withStore(flags, { mustExist: true }, work),
  withStoreMade: (flags, work) => withStore(flags, {}, work),
  openFile,
  engines: () => readEngines(process.env),
  secrets: (flags) => secretsOf(process.env, configOf(flags)),
  stopSignal,
  comparisonDays: (flags) => configOf(flags).comparisonDays,
  serve: async (flags, onListening) => serve(configOf(flags), onListening),
  demo: async (flags, onListening) => demo(process.env, flags, onListening),
};

/** A first interrupt lets what is under way end by itself. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
  return stopping.signal;
}

async function withStore<Result>(
  flags: SettingFlags,
  options: { mustExist?: true },
  work: (db: Store['main']) => Promise<Result>,
): Promise<Result> {
  const store = await openConfiguredStore(configOf(flags), options);
  try {
    return await work(store.main);
  } finally {
    await store.close();
  }
}

function configOf(flags: SettingFlags) {
  for (const name of process.stderr.isTTY ? unknownVariables(process.env) : []) {
    process.stderr.write(`sightline: there is no setting ${name}; it is ignored\n`);
  }
  return readConfig(process.env, flags);
}

function versionOf(packageFile: URL): string {
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;
}

async function openFile(path: string): Promise<AsyncIterable<Uint8Array>> {
  if (path === '-') return process.stdin;
  const file = await stat(path).catch(() => null);
  if (!file) throw new SightlineError('invalid_argument', `There is no file ${path}.`);
  if (file.isDirectory()) throw new SightlineError('invalid_argument', `${path} is a folder.`);
  return createReadStream(path, { highWaterMark: 256 * 1024 });
}

// Whoever reads our output may stop reading, as `head` does. That is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await runCommand(process.argv.slice(2), deps);
