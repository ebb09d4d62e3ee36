import { SightlineError } from '../../domain/errors.ts';
import { findImportOfTask, type Import } from '../../storage/answers/imports.ts';
import { withBrandLock } from '../../storage/directory/brand/brand-lock.ts';
import { forgetEmpty } from '../intake/import-records.ts';
import type { TaskContext } from './task-context.ts';
import { INTERRUPTED, UploadedFile } from './uploaded-file.ts';

/**
 * Imports an uploaded file's answers for the task's brand. A resumed task starts at the first line again and counts
 * stored lines as duplicates.
 */
export async function importTask(working: TaskContext): Promise<void> {
  const { deps, task } = working;
  const { db } = deps;
  const record = await findImportOfTask(db, task.brandId, task.publicId);
  if (record === null) throw new SightlineError('not_found', 'The import was undone.');
  try {
    await importUpload(working, record);
  } catch (error) {
    const isOver = !(error instanceof SightlineError) || error.code !== 'unavailable';
    if (isOver)
      await withBrandLock(db, task.brandId, (locked) => forgetEmpty(locked, task.brandId, record.id));
    throw error;
  }
}

async function importUpload(working: TaskContext, record: Import): Promise<void> {
  // Loads the line checker and the formats only in servers that import.
  const { BadLines, lineNumbersText } = await import('../intake/bad-lines.ts');
  const { importItems } = await import('../intake/ingest.ts');
  const { OWN_FORMAT, openImport } = await import('../intake/open-import.ts');
  const { deps, task, brand, progress, stop } = working;
  const wasInterrupted = progress.state.done > 0;
  progress.restart();
  if (wasInterrupted) progress.tell(null, INTERRUPTED);
  let file = new UploadedFile(working);
  const source = () => {
    file = new UploadedFile(working);
    return file.parts();
  };
  const opened = await openImport(source, JSON.parse(record.mapping) as string[]);
  const { fileName, startedBy, mapping, id, publicId } = record;
  const begun = { brandId: task.brandId, id, publicId };
  const bad = new BadLines();
  const { summary } = await importItems(deps, await opened.items(deps.db, brand, deps.now()), {
    brand,
    stop,
    source: { fileName, startedBy, mapping, tool: opened.tool, task: task.publicId, begun },
    onBadLine: (line, reason) => {
      const group = bad.add(line, reason);
      if (group !== null) progress.retell(lineNumbersText(group), reason);
    },
    onProgress: (soFar) => progress.set({ done: file.bytesRead, counts: { ...soFar } }),
  });
  if (summary.lines > 0 && summary.bad_lines === summary.lines)
    throw new SightlineError('bad_line', `Stored nothing: every line is bad; ${OWN_FORMAT}.`);
}
