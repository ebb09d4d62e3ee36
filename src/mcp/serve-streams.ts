import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type McpDeps, mcpServer } from './mcp-server.ts';

/** Serves one client over a pair of streams, one message per line, until the client closes its end. */
export async function serveStreams(
  deps: McpDeps,
  { stdin, stdout }: { readonly stdin: Readable; readonly stdout: Writable },
): Promise<void> {
  const closed = finished(stdin, { writable: false }).catch(() => {});
  const handle = serveStdio(() => mcpServer(deps), { transport: new StdioServerTransport(stdin, stdout) });
  await closed;
  await handle.close();
}
