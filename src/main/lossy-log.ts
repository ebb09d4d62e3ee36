/** Where a logger writes its lines. */
export interface LogDestination {
  write(line: string): void;
}

/**
 * Writes log lines as long as that works. A line that cannot be written (a full disk, a reader that is gone or does
 * not read) is lost, and counted in the next one that can: logging never ends the server.
 *
 * @param write writes bytes and returns how many it took, or throws
 */
export function lossyLog(write: (bytes: Uint8Array) => number): LogDestination {
  let lost = 0;
  return {
    write: (line) => {
      try {
        if (lost > 0)
          writeAll(write, `${JSON.stringify({ level: WARN, msg: 'log lines were lost', lost })}\n`);
        lost = 0;
        writeAll(write, line);
      } catch {
        lost += 1;
      }
    },
  };
}

/** pino's number for the level. */
const WARN = 40;

function writeAll(write: (bytes: Uint8Array) => number, text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(write(rest));
}
