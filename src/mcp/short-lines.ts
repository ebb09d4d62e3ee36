import { Transform, type TransformCallback } from 'node:stream';
import { MOST_MESSAGE_BYTES } from '../domain/web/mcp-message.ts';

const NEWLINE = 0x0a;

/** How many bytes at the end of a long line may contain its id. */
const END_BYTES = 256;

/**
 * Passes on each accepted line as one chunk. Of a line that is too long, only the first part and the last bytes are ever in memory;
 * `refuse` gets the message's id if one is there.
 */
export class ShortLines extends Transform {
  readonly #refuse: (id: string | number | null) => void;
  readonly #accepts: (line: Buffer) => boolean;
  #line: Buffer = Buffer.alloc(0);
  /** The last bytes if a line is already too long; null otherwise. */
  #end: Buffer | null = null;

  constructor(refuse: (id: string | number | null) => void, accepts: (line: Buffer) => boolean = () => true) {
    super();
    this.#refuse = refuse;
    this.#accepts = accepts;
  }

  override _transform(piece: Buffer, _encoding: string, done: TransformCallback): void {
    let from = 0;
    for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, from)) {
      this.#add(piece.subarray(from, at));
      this.#finish();
      from = at + 1;
    }
    this.#add(piece.subarray(from));
    done();
  }

  /** An unfinished line is no message; one that is too long is still refused. */
  override _flush(done: TransformCallback): void {
    if (this.#end !== null) this.#finish();
    done();
  }

  #add(bytes: Buffer): void {
    const room = MOST_MESSAGE_BYTES - this.#line.length;
    if (this.#end !== null) this.#end = endOf(this.#end, bytes);
    else if (bytes.length > room) this.#end = endOf(this.#line, bytes);
    if (room > 0) this.#line = Buffer.concat([this.#line, bytes.subarray(0, room)]);
  }

  #finish(): void {
    if (this.#end !== null) this.#refuse(idOf(this.#line.toString(), this.#end.toString()));
    else if (this.#accepts(this.#line)) this.push(Buffer.concat([this.#line, Buffer.of(NEWLINE)]));
    this.#line = Buffer.alloc(0);
    this.#end = null;
  }
}

/** The last bytes from both, copied. */
function endOf(before: Buffer, bytes: Buffer): Buffer {
  return Buffer.concat([before.subarray(-END_BYTES), bytes.subarray(-END_BYTES)]).subarray(-END_BYTES);
}

const ID = '"id"\\s*:\\s*(\\d{1,15}|"[^"\\\\]{1,100}")';
const ID_FIRST = new RegExp(`^\\s*\\{\\s*(?:"jsonrpc"\\s*:\\s*"2\\.0"\\s*,\\s*)?${ID}\\s*,`);
const ID_LAST = new RegExp(`,\\s*${ID}\\s*\\}\\s*$`);

/** The id of a message, from its start or end, where clients write it; further inside, an id may belong to an argument. */
function idOf(start: string, end: string): string | number | null {
  const found = ID_FIRST.exec(start)?.[1] ?? ID_LAST.exec(end)?.[1];
  return found === undefined ? null : (JSON.parse(found) as string | number);
}
