import type { FastifyInstance, FastifyReply } from 'fastify';
import { SightlineError } from '../../domain/errors.ts';

/** Reads a file in docs/ by its path there; null if there is none. */
export type ReadDocument = (path: string) => Promise<Buffer | null>;

/** Pages load only their own pictures. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves docs/ at /docs: each document as a page, with the navigation of docs/index.md. */
export function addDocuments(app: FastifyInstance, read: ReadDocument): void {
  // Cached on first use: documents change only with the version.
  const pages = new Map<string, Promise<string>>();
  const send = async (reply: FastifyReply, file: string) => {
    const page = pages.get(file) ?? pageOf(read, file);
    pages.set(file, page);
    page.catch(() => pages.delete(file));
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PAGE_POLICY };
    return reply.headers(headers).send(await page);
  };
  app.get('/docs', (_, reply) => send(reply, 'index.md'));
  app.get<{ Params: { page: string } }>('/docs/:page', ({ params }, reply) =>
    send(reply, `${named(params.page)}.md`),
  );
  app.get<{ Params: { folder: string; file: string } }>('/docs/:folder/:file', async ({ params }, reply) => {
    const path = `${named(params.folder)}/${named(params.file)}`;
    if (!path.endsWith('.webp')) return await send(reply, `${path}.md`);
    return reply.type('image/webp').send(await existing(read, path));
  });
}

/** A path segment that is a plain name. */
function named(part: string): string {
  if (/^[a-z0-9-]+(?:\.[a-z]+)?$/.test(part)) return part;
  throw new SightlineError('not_found', 'There is no such document.');
}

async function existing(read: ReadDocument, path: string): Promise<Buffer> {
  const found = await read(path);
  if (found === null) throw new SightlineError('not_found', 'There is no such document.');
  return found;
}

/** Loads the parser with the first page, so that a server without readers does not carry it. */
async function pageOf(read: ReadDocument, file: string): Promise<string> {
  const { documentPage } = await import('./page.ts');
  const [text, index] = await Promise.all([existing(read, file), existing(read, 'index.md')]);
  return documentPage({ file, text: text.toString(), index: index.toString() });
}
