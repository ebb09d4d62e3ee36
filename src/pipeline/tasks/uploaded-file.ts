import { findInputPart } from '../../storage/tasks/inputs.ts';
import type { TaskContext } from './task-context.ts';

export const INTERRUPTED = 'It continued after an interruption. Lines from before it count as stored before.';

/** The file that a task was started with. */
export class UploadedFile {
  readonly #working: TaskContext;
  bytesRead = 0;

  constructor(working: TaskContext) {
    this.#working = working;
  }

  async *parts(): AsyncGenerator<Uint8Array> {
    const { deps, task, yieldToTimers } = this.#working;
    const input = { brandId: task.brandId, task: task.publicId };
    for (let part = 0; ; part += 1) {
      const bytes = await findInputPart(deps.db, input, part);
      if (bytes === null) return;
      this.bytesRead += bytes.length;
      yield bytes;
      await yieldToTimers();
    }
  }
}
