import { ownEngines } from '../../domain/answers/engine.ts';
import type { Envelope, ReportRequest } from '../../reports/run/run-report.ts';
import { slicesOf } from '../../reports/show/slices.ts';
import { EntityTag, withoutEnd } from './etag.ts';

export interface ReportBody {
  readonly json: Buffer;
  readonly tag: string;
  /** The next page's cursor, if any. */
  readonly nextCursor: string | null;
}

/** `hit`: sent from the cache; `miss`: run; `other`: never cached. */
export type CacheResult = 'hit' | 'miss' | 'other';

/** In bytes, per process. */
const MOST_BYTES = 16 * 2 ** 20;

const MINUTE_MS = 60_000;

/**
 * Resends a report to the same question about the same version of its brand within a minute of the clock. Permissions are checked every time.
 */
export class ReportCache {
  readonly #mostBytes: number;
  readonly #onReport: (result: CacheResult) => void;
  #minute = Number.NaN;
  #bodies = new Map<string, ReportBody>();
  #bytes = 0;

  constructor({ mostBytes = MOST_BYTES, onReport = () => {} }: CacheOptions) {
    this.#mostBytes = mostBytes;
    this.#onReport = onReport;
  }

  /** @throws SightlineError as `run` does; errors are not cached */
  async body(asked: ReportRequest, run: () => Promise<Envelope>): Promise<ReportBody> {
    if (!asked.report.takesBrand) {
      this.#onReport('other');
      return await bodyOf(await run());
    }
    const key = keyOf(asked);
    const known = this.#since(asked.now).get(key);
    this.#onReport(known === undefined ? 'miss' : 'hit');
    if (known !== undefined) return known;
    const body = await bodyOf(await run());
    this.#cache(asked.now, key, body);
    return body;
  }

  /** What this minute has so far. */
  #since(now: number): Map<string, ReportBody> {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#bodies = new Map();
      this.#bytes = 0;
    }
    return this.#bodies;
  }

  /** A full cache takes no more until the next minute. */
  #cache(now: number, key: string, body: ReportBody): void {
    const bytes = body.json.length + 2 * key.length;
    if (this.#bytes + bytes > this.#mostBytes || this.#minute !== Math.floor(now / MINUTE_MS)) return;
    this.#bodies.set(key, body);
    this.#bytes += bytes;
  }
}

export interface CacheOptions {
  /** 0: caches nothing. */
  readonly mostBytes?: number | undefined;
  readonly onReport?: ((result: CacheResult) => void) | undefined;
}

/**
 * The query has its parameters in the report's order, with defaults. The operator's engines are part of the key,
 * because a process may learn of one after its answers changed the brand's version.
 */
function keyOf({ brand, report, query: { brand: _, ...query } }: ReportRequest): string {
  const engines = ownEngines().map(({ name }) => name);
  return `${brand.id} ${brand.version} ${report.name} ${JSON.stringify([query, engines])}`;
}

/**
 * Writes a long report in several turns. The tag covers everything except `generated_at`, the window, and records that end
 * with it, because these change with every request.
 */
async function bodyOf({ data, meta }: Envelope): Promise<ReportBody> {
  const { generated_at: _, window, compared, ...lasting } = meta;
  const tag = new EntityTag();
  const isList = Array.isArray(data);
  const parts = [Buffer.from(isList ? '{"data":[' : '{"data":')];
  for await (const slice of slicesOf(data)) {
    const text = JSON.stringify(slice);
    const comma = parts.length > 1 ? ',' : '';
    parts.push(Buffer.from(isList ? comma + text.slice(1, -1) : text));
    tag.add(withoutEnd(text, meta));
  }
  tag.add(JSON.stringify(lasting));
  return {
    json: Buffer.concat([...parts, Buffer.from(`${isList ? ']' : ''},"meta":${JSON.stringify(meta)}}`)]),
    tag: tag.toString(),
    nextCursor: typeof meta.next_cursor === 'string' ? meta.next_cursor : null,
  };
}
