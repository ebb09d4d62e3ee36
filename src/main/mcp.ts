import { readFile } from 'node:fs/promises';
import type { McpDoor } from '../http/mcp.ts';
import type { McpDeps } from '../mcp/mcp-server.ts';

const ROOT = new URL('../../', import.meta.url);

/** Answers MCP messages. The SDK is loaded with the first of them, so that a server without any does not carry it. */
export const mcpDoor: McpDoor = async ({ headers, body, run, onFailure }) => {
  const { answerRequest } = await import('../mcp/answer-request.ts');
  return await answerRequest({ run, onFailure, ...(await mcpSettings()) }, headers, body);
};

/** What every MCP server of this program says. */
export async function mcpSettings(): Promise<Pick<McpDeps, 'version' | 'method'>> {
  const { version } = JSON.parse(await textOf('package.json')) as { version: string };
  return { version, method: () => textOf('docs/concepts.md') };
}

async function textOf(path: string): Promise<string> {
  return await readFile(new URL(path, ROOT), 'utf8');
}
