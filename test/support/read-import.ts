import { importMappingOf } from '../../src/exchange/mapping.ts';
import { type ImportFile, openFile } from '../../src/exchange/open-file.ts';
import { type ImportPlan, planOf, readRows } from '../../src/exchange/read-rows.ts';
import { type ImportRow, isLeftOut, type LeftOutRow } from '../../src/exchange/rows.ts';

/** A file in small pieces, so that each rule also holds where a piece ends. */
export function sourceOf(file: string | Uint8Array, piece = 7): () => AsyncGenerator<Uint8Array> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  return async function* () {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  };
}

/** All of a file's rows, of each only what it has. The brand is Tandemly. */
export async function readAll(
  content: string | Uint8Array,
  entries: readonly string[] = [],
): Promise<{ file: ImportFile; plan: ImportPlan; rows: Record<string, unknown>[] }> {
  const file = await openFile(sourceOf(content, content.length > 100_000 ? 50_000 : 7));
  const plan = await planOf(file, importMappingOf(entries));
  const rows: Record<string, unknown>[] = [];
  const options = { now: Date.UTC(2026, 10, 29), names: ['Tandemly'] };
  for await (const row of readRows(file, plan, options)) rows.push(shown(row));
  return { file, plan, rows };
}

function shown(row: ImportRow | LeftOutRow): Record<string, unknown> {
  const { collectedAt, theirs } = row;
  const fields = {
    ...row,
    externalId: null,
    collectedAt: collectedAt === null ? null : new Date(collectedAt).toISOString(),
    theirs: theirs.named === null && theirs.position === null ? null : theirs,
    ...(!isLeftOut(row) && { citations: row.citations?.map(({ url }) => url) ?? null }),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
