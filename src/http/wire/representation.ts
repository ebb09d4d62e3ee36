import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Envelope } from '../../reports/run/run-report.ts';
import type { Report } from '../../reports/shape/report.ts';
import { csvFileName, csvInTurns, hasCsv } from '../../reports/show/csv.ts';
import { EntityTag, isNoneMatch, withoutEnd } from './etag.ts';
import type { ReportBody } from './report-cache.ts';

const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv';

/** JSON, or CSV for a client that prefers it. */
export type Representation =
  | { readonly kind: 'json'; readonly body: ReportBody }
  | { readonly kind: 'csv'; readonly envelope: Envelope };

/** A client that accepts `text/csv; charset=utf-8` means CSV. */
const FORMAT_PARAMETER = /;\s*(?!q\s*=)[^;,]*/gi;

/** A client that accepts neither, or both equally, gets JSON. */
export function prefersCsv({ headers }: FastifyRequest, report: Report): boolean {
  // Most clients.
  if (headers.accept === undefined || headers.accept === '*/*') return false;
  const accept = headers.accept.replace(FORMAT_PARAMETER, '');
  const [first, second] = new Negotiator({ headers: { accept } }).mediaTypes([JSON_TYPE, CSV_TYPE]);
  return first === CSV_TYPE && (hasCsv(report) || second === undefined);
}

/**
 * Sends a report, or 304 if the client already has it apart from `generated_at` and `window`.
 *
 * @throws SightlineError `not_acceptable` to a client that takes nothing but CSV, if the report has no list
 */
export async function sendReport(
  request: FastifyRequest,
  reply: FastifyReply,
  report: Report,
  sent: Representation,
): Promise<FastifyReply> {
  reply.headers({ 'cache-control': 'private, no-cache', vary: 'accept, accept-encoding' });
  const next = nextPage(
    request,
    sent.kind === 'json' ? sent.body.nextCursor : sent.envelope.meta.next_cursor,
  );
  if (next !== null) reply.header('link', next);
  return sent.kind === 'json'
    ? sendJson(request, reply, sent.body)
    : await sendCsv(request, reply, report, sent.envelope);
}

function sendJson(request: FastifyRequest, reply: FastifyReply, body: ReportBody): FastifyReply {
  reply.header('etag', body.tag);
  if (isNoneMatch(request.headers['if-none-match'], body.tag)) return reply.code(304).send();
  return reply.type(`${JSON_TYPE}; charset=utf-8`).send(body.json);
}

async function sendCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  report: Report,
  envelope: Envelope,
): Promise<FastifyReply> {
  const body = await csvInTurns(report, envelope);
  const tag = new EntityTag().add(withoutEnd(body, envelope.meta)).toString();
  reply.header('etag', tag);
  if (isNoneMatch(request.headers['if-none-match'], tag)) return reply.code(304).send();
  reply.header('content-disposition', `attachment; filename="${csvFileName(report, envelope.meta)}"`);
  return reply.type(`${CSV_TYPE}; charset=utf-8; header=present`).send(body);
}

/** The next page for the header Link, relative to this request, so it holds behind a proxy too. */
function nextPage({ query }: FastifyRequest, cursor: unknown): string | null {
  if (typeof cursor !== 'string') return null;
  const asked = { ...(query as Record<string, string | string[]>), cursor };
  const parameters = new URLSearchParams(
    Object.entries(asked).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    ),
  );
  return `<?${parameters}>; rel="next"`;
}
