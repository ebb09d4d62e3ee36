import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What can be said of a brand, and whether it speaks for it. */
export interface Clause {
  readonly language: string;
  readonly sign: '+' | '-' | '0';
  readonly text: string;
}

/**
 * What the files of a folder say, a line each: in `clauses` the words behind a name, in `remarks` whole sentences, with `{}` where
 * they name the brand.
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
