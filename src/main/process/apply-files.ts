import { SightlineError } from '../../domain/errors.ts';
import { InvalidFile } from '../../pipeline/declare/apply/apply-file.ts';
import type { ApplyFiles } from '../../pipeline/declare/apply/apply-files.ts';
import { instead, TextThreads } from './text-threads.ts';

/** A form's largest file takes a tenth of this on an idle machine. */
const MOST_MS = 10_000;

/** Reads and writes apply files in threads: no file, however malformed, exceeds their limits or blocks requests. */
export function applyFilesInThread(threads = new TextThreads(), mostMs = MOST_MS): ApplyFiles {
  return {
    read: async (text) => {
      const read = await threads.run('readApplyFile', text, mostMs).catch(refuse);
      if ('problems' in read) throw new InvalidFile(read.problems);
      return read.organizations;
    },
    write: (organizations) => threads.run('writeApplyFile', organizations, mostMs).catch(refuse),
  };
}

function refuse(error: unknown): never {
  return instead(error, (of) => {
    throw new SightlineError(
      'invalid_file',
      `Nothing was applied: the file takes too much ${of} to read. Split it, or use \`sightline apply\` on the server.`,
    );
  });
}
