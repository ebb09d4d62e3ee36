import { SightlineError } from '../../domain/errors.ts';
import { findInputPart } from '../../storage/tasks/inputs.ts';
import type { Working } from './working.ts';

/**
 * Stores the lines of an uploaded file that are about the task's brand. Who continues begins at the first line again: what
 * was stored is found, and counted as stored before.
 */
export async function importTask(working: Working): Promise<void> {
  // A server that imports nothing does not load what checks the lines.
  const { BadLines, whichLines } = await import('../intake/bad-lines.ts');
  const { importAnswers } = await import('../intake/ingest.ts');
  const { WHAT_IS_READ } = await import('../intake/other-formats.ts');
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
      if (group !== null) progress.retell(whichLines(group), reason);
    },
    onProgress: (soFar) => progress.set({ done: file.bytesRead, counts: { ...soFar } }),
  });
  if (summary.lines > 0 && summary.bad_lines === summary.lines)
    throw new SightlineError('bad_line', `Nothing was stored: every line is bad; ${WHAT_IS_READ}.`);
}

const INTERRUPTED = 'It was interrupted and continued. Lines stored until then are counted as stored before.';

class UploadedFile {
  readonly #working: Working;
  bytesRead = 0;

  constructor(working: Working) {
    this.#working = working;
  }

  async *parts(): AsyncGenerator<Uint8Array> {
    const { deps, task, breathe } = this.#working;
    const input = { brandId: task.brandId, task: task.publicId };
    for (let part = 0; ; part += 1) {
      const bytes = await findInputPart(deps.db, input, part);
      if (bytes === null) return;
      this.bytesRead += bytes.length;
      yield bytes;
      await breathe();
    }
  }
}
