import {
  type CacheHint,
  type CallToolResult,
  McpServer,
  ResourceTemplate,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { HOUR_MS } from '../domain/period.ts';
import { callTool, type ToolDeps } from './call-tool.ts';
import { type AssistantPrompt, PROMPTS } from './prompts.ts';
import { type Document, REPORT_TOOLS, RULES } from './report-tool.ts';
import { readAnswer } from './resources.ts';

/** What the door is made from. */
export interface McpDeps extends ToolDeps {
  readonly version: string;
  /** The page on method, in Markdown. */
  readonly method: () => Promise<string>;
}

const INSTRUCTIONS = [
  'Sightline reports how often AI answer engines name and cite a brand, and which sites they read. Every tool only reads. ' +
    'Call `me` first for the rules behind the numbers, and `brands` if a tool asks for `brand`.',
  'Which tool: `visibility` for how often the brand is named and cited, `presence` for every competitor on every engine, ' +
    '`trend` for days or weeks; `competitors` and `share-of-voice` for the brand among its competitors; `sentiment` for ' +
    'framing; `definitions` for the same answers as other products define their figures; `questions` for what is asked; ' +
    '`sources` and `pages` for what the engines cite, `recommendations` for sites where competitors are named and the ' +
    'brand is not, `searches` for what the engines searched for; `alerts` for what changed, `comparisons` for why ' +
    'something is not an alert; `claim` before stating a change, a rank or a comparison; `answers` for the answers behind ' +
    'any of these figures.',
  `${RULES} The resource \`sightline://method\` explains what is counted.`,
].join('\n\n');

/** The lists change with the version only; what an answer says may change whenever the answers are read again. */
const LASTING: CacheHint = { ttlMs: HOUR_MS, cacheScope: 'private' };
const PASSING: CacheHint = { ttlMs: 0, cacheScope: 'private' };

/** A server for one request, or one connection, of one caller. It holds nothing between requests. */
export function mcpServer(deps: McpDeps): McpServer {
  const server = new McpServer(
    { name: 'sightline', title: 'Sightline', version: deps.version },
    {
      instructions: INSTRUCTIONS,
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false },
      },
      cacheHints: {
        'tools/list': LASTING,
        'prompts/list': LASTING,
        'resources/list': LASTING,
        'resources/templates/list': LASTING,
        'server/discover': LASTING,
        'resources/read': PASSING,
      },
      jsonSchemaValidator: UNUSED_VALIDATOR,
    },
  );
  addTools(server, deps);
  for (const prompt of PROMPTS) addPrompt(server, prompt);
  addResources(server, deps);
  return server;
}

function addTools(server: McpServer, deps: ToolDeps): void {
  for (const tool of REPORT_TOOLS) {
    const { report, title, description } = tool;
    server.registerTool(
      report.name,
      {
        title,
        description,
        inputSchema: describedBy(tool.inputSchema),
        outputSchema: describedBy(tool.outputSchema),
        annotations: {
          title,
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
      },
      (given: unknown): Promise<CallToolResult> => callTool(deps, tool, given),
    );
  }
}

function addPrompt(server: McpServer, { name, title, description, argument, text }: AssistantPrompt): void {
  const properties = { [argument.name]: { type: 'string', description: argument.description } };
  server.registerPrompt(
    name,
    { title, description, argsSchema: describedBy({ type: 'object', properties }) },
    (given: unknown) => {
      const value = (given as Record<string, unknown> | undefined)?.[argument.name];
      const asked = typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
      return { messages: [{ role: 'user', content: { type: 'text', text: text(asked) } }] };
    },
  );
}

function addResources(server: McpServer, deps: McpDeps): void {
  server.registerResource(
    'method',
    'sightline://method',
    {
      title: 'What is counted, and how to read the numbers',
      description:
        'The method behind every report: what a rate is over, when it is null, and what is never counted.',
      mimeType: 'text/markdown',
      cacheHint: LASTING,
    },
    async ({ href }) => ({
      contents: [{ uri: href, mimeType: 'text/markdown', text: await deps.method() }],
    }),
  );
  server.registerResource(
    'answer',
    new ResourceTemplate('sightline://answers/{id}', { list: undefined }),
    {
      title: 'An answer',
      description:
        'One stored answer whole, with its mentions and citations. The tool `answers` has the ids.',
      mimeType: 'application/json',
    },
    async ({ href }, { id }) => ({
      contents: [{ uri: href, mimeType: 'application/json', text: await readAnswer(deps, href, String(id)) }],
    }),
  );
}

/**
 * A schema that the SDK shows and does not check. Arguments are checked where every door's parameters are, so that they are
 * refused alike; what reports return is held to their schemas by the tests.
 */
function describedBy(document: Document): StandardSchemaWithJSON {
  return {
    '~standard': {
      version: 1,
      vendor: 'sightline',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => document, output: () => document },
    },
  };
}

/** The SDK makes a validator for what clients are asked, which this server never does. */
const UNUSED_VALIDATOR = {
  getValidator: () => {
    throw new Error('Nothing is asked of a client.');
  },
};
