import { zstdDecompressSync } from 'node:zlib';

/** A stored reply's body. */
export function storedBody({ body }: { readonly body: Uint8Array }): string {
  return zstdDecompressSync(body).toString('utf8');
}
