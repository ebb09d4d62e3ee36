import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs one line as a shell does. @returns its exit code, and all that it printed */
export async function runLine(
  line: string,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<{ code: number | null; printed: string }> {
  const child = spawn('sh', ['-c', line], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (printed += piece));
  const [code] = await once(child, 'close');
  return { code, printed };
}
