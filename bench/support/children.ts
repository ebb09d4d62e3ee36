import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Cleanup } from './cleanup.ts';

/** A server in its own process. */
export interface Served {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** In addition to the variables of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called for each line on standard error, which otherwise goes to this process's. */
  readonly onLog?: (line: string) => void;
}

const START_MS = 120_000;

/** Scripts are named by their path from this folder. */
const BENCH = new URL('../', import.meta.url);

/** The built program, as users run it (`npm run build`): removing types from sources takes 30 MB. */
export const PROGRAM = '../dist/main/bin.js';

/** The program from its sources, without a build. */
export const SOURCES = '../src/main/bin.ts';

/** Starts a script that prints `{"base_url"}` on its first line once it listens, and runs until stopped. */
export async function startServer(
  script: string,
  args: readonly string[],
  cleanup: Cleanup,
  options: ServerOptions,
): Promise<Served> {
  const child = startScript(script, args, options);
  const stop = cleanup.add(() => stopped(child));
  const first = await firstLine(child);
  const { base_url } = JSON.parse(first) as { base_url: string };
  return { baseUrl: base_url, stop };
}

function startScript(
  script: string,
  args: readonly string[],
  { env = {}, onLog }: ServerOptions,
): ChildProcess {
  const path = fileURLToPath(new URL(script, BENCH));
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ['pipe', 'pipe', onLog ? 'pipe' : 'inherit'],
    env: { ...process.env, ...env },
  });
  if (onLog && child.stderr) createInterface(child.stderr).on('line', onLog);
  return child;
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('a child process was started without its output');
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(START_MS)]);
  const lines = createInterface(child.stdout);
  const [line] = (await once(lines, 'line', { signal })) as [string];
  return line;
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

/** Clock ticks per second in /proc, equal on every Linux that Node runs on. */
const TICKS = 100;

/** A process's processor time in seconds; null on a system without /proc. */
export function processorSeconds(pid: number): number | null {
  const stat = procFile(pid, 'stat');
  if (stat === null) return null;
  // The name in parentheses may hold spaces. After it: state, then user time as field 12 and system time as field 13.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

function procFile(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return null;
  }
}
