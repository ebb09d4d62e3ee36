/** Where a logger writes its lines. */
export interface LogDestination {
  write(line: string): void;
}

/**
 * Writes log lines while that works. A line that fails (a full disk, a reader that is gone or slow) is lost, and the
 * next successful line counts it: logging never ends the server.
 *
 * @param write writes bytes and returns how many it took, or throws
 */
export function lossyLog(write: (bytes: Uint8Array) => number): LogDestination {
  let lost = 0;
  /** Whether the last write ended in the middle of a line. */
  let isCut = false;
  const writeAll = (text: string) => {
    let rest: Uint8Array = Buffer.from(text);
    while (rest.length > 0) {
      rest = rest.subarray(write(rest));
      isCut = rest.length > 0;
    }
  };
  const tellLoss = () => {
    if (lost === 0) return;
    writeAll(`${isCut ? '\n' : ''}${JSON.stringify({ level: WARN, msg: 'lost log lines', lost })}\n`);
    lost = 0;
  };
  return {
    write: (line) => {
      try {
        tellLoss();
        writeAll(line);
      } catch {
        lost += 1;
      }
    },
  };
}

/** pino's number for the level. */
const WARN = 40;
