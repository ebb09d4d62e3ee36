import { zstdDecompressSync } from 'node:zlib';

/** A stored reply's body. */
export function keptBody({ body }: { readonly body: Uint8Array }): string {
  return zstdDecompressSync(body).toString('utf8');
}
