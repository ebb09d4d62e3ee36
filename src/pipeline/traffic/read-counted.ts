import { setImmediate as turn } from 'node:timers/promises';
import { SightlineError } from '../../domain/errors.ts';
import { dayOf } from '../../domain/time/period.ts';
import { shippedLists } from '../../traffic/address-lists/address-lists.ts';
import { type ClassifyDeps, classify, isOfSite } from '../../traffic/classify.ts';
import { hourBit } from '../../traffic/observed.ts';
import { type LogBatch, type LoggedLine, type LogOptions, readLog } from '../../traffic/read-log.ts';
import { type AddressList, type AddressLists, addressLists } from '../../traffic/verdict.ts';
import type { CountingLine, TrafficBatch } from './count-batch.ts';
import { LineNames } from './line-identity.ts';

/** A log counts here, without the store: plain data comes in and goes out. */

/** A site whose requests count. */
export interface LoggedSite extends Pick<ClassifyDeps, 'own' | 'site'> {
  /** The lists of addresses that were read again, as JSON. */
  readonly lists: string;
}

export interface LogToCount extends LogOptions {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly site: LoggedSite;
  /** Aborting it ends the log here. */
  readonly stop?: AbortSignal | undefined;
}

/** A part has at most this many lines that count, or what this many lines say. Memory stays flat. */
const MOST_COUNTING = 4000;
const MOST_LINES = 20_000;

/**
 * Reads a log, and hands over what it counts in parts, of which a transaction stores one each. The last may be empty.
 *
 * @returns what came of the last part
 * @throws SightlineError `invalid_file` for damaged compressed data, after what could be read
 */
export async function readCounted<Stored>(
  { chunks, site, stop, ...options }: LogToCount,
  take: (part: TrafficBatch) => Stored | Promise<Stored>,
): Promise<Stored> {
  const pending = new PendingLines({ ...site, lists: listsIn(site.lists) });
  try {
    for await (const batch of readLog(chunks, options)) {
      if (stop?.aborted) break;
      pending.add(batch);
      if (pending.isFull) await take(pending.taken());
      // Others have their turn: a part takes some milliseconds.
      else await turn();
    }
  } catch (error) {
    if (error instanceof SightlineError && error.code === 'invalid_file') await take(pending.taken());
    throw error;
  }
  return await take(pending.taken());
}

/** Of the last log: a drain reads one every moment, and they change once a week. */
let last: { readonly text: string; readonly lists: AddressLists } | undefined;

/** The lists for verdicts: shipped, and read again. */
export function listsIn(text: string): AddressLists {
  if (last?.text !== text) {
    const lists = addressLists([...shippedLists(), ...(JSON.parse(text) as AddressList[])]);
    last = { text, lists };
  }
  return last.lists;
}

/** What the next transaction stores. */
class PendingLines {
  readonly #site: ClassifyDeps;
  readonly #names = new LineNames();
  #counting: CountingLine[] = [];
  #hours = new Map<number, number>();
  #lines = 0;
  #unread = 0;
  #elsewhere = 0;
  #last: Pick<LogBatch, 'unreadFirst' | 'format'> = { unreadFirst: [], format: null };

  constructor(site: ClassifyDeps) {
    this.#site = site;
  }

  get isFull(): boolean {
    return this.#counting.length >= MOST_COUNTING || this.#lines >= MOST_LINES;
  }

  add({ lines, unread, requests, ...last }: LogBatch): void {
    this.#lines += lines;
    this.#unread += unread;
    this.#last = last;
    for (const line of requests) this.#addLine(line);
  }

  #addLine({ request, text }: LoggedLine): void {
    if (!isOfSite(request.host, this.#site)) {
      this.#elsewhere += 1;
      return;
    }
    const day = dayOf(request.at);
    this.#hours.set(day, (this.#hours.get(day) ?? 0) | hourBit(request.at));
    const counted = classify(request, this.#site);
    if (counted !== null)
      this.#counting.push({ at: request.at, name: this.#names.nameOf(text, request.id), counted });
  }

  /** Takes everything out. */
  taken(): TrafficBatch {
    const batch = {
      lines: this.#lines,
      unread: this.#unread,
      elsewhere: this.#elsewhere,
      unreadFirst: this.#last.unreadFirst,
      format: this.#last.format?.name ?? null,
      hours: this.#hours,
      counting: this.#counting,
    };
    this.#counting = [];
    this.#hours = new Map();
    this.#lines = 0;
    this.#unread = 0;
    this.#elsewhere = 0;
    return batch;
  }
}
