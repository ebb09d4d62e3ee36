import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommandLine, type Surroundings } from '../../src/main/command-line.ts';
import type { CliResult } from './cli.ts';

/** Runs the real command line in this process, with only these variables, on the stores that they name. */
export async function runHere(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  stdin = '',
): Promise<CliResult> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const surroundings = { env: { ...env }, stdin: Readable.from([Buffer.from(stdin)]), stdout, stderr };
  const code = await runCommandLine(args, surroundings as unknown as Surroundings, '1.2.3');
  return { code, out: await text(stdout.end()), err: await text(stderr.end()) };
}
