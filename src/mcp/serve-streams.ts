import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type McpDeps, mcpServer } from './mcp-server.ts';

/** Serves one client over a pair of streams, one message per line, until the client closes its end. */
export async function serveStreams(
  deps: McpDeps,
  { stdin, stdout }: { readonly stdin: Readable; readonly stdout: Writable },
): Promise<void> {
  const transport = new EndingTransport(stdin, stdout);
  const handle = serveStdio(() => mcpServer(deps), { transport });
  await transport.ended;
  await handle.close();
}

/** The SDK reserves the transport's close handler for itself. */
class EndingTransport extends StdioServerTransport {
  readonly #end = Promise.withResolvers<void>();
  readonly ended = this.#end.promise;

  override async close(): Promise<void> {
    await super.close();
    this.#end.resolve();
  }
}
