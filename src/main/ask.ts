import { createInterface } from 'node:readline/promises';

/** Asks the person at the terminal; anything but yes is no. */
export async function ask(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(question)).trim());
  } catch {
    return false; // Ctrl-C or the end of input.
  } finally {
    lines.close();
  }
}
