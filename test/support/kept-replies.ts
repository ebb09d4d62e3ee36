import { zstdDecompressSync } from 'node:zlib';

/** The body of a stored reply. */
export function keptBody({ body }: { readonly body: Uint8Array }): string {
  return zstdDecompressSync(body).toString('utf8');
}
