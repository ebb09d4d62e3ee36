import { dirname, join, sep } from 'node:path';

/** Which functions change the store, from the source's text: those with a statement that writes, and those that name one of them. */

export interface SourceFile {
  /** In src/. */
  readonly path: string;
  readonly text: string;
}

interface Imported {
  readonly path: string;
  readonly name: string;
}

interface Declaration {
  readonly writes: boolean;
  readonly words: ReadonlySet<string>;
}

const WRITES =
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(|\b(?:INSERT\s+INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM|TRUNCATE|DROP\s+TABLE)\b/i;
const TOP = /^(?=(?:export\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|const|let|class)\s)/m;
const NAME = /^(?:export\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|const|let|class)\s+([\w$]+)/;
const STATIC = /^(?:import|export)\s*\{([^}]*)\}\s*from\s*'(\.[^']*)'/gm;
const DYNAMIC = /const\s*\{([^}]*)\}\s*=\s*await\s+import\(\s*'(\.[^']*)'/g;

/** The values that a file imports, by their names in it. */
function importsOf({ path, text }: SourceFile): Map<string, Imported> {
  const found = new Map<string, Imported>();
  for (const [, names = '', from = ''] of [...text.matchAll(STATIC), ...text.matchAll(DYNAMIC)]) {
    for (const each of names.split(',').map((part) => part.trim())) {
      if (each === '' || each.startsWith('type ')) continue;
      const [name = '', local = name] = each.split(/\s+as\s+|\s*:\s*/);
      found.set(local, { path: join(dirname(path), from).split(sep).join('/'), name });
    }
  }
  return found;
}

function declarationsOf({ text }: SourceFile): Map<string, Declaration> {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  return new Map(
    code.split(TOP).flatMap((part) => {
      const name = NAME.exec(part)?.[1];
      return name === undefined
        ? []
        : [[name, { writes: WRITES.test(part), words: new Set(part.match(/[\w$]+/g)) }]];
    }),
  );
}

/**
 * What files with these paths do to the store without an action: `path name` for each function that writes and that they import, and `path`
 * for a file with a statement of its own.
 */
export function writersIn(files: readonly SourceFile[], paths: RegExp): string[] {
  const read = files
    .filter(({ path }) => !path.startsWith('actions/'))
    .map((file) => ({ path: file.path, imports: importsOf(file), declarations: declarationsOf(file) }));
  const writing: string[] = [];
  const users = new Map<string, string[]>();
  const use = (user: string, used: string) => {
    const known = users.get(used);
    if (known) known.push(user);
    else users.set(used, [user]);
  };
  for (const { path, imports, declarations } of read) {
    for (const [local, { path: from, name }] of imports) use(`${path} ${local}`, `${from} ${name}`);
    for (const [name, { writes, words }] of declarations) {
      if (writes) writing.push(`${path} ${name}`);
      for (const word of words)
        if (imports.has(word) || declarations.has(word)) use(`${path} ${name}`, `${path} ${word}`);
    }
  }
  const writers = new Set(writing);
  for (const writer of writers) for (const user of users.get(writer) ?? []) writers.add(user);
  return read
    .filter(({ path }) => paths.test(path))
    .flatMap(({ path, imports }) => [
      ...(writing.some((each) => each.startsWith(`${path} `)) ? [path] : []),
      ...[...imports.values()]
        .filter((each) => !paths.test(each.path) && writers.has(`${each.path} ${each.name}`))
        .map(({ name }) => `${path} ${name}`),
    ])
    .sort();
}
