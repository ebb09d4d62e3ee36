import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks the person at the terminal; anything but yes is no. */
export async function ask(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(question)).trim());
  } catch {
    return false; // Ctrl-C, or the input ended.
  } finally {
    lines.close();
  }
}

/** Asks for a text without echo. @returns null if the person cancels */
export async function askSecret(
  question: string,
  { stdin, stderr }: Pick<NodeJS.Process, 'stdin' | 'stderr'>,
): Promise<string | null> {
  // In raw mode, the terminal leaves the echo to readline, which writes it nowhere.
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
  stderr.write(question);
  try {
    return await lines.question('');
  } catch {
    return null; // Ctrl-C, or the input ended.
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
