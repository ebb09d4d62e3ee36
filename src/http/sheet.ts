import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fullQuota } from '../domain/access/quota.ts';
import type { SightlineError } from '../domain/errors.ts';
import type { OpenedSheet } from '../domain/sharing/sheet-link.ts';
import { HOUR_MS } from '../domain/time/period.ts';
import { clientOf } from '../domain/web/client-address.ts';
import { REPORTS } from '../reports/index.ts';
import { parametersOfWindow, windowFor } from '../reports/run/named-window.ts';
import { prepareRequest, type ReportRequest, runRequest } from '../reports/run/run-report.ts';
import { isNewcomer } from '../reports/run/usual-window.ts';
import type { Caller, Prices, Report } from '../reports/shape/report.ts';
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
    // As of the full hour, so that every sheet of this hour gets the same.
    const at = hour * HOUR_MS;
    const raw = await parametersAt(at, deps, sheet, report);
    const asked = await prepareRequest(deps.db, at, callerOf(sheet), report, raw, deps.prices);
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

/** A link's parameters at an instant: its window's days, and the longest page of a report that has pages. */
async function parametersAt(
  at: number,
  { db }: SheetDeps,
  { query, brand, brandId }: OpenedSheet,
  report: Report,
) {
  const { window, ...rest } = query;
  const { maximum } = (report.query.limit ?? {}) as { readonly maximum?: number };
  const longest = maximum === undefined ? {} : { limit: String(maximum) };
  if (typeof window !== 'string') return { ...longest, ...rest, brand };
  const last = { withToday: await isNewcomer(db, brandId, at) };
  return { ...longest, ...rest, ...windowFor(report, parametersOfWindow(window, at, last), at), brand };
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

interface CachedSheet {
  readonly body: Promise<SheetBody>;
  /** 0 while it is being made. */
  size: number;
}

/** What was made in this hour, also while it is being made: many sheets ask at once. @param most characters */
export class HourCache {
  readonly #most: number;
  #hour = Number.NaN;
  #sheets = new Map<string, CachedSheet>();
  #size = 0;

  constructor(most = MOST_CACHED) {
    this.#most = most;
  }

  async body(hour: number, key: string, make: () => Promise<SheetBody>): Promise<SheetBody> {
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#sheets = new Map();
      this.#size = 0;
    }
    const sheets = this.#sheets;
    const known = sheets.get(key);
    if (known !== undefined) return await known.body;
    const sheet = { body: make(), size: 0 };
    sheets.set(key, sheet);
    try {
      const body = await sheet.body;
      if (sheets === this.#sheets) this.#hold(sheet, body.csv.length);
      return body;
    } catch (error) {
      // The next one tries again.
      sheets.delete(key);
      throw error;
    }
  }

  /** Drops the oldest ones beyond the room. */
  #hold(sheet: CachedSheet, size: number): void {
    sheet.size = size;
    this.#size += size;
    for (const [key, { size: freed }] of this.#sheets) {
      if (this.#size <= this.#most) return;
      if (freed === 0) continue;
      this.#sheets.delete(key);
      this.#size -= freed;
    }
  }
}
