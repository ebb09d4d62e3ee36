import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fullQuota } from '../domain/access/quota.ts';
import type { SightlineError } from '../domain/errors.ts';
import type { OpenedSheet } from '../domain/sharing/sheet-link.ts';
import { HOUR_MS } from '../domain/time/period.ts';
import { clientOf } from '../domain/web/client-address.ts';
import { REPORTS } from '../reports/index.ts';
import { prepareRequest, type ReportRequest, runRequest } from '../reports/run/run-report.ts';
import type { Caller, Prices } from '../reports/shape/report.ts';
import { csvFileName, csvOfMost } from '../reports/show/csv.ts';
import { countFailure, countPage, type HitCounter } from './quota.ts';
import { EntityTag, isNoneMatch } from './wire/etag.ts';
import type { InTurn } from './wire/fair-queue.ts';

/** The link of a token at an instant; null for an unknown or ended one. */
export type FindSheet = (token: string, now: number) => Promise<OpenedSheet | null>;

interface SheetDeps {
  readonly db: Parameters<typeof runRequest>[0];
  readonly prices: Prices;
  readonly findSheet: FindSheet;
  readonly hits: HitCounter;
  readonly inTurn: InTurn;
  readonly addressOf: (request: FastifyRequest) => string;
  readonly unknownPath: () => SightlineError;
}

interface SheetBody {
  readonly csv: string;
  readonly name: string;
  readonly tag: string;
}

const PATH = /^(.*)\.csv$/;

/** What Google's IMPORTDATA and the like take, and far more than a report of shares has. */
const MOST_ROWS = 10_000;

/** Mounts the addresses for sheets: `/sheet/<token>.csv`. An unknown one looks like any path with nothing at it. */
export function addSheets(routes: FastifyInstance, deps: SheetDeps): void {
  const cache = new HourCache();
  routes.get('/sheet/:file', async (request, reply) => {
    const sheet = await sheetIn(deps, request);
    await countPage(deps.hits, `sheet ${sheet.id}`, request.now);
    const hour = Math.floor(request.now / HOUR_MS);
    const report = REPORTS.find(({ name }) => name === sheet.report);
    if (report === undefined) throw deps.unknownPath();
    const raw = { ...sheet.query, brand: sheet.brand };
    // As of the full hour, so that every sheet of this hour gets the same.
    const asked = await prepareRequest(deps.db, hour * HOUR_MS, callerOf(sheet), report, raw, deps.prices);
    const body = await cache.body(
      hour,
      `${sheet.brandId} ${report.name} ${JSON.stringify(sheet.query)}`,
      () => deps.inTurn(askerOf(sheet), () => bodyOf(deps, asked)),
    );
    return send(request, reply, body);
  });
}

/** @throws SightlineError as for an unknown path, or `rate_limited` after too many of those */
async function sheetIn(deps: SheetDeps, request: FastifyRequest): Promise<OpenedSheet> {
  const { file = '' } = request.params as { readonly file?: string };
  const [, token = ''] = PATH.exec(file) ?? [];
  const sheet = await deps.findSheet(token, request.now);
  if (sheet?.subscription) return sheet;
  // Only these count and are refused: many people's sheets come from the same addresses of Google's.
  if (sheet === null) await countFailure(deps.hits, clientOf(deps.addressOf(request)), request.now);
  throw deps.unknownPath();
}

/** As a key of this brand alone that may only read. */
function callerOf({ organizationId, organizationName, subscription, brandId, until }: OpenedSheet): Caller {
  const quota = fullQuota(until);
  return { organizationId, organizationName, subscription, scopes: ['read'], brandIds: [brandId], quota };
}

/** Others may wait for the same, so it goes on without the one who asked first. */
function askerOf({ organizationId, id }: OpenedSheet) {
  return { organization: organizationId, subject: `sheet ${id}`, isGone: () => false };
}

async function bodyOf({ db }: SheetDeps, asked: ReportRequest): Promise<SheetBody> {
  const envelope = await runRequest(db, asked);
  const csv = await csvOfMost(asked.report, envelope, MOST_ROWS);
  const tag = new EntityTag().add(csv).toString();
  return { csv, tag, name: csvFileName(asked.report, envelope.meta) };
}

function send(request: FastifyRequest, reply: FastifyReply, { csv, name, tag }: SheetBody): FastifyReply {
  const seconds = Math.ceil((HOUR_MS - (request.now % HOUR_MS)) / 1000);
  const lasting = { 'cache-control': `private, max-age=${seconds}`, vary: 'accept-encoding', etag: tag };
  reply.headers({ ...lasting, 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' });
  if (isNoneMatch(request.headers['if-none-match'], tag)) return reply.code(304).send();
  reply.header('content-disposition', `attachment; filename="${name}"`);
  return reply.type('text/csv; charset=utf-8; header=present').send(csv);
}

/** In characters, per process. */
const MOST_CACHED = 16 * 2 ** 20;

/** What was made in this hour, also while it is being made: many sheets ask at once. */
class HourCache {
  #hour = Number.NaN;
  #bodies = new Map<string, Promise<SheetBody>>();
  #size = 0;

  async body(hour: number, key: string, make: () => Promise<SheetBody>): Promise<SheetBody> {
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#bodies = new Map();
      this.#size = 0;
    }
    const bodies = this.#bodies;
    const known = bodies.get(key);
    if (known !== undefined) return await known;
    const making = make();
    bodies.set(key, making);
    try {
      const body = await making;
      if (bodies !== this.#bodies) return body;
      if (this.#size + body.csv.length > MOST_CACHED) bodies.delete(key);
      else this.#size += body.csv.length;
      return body;
    } catch (error) {
      // The next one tries again.
      bodies.delete(key);
      throw error;
    }
  }
}
