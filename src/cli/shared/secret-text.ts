import type { CliDeps } from './deps.ts';

/** A longer text on standard input is not a key. */
const LONGEST_TEXT = 1000;

/**
 * A secret from the terminal without echo, or from standard input; never from an argument, which other users of the
 * machine can see. '' for none.
 */
export async function secretText(deps: CliDeps, question: string): Promise<string> {
  const { askSecret } = deps.terminal;
  const text = askSecret === null ? await standardInput(deps) : await askSecret(question);
  return text?.trim() ?? '';
}

async function standardInput(deps: CliDeps): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of await deps.openFile('-')) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > LONGEST_TEXT) break;
  }
  return text;
}
