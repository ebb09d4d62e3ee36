import { serveStreams } from '../../mcp/serve-streams.ts';
import type { ReportRunner } from '../../reports/report-runner.ts';
import type { Config } from '../settings/config.ts';
import { loggerFor } from './logger.ts';
import { mcpSettings } from './mcp.ts';

/** Serves MCP to the program on standard input and output, until it closes them. */
export async function serveMcp(
  config: Config,
  run: ReportRunner,
  streams: Pick<NodeJS.Process, 'stdin' | 'stdout'>,
): Promise<void> {
  const logger = loggerFor(config);
  const onFailure = (error: unknown) => logger.error({ err: error }, 'request failed');
  await serveStreams({ run, onFailure, ...(await mcpSettings()) }, streams);
}
