import { SightlineError } from '../../domain/errors.ts';
import type { TaskContext } from './task-context.ts';
import { INTERRUPTED, UploadedFile } from './uploaded-file.ts';

/**
 * Imports the lines of an uploaded file that name the task's brand. A resumed task starts at the first line again and
 * counts stored lines as duplicates.
 */
export async function importTask(working: TaskContext): Promise<void> {
  // Loads the line checker only in servers that import.
  const { BadLines, lineNumbersText } = await import('../intake/bad-lines.ts');
  const { importAnswers } = await import('../intake/ingest.ts');
  const { SUPPORTED_FORMATS } = await import('../intake/other-formats.ts');
  const { deps, brand, progress, stop } = working;
  const wasInterrupted = progress.state.done > 0;
  progress.restart();
  if (wasInterrupted) progress.tell(null, INTERRUPTED);
  const file = new UploadedFile(working);
  const bad = new BadLines();
  const summary = await importAnswers(deps, file.parts(), {
    brand,
    stop,
    onBadLine: (line, reason) => {
      const group = bad.add(line, reason);
      if (group !== null) progress.retell(lineNumbersText(group), reason);
    },
    onProgress: (soFar) => progress.set({ done: file.bytesRead, counts: { ...soFar } }),
  });
  if (summary.lines > 0 && summary.bad_lines === summary.lines)
    throw new SightlineError('bad_line', `Stored nothing: every line is bad; ${SUPPORTED_FORMATS}.`);
}
