import { leftOutWords } from '../traffic/left-out-words.ts';
import type { CountedLog } from '../traffic/log-files.ts';
import type { TaskContext } from './task-context.ts';
import { INTERRUPTED, UploadedFile } from './uploaded-file.ts';

/** Counts the crawls and visits in an uploaded log. A resumed task starts at the first line again. */
export async function logsTask(working: TaskContext): Promise<void> {
  // Loads the formats only in servers that import.
  const { countedLogOf, readGivenLog } = await import('../traffic/log-files.ts');
  const { deps, task, progress, stop } = working;
  const wasInterrupted = progress.state.done > 0;
  progress.restart();
  if (wasInterrupted) progress.tell(null, INTERRUPTED);
  const upload = new UploadedFile(working);
  const log = await readGivenLog(deps, task.brandId, task.id, {
    ...{ chunks: upload.parts(), stop },
    onProgress: (file) => progress.set({ done: upload.bytesRead, counts: countsOf(countedLogOf(file)) }),
  });
  for (const text of leftOutWords(log)) progress.tell(null, text);
}

function countsOf({ lines, crawls, visits, repeated, unread }: CountedLog): Record<string, number> {
  return { lines, crawls, visits, already_counted: repeated, unread_lines: unread };
}
