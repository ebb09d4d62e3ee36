import type { Propose } from '../../mcp/propose-tool.ts';
import { serveStreams } from '../../mcp/serve-streams.ts';
import type { SiteReader } from '../../pipeline/site/site-reader.ts';
import type { ReportRunner } from '../../reports/report-runner.ts';
import type { Config } from '../settings/config.ts';
import { loggerFor } from './logger.ts';
import { mcpSettings } from './mcp.ts';
import { publicSites } from './site-reader.ts';

/** Serves MCP to the program on standard input and output, until it closes them. */
export async function serveMcp(
  config: Config,
  run: ReportRunner,
  streams: Pick<NodeJS.Process, 'stdin' | 'stdout'>,
): Promise<void> {
  const logger = loggerFor(config);
  const onFailure = (error: unknown) => logger.error({ err: error }, 'request failed');
  const propose = proposerWith(publicSites());
  await serveStreams({ run, onFailure, propose, ...(await mcpSettings()) }, streams);
}

/** Proposes from a site's pages, and stores nothing. */
export function proposerWith(sites: SiteReader): Propose {
  return async (domain, stop) => {
    const { proposalsOf } = await import('../../propose/proposals.ts');
    const { setupAsJson } = await import('../../pipeline/site/proposed-setup.ts');
    const site = await sites.read(domain, stop);
    return setupAsJson(site, proposalsOf(site));
  };
}
