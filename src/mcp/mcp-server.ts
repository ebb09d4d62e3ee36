import {
  type CacheHint,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type Tool,
} from '@modelcontextprotocol/server';
import type { ActionRunner } from '../actions/by-key.ts';
import { isPublicId } from '../domain/access/public-id.ts';
import { type CollectionMethod, ENGINES } from '../domain/answers/engine.ts';
import { errorBody, SightlineError } from '../domain/errors.ts';
import { HOUR_MS } from '../domain/time/period.ts';
import type { ReportNamed } from '../reports/index.ts';
import { askReport } from '../reports/report-runner.ts';
import type { EnvelopeOf } from '../reports/run/run-report.ts';
import { actionNamed, actionToolsFor, callAction } from './action-tool.ts';
import { callTool, isInternal, refusalsOf, type ToolDeps } from './call-tool.ts';
import { REPORT_TOOLS, RULES } from './report-tool.ts';

export interface McpDeps extends ToolDeps {
  readonly version: string;
  /** The statistics page, in Markdown. */
  readonly method: () => Promise<string>;
  /** Only for a key. */
  readonly act?: ActionRunner;
}

const slugsOf = (method: CollectionMethod) =>
  ENGINES.flatMap((each) => (each.method === method ? [`\`${each.slug}\``] : [])).join(', ');

const INSTRUCTIONS = [
  'Sightline reports how often AI answer engines name and cite a brand, and which sites they read. Tools that change ' +
    'something take `dry_run`, which is on by default; all others only read. Call `me` first for the rules behind the numbers, and `brands` if a tool asks for `brand`.',
  'Which tool: `visibility` for how often engines name and cite the brand, `presence` for every competitor on every ' +
    'engine, `trend` for days or weeks; `todo` for what to do first; `competitors` and `share-of-voice` for the brand among its competitors; `sentiment` ' +
    "for framing; `definitions` for the same answers by other products' definitions; `questions` for the questions asked; " +
    "`sources` and `pages` for the engines' citations, `recommendations` for sites cited where answers name competitors " +
    "and not the brand, `searches` for the engines' searches, `cards` for ads and products beside their text; `changes` " +
    'for what changed, since when, and whether it holds: quote its `sentence`; `alerts` for each report of one, `comparisons` for why something is not an alert; `claim` before stating a change or a comparison; ' +
    '`answers` for the answers behind any of these figures.',
  `Engines have slugs. ${slugsOf('api')} are model APIs, which answer differently from the apps that people use; ` +
    `${slugsOf('scraper')} are such apps; ${slugsOf('serp')} are on Google's result pages. Say which engine a figure ` +
    'comes from.',
  'Window: every tool has the 28 last finished UTC days by default, so figures from several tools fit together. `days`, at ' +
    'most 365, are rolling, up to now. Or name the ends: `from` and `until` are days such as 2026-11-01, ' +
    "or instants; `month` is one such as 2026-11. `compare` adds each row's figures in an earlier window (`previous`, " +
    '`year`, or from a day on; `compare_days` is its length), and whether the change `exceeds_noise`.',
  'Slice: `tag` (questions with any of several), `tag_not` (with none of them), `question` (ids from `questions`), ' +
    '`branded` (the brand that a question names: `self`; `competitor`, but not the brand; or `none`), `model` (the models ' +
    'that answered, `unknown` if the engine did not say), `imported` (`yes` or `no`: Sightline asked), and `market` (one name from `brands`). A figure counts the ' +
    'answers that meet all of them. `by=tag` gives rows for each tag. Nothing counts markets together: without `market`, ' +
    'each row has one market, or `meta.note` names it. `share_on` adds one engine’s share to rows over all engines.',
  '`reader`: whose framing counts, `rules` or the `model` that the organization chose; the model where there is one.',
  'Large results are cut: `meta.cut` describes the missing part, and its `cursor` continues. `limit` is 10 by default.',
  `${RULES} The resource \`sightline://method\` explains the counts.`,
].join('\n\n');

/** Lists change only with the version; an answer's record changes when its text is re-extracted. */
const LASTING: CacheHint = { ttlMs: HOUR_MS, cacheScope: 'private' };
const PASSING: CacheHint = { ttlMs: 0, cacheScope: 'private' };

