import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A clause about a brand, and its direction. */
export interface Clause {
  readonly language: string;
  readonly sign: '+' | '-' | '0';
  readonly text: string;
}

/**
 * A folder's lines: in `clauses` the words after a name, in `remarks` whole sentences, with `{}` for the
 * brand if they name it.
 */
export async function clausesIn(folder: string, kind: 'clauses' | 'remarks'): Promise<Clause[]> {
  const files = (await readdir(folder)).filter((name) => name.startsWith(`${kind}.`)).sort();
  const lists = await Promise.all(
    files.map(
      async (name) => [name.split('.')[1] ?? '', await readFile(join(folder, name), 'utf8')] as const,
    ),
  );
  return lists.flatMap(([language, text]) =>
    text.split('\n').flatMap((line) => {
      const [sign, clause] = line.split('\t');
      const isClause =
        (sign === '+' || sign === '-' || sign === '0') && clause !== undefined && clause !== '';
      return isClause ? [{ language, sign, text: clause }] : [];
    }),
  );
}
