import type { Readable, Writable } from 'node:stream';
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { MOST_MESSAGE_BYTES } from '../domain/web/mcp-message.ts';
import {
  droppedRefusal,
  INVALID_REQUEST,
  idOf,
  NO_BATCHES,
  PARSE_ERROR,
  parseJson,
  rpcErrorBody,
} from './json-rpc.ts';
import { type McpDeps, mcpServer } from './mcp-server.ts';
import { ShortLines } from './short-lines.ts';

/** Serves one client over a pair of streams, one message per line, until the client closes its end. */
export async function serveStreams(
  deps: McpDeps,
  { stdin, stdout }: { readonly stdin: Readable; readonly stdout: Writable },
): Promise<void> {
  const reply = (message: object) => stdout.write(`${JSON.stringify(message)}\n`);
  const lines = new ShortLines(
    (id) => reply(tooLong(id)),
    (line) => {
      const refusal = refusalOf(line.toString());
      if (refusal !== null) reply(refusal);
      return refusal === null;
    },
  );
  const transport = new EndingTransport(lines, stdout);
  stdin.on('error', (error) => lines.destroy(error)).pipe(lines);
  const handle = serveStdio(() => mcpServer(deps), { transport });
  await transport.ended;
  stdin.unpipe(lines).pause();
  await handle.close();
}

/** The SDK closes the connection at 10 MB, and buffers everything until then. */
function tooLong(id: string | number | null): object {
  return rpcErrorBody(INVALID_REQUEST, `A message may have at most ${MOST_MESSAGE_BYTES / 1024} KB.`, id);
}

/** The reply to a line that is no message, which the SDK ignores; null for a message or a blank line. */
function refusalOf(line: string): object | null {
  if (line.trim() === '') return null;
  const message = parseJson(line);
  if (message === undefined) return rpcErrorBody(PARSE_ERROR, 'The line is not JSON.', null);
  if (Array.isArray(message)) return rpcErrorBody(INVALID_REQUEST, NO_BATCHES, null);
  try {
    parseJSONRPCMessage(message);
    return droppedRefusal(message);
  } catch {
    return rpcErrorBody(INVALID_REQUEST, 'This is not a message of JSON-RPC 2.0.', idOf(message));
  }
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
