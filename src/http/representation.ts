import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Envelope } from '../reports/run/run-report.ts';
import type { Report } from '../reports/shape/report.ts';
import { csvFileName, csvOf, hasCsv } from '../reports/show/csv.ts';
import { entityTag, isNoneMatch } from './etag.ts';

const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv';

/**
 * Sends what a report gave as JSON, or as CSV to a client that prefers it, or 304 if the client already has it apart from
 * `generated_at` and `window`.
 *
 * @throws SightlineError `not_acceptable` to a client that takes nothing but CSV, if the report has no list
 */
export function sendReport(
  request: FastifyRequest,
  reply: FastifyReply,
  report: Report,
  envelope: Envelope,
): FastifyReply {
  reply.headers({ 'cache-control': 'private, no-cache', vary: 'accept, accept-encoding' });
  const next = nextPage(request, envelope);
  if (next !== null) reply.header('link', next);
  return prefersCsv(request, report)
    ? sendCsv(request, reply, report, envelope)
    : sendJson(request, reply, envelope);
}

/** A client that asks for `text/csv; charset=utf-8` means CSV. */
const FORMAT_PARAMETER = /;\s*(?!q\s*=)[^;,]*/gi;

/** A client that accepts neither gets JSON. One that accepts both alike does, too. */
function prefersCsv({ headers }: FastifyRequest, report: Report): boolean {
  const accept = headers.accept?.replace(FORMAT_PARAMETER, '');
  const [first, second] = new Negotiator({ headers: { accept } }).mediaTypes([JSON_TYPE, CSV_TYPE]);
  return first === CSV_TYPE && (hasCsv(report) || second === undefined);
}

function sendJson(request: FastifyRequest, reply: FastifyReply, { data, meta }: Envelope): FastifyReply {
  const { generated_at, window, ...lasting } = meta;
  const dataJson = JSON.stringify(data);
  const tag = entityTag(withoutEnd(dataJson, meta) + JSON.stringify(lasting));
  reply.header('etag', tag);
  if (isNoneMatch(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply
    .type(`${JSON_TYPE}; charset=utf-8`)
    .send(`{"data":${dataJson},"meta":${JSON.stringify(meta)}}`);
}

function sendCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  report: Report,
  envelope: Envelope,
): FastifyReply {
  const body = csvOf(report, envelope);
  const tag = entityTag(withoutEnd(body, envelope.meta));
  reply.header('etag', tag);
  if (isNoneMatch(request.headers['if-none-match'], tag)) return reply.code(304).send();
  reply.header('content-disposition', `attachment; filename="${csvFileName(report, envelope.meta)}"`);
  return reply.type(`${CSV_TYPE}; charset=utf-8; header=present`).send(body);
}

/** A window that ends now moves with every request, and so does a record that ends with it, such as a running day. */
function withoutEnd(text: string, { window }: Envelope['meta']): string {
  const { until } = (window ?? {}) as { until?: string };
  return until === undefined ? text : text.replaceAll(until, '');
}

/** The next page for the header Link, relative to this request, so it holds behind a proxy too. */
function nextPage({ query }: FastifyRequest, { meta }: Envelope): string | null {
  const { next_cursor: cursor } = meta;
  if (typeof cursor !== 'string') return null;
  const parameters = new URLSearchParams({ ...(query as Record<string, string>), cursor });
  return `<?${parameters}>; rel="next"`;
}
