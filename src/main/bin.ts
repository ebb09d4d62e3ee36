#!/usr/bin/env node
import { createReadStream, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { CliDeps, SettingFlags } from '../cli/deps.ts';
import { runCommand } from '../cli/program.ts';
import { SightlineError } from '../domain/errors.ts';
import { openConfiguredStore, system } from './compose.ts';
import { readConfig, SETTINGS } from './config.ts';
import { demo } from './demo.ts';
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
  withStore: async (flags, work) => {
    const store = await openConfiguredStore(configOf(flags));
    try {
      return await work(store.main);
    } finally {
      await store.close();
    }
  },
  openFile,
  serve: async (flags, onListening) => serve(configOf(flags), onListening),
  demo: async (flags, onListening) => demo(process.env, flags, onListening),
};

function configOf(flags: SettingFlags) {
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