/** A server for one request, or one connection, of one caller. Stateless between requests. */
export function mcpServer(deps: McpDeps): McpServer {
  const server = new McpServer(
    { name: 'sightline', title: 'Sightline', version: deps.version },
    {
      instructions: INSTRUCTIONS,
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
      },
      cacheHints: {
        'tools/list': LASTING,
        'resources/list': LASTING,
        'resources/templates/list': LASTING,
        'server/discover': LASTING,
        'resources/read': PASSING,
      },
      jsonSchemaValidator: UNUSED_VALIDATOR,
    },
  );
  addTools(server, deps);
  addResources(server, deps);
  return server;
}

type ToolSchema = Tool['inputSchema'];

const TOOLS = REPORT_TOOLS.map(({ report, title, description, inputSchema, outputSchema }) => ({
  name: report.name,
  title,
  description,
  inputSchema: inputSchema as ToolSchema,
  outputSchema: outputSchema as ToolSchema,
  annotations: {
    title,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
}));

const TOOL_OF = new Map(REPORT_TOOLS.map((tool) => [tool.report.name, tool]));

/**
 * The SDK looks names up in a plain object, which has `constructor`, and validates arguments and results itself. This server looks names up
 * among the reports alone, and validates arguments like every other adapter, so that refusals are the same. Tests check results against
 * their schemas.
 */
function addTools({ server }: McpServer, deps: McpDeps): void {
  const { act } = deps;
  server.setRequestHandler('tools/list', () => ({
    tools: [...TOOLS, ...(act ? actionToolsFor(act) : [])],
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const action = act && actionNamed(params.name);
    if (act && action) {
      const called = () => callAction(act, action, params.arguments ?? {});
      return server.projectCallToolResult(await refusalsOf(deps, called), undefined);
    }
    const tool = TOOL_OF.get(params.name);
    if (tool === undefined) throw unknownTool(params.name);
    return server.projectCallToolResult(await callTool(deps, tool, params.arguments), tool.outputSchema);
  });
}

function unknownTool(name: string): ProtocolError {
  const sentence = `There is no tool ${JSON.stringify(name.slice(0, 60))}; \`tools/list\` has all.`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, sentence);
}

function addResources(server: McpServer, deps: McpDeps): void {
  server.registerResource(
    'method',
    'sightline://method',
    {
      title: 'The counts, and how to read the numbers',
      description:
        "The method behind every report: a rate's denominator, when it is null, and what never counts.",
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

/** The SDK builds a validator for client requests, which this server never makes. */
const UNUSED_VALIDATOR = {
  getValidator: () => {
    throw new Error('The server asks nothing of a client.');
  },
};

/** A whole answer for any brand that the caller may read. Somebody else's answer is refused like one that does not exist. */
async function readAnswer(deps: ToolDeps, uri: string, id: string): Promise<string> {
  try {
    const found = isPublicId('ans', id) ? await findAnswer(deps, id) : null;
    if (found !== null) return JSON.stringify(found);
  } catch (error) {
    const body = errorBody(error);
    if (isInternal(body)) deps.onFailure(error);
    const code = isInternal(body) ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
    throw new ProtocolError(code, body.error.message, { code: body.error.code });
  }
  throw new ResourceNotFoundError(uri);
}

/** An id does not name its brand, so this tries each of the caller's brands. */
async function findAnswer({ run }: ToolDeps, id: string): Promise<unknown> {
  try {
    return answerIn(await askReport(run, 'answers', { id }));
  } catch (error) {
    if (!(error instanceof SightlineError) || error.code !== 'brand_required') throw error;
  }
  const { data } = await askReport(run, 'brands');
  for (const brand of data) {
    const found = brand.configured
      ? answerIn(await askReport(run, 'answers', { id, brand: brand.id }))
      : null;
    if (found !== null) return found;
  }
  return null;
}

function answerIn({ data, meta }: EnvelopeOf<ReportNamed<'answers'>>): unknown {
  const [answer] = data;
  return answer === undefined ? null : { data: answer, meta: { brand: meta.brand } };
}
