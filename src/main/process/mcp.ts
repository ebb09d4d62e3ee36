import type { McpHandler } from '../../http/mcp.ts';
import type { McpDeps } from '../../mcp/mcp-server.ts';
import { textOf } from './documents.ts';

/** Answers MCP messages. The SDK is loaded with the first of them, so that a server without any does not carry it. */
export const handleMcp: McpHandler = async ({ headers, body, run, act, onFailure }) => {
  const { answerRequest } = await import('../../mcp/answer-request.ts');
  return await answerRequest({ run, act, onFailure, ...(await mcpSettings()) }, headers, body);
};

/** The version and the method text that every MCP server here sends. */
export async function mcpSettings(): Promise<Pick<McpDeps, 'version' | 'method'>> {
  const { version } = JSON.parse(await textOf('package.json')) as { version: string };
  return { version, method: () => textOf('docs/concepts.md') };
}
