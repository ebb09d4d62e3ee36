import { readFile } from 'node:fs/promises';

const ROOT = new URL('../../../', import.meta.url);

/** A project file's text, such as package.json. */
export async function textOf(path: string): Promise<string> {
  return await readFile(new URL(path, ROOT), 'utf8');
}

/** A file in docs/; null if there is none. */
export async function readDocument(path: string): Promise<Buffer | null> {
  try {
    return await readFile(new URL(`docs/${path}`, ROOT));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
