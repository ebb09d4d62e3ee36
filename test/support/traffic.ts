import { dayOf } from '../../src/domain/time/period.ts';
import { type CountingLine, countBatch } from '../../src/pipeline/traffic/count-batch.ts';
import type { Crawl, Visit } from '../../src/traffic/counted.ts';
import { NO_LOG_DETAIL } from '../../src/traffic/log-detail.ts';
import type { TestStore } from './stores.ts';
import { DAY_MS, HOUR_MS, NOW, random } from './world.ts';

/** Every hour of a day has a line. */
const WHOLE_DAY = 2 ** 24 - 1;

/** A crawler's request to a page of acme.example, by default a verified one by GPTBot to /pricing. */
export interface LoggedCrawl extends Partial<Crawl> {
  readonly daysAgo: number;
  readonly times?: number;
}

export interface LoggedVisit extends Partial<Visit> {
  readonly daysAgo: number;
  readonly times?: number;
}

/** A site's log: its days by their age, each whole or with these hours' bits. */
export interface Log {
  readonly days: readonly (number | readonly [daysAgo: number, hours: number])[];
  readonly crawls?: readonly LoggedCrawl[];
  readonly visits?: readonly LoggedVisit[];
}

/** The days from one age down to another: `daysAgo(3, 1)` is 3, 2, 1. */
export function daysAgo(first: number, last: number): number[] {
  return Array.from({ length: first - last + 1 }, (_, place) => first - place);
}

/** An instant on a UTC day before NOW's. */
function on(daysAgo: number): number {
  return (dayOf(NOW) - daysAgo) * DAY_MS + HOUR_MS;
}

const PAGE = 'acme.example/pricing';
const CRAWL: Crawl = { page: PAGE, crawler: 'GPTBot', verdict: 'verified', status: '2xx', path: 'content' };
const VISIT: Visit = { page: PAGE, product: 'chatgpt', evidence: 'referrer', paid: false };

/** Counts a log for the store's first brand, as an import does. */
export async function storeLog(store: TestStore, { days, crawls = [], visits = [] }: Log): Promise<void> {
  const counting = [
    ...crawls.flatMap(({ daysAgo: age, times = 1, ...crawl }) =>
      Array.from({ length: times }, () => ({ at: on(age), counted: { crawl: { ...CRAWL, ...crawl } } })),
    ),
    ...visits.flatMap(({ daysAgo: age, times = 1, ...visit }) =>
      Array.from({ length: times }, () => ({ at: on(age), counted: { visit: { ...VISIT, ...visit } } })),
    ),
  ].map((each, place): CountingLine => ({ ...each, name: `${place}` }));
  const hours = new Map(
    days
      .map((each) => (typeof each === 'number' ? ([each, WHOLE_DAY] as const) : each))
      .map(([age, bits]) => [dayOf(on(age)), bits]),
  );
  const batch = {
    lines: counting.length,
    unread: 0,
    elsewhere: 0,
    format: null,
    unreadFirst: [],
    hours,
    counting,
  };
  const file = { id: 1_000_000, kind: 'log', name: 'access.log', digest: '', givenBy: 'test', givenAt: NOW };
  const empty = {
    firstDay: null,
    lastDay: null,
    lines: 0,
    counted: 0,
    unread: 0,
    detail: JSON.stringify(NO_LOG_DETAIL),
  };
  await countBatch({ db: store.main, now: () => NOW, random }, 1, batch, async () => ({ ...file, ...empty }));
}
