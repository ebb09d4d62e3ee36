import { zstdDecompressSync } from 'node:zlib';

/** The body of a stored reply, however it is kept. */
export function keptBody({
  body,
  packed,
}: {
  readonly body: string;
  readonly packed: Uint8Array | null;
}): string {
  return packed === null ? body : zstdDecompressSync(packed).toString('utf8');
}
