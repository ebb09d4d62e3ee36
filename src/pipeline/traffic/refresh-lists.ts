import { dayOf } from '../../domain/time/period.ts';
import { claimDailyJob } from '../../storage/daily-job-claims.ts';
import type { Database } from '../../storage/driver/database.ts';
import {
  listAddressLists,
  listAddressListVersions,
  saveAddressList,
} from '../../storage/traffic/address-lists.ts';
import { ADDRESS_SOURCES, readPublishedList } from '../../traffic/address-lists/address-lists.ts';
import { type EveryDayDeps, everyDay } from '../every-day.ts';
import type { Reach } from '../reach/checked-request.ts';
import { FETCH_TIME } from '../site/fetch-daily.ts';
import { fetchPage } from '../site/fetch-page.ts';
import { HostQueue } from '../site/host-queue.ts';

/** A list is read again after this many days. */
const GOOD_DAYS = 7;

/** The longest list of today has 40 KB. */
const MOST_BYTES = 1_000_000;

export interface RefreshDeps {
  readonly db: Database;
  readonly reach: Reach;
  readonly now: () => number;
  /** By name; by default, the operators'. */
  readonly sources?: Readonly<Record<string, string>>;
}

/** The lists that were due. */
export interface RefreshedLists {
  readonly read: readonly string[];
  /** Why a list could not be read, as a sentence; its earlier version stays. */
  readonly failed: Readonly<Record<string, string>>;
}

/** A drain asks every moment, and they change once a week. */
let last: { readonly versions: string; readonly lists: string } | undefined;

/** The lists that were read again, as JSON. */
export async function storedLists(db: Database): Promise<string> {
  const versions = JSON.stringify(await listAddressListVersions(db));
  if (last?.versions !== versions) last = { versions, lists: JSON.stringify(await listAddressLists(db)) };
  return last.lists;
}

/** Reads lists again once a week, in one process per store, until the signal aborts. Those that fail, the day after. */
export async function refreshListsDaily(
  deps: RefreshDeps & EveryDayDeps & { readonly onRefreshed: (lists: RefreshedLists) => void },
  stop: AbortSignal,
): Promise<void> {
  await everyDay(deps, FETCH_TIME, stop, async (day) => {
    if (await claimDailyJob(deps.db, 'lists', day)) deps.onRefreshed(await refreshLists(deps, stop));
  });
}

export async function refreshLists(deps: RefreshDeps, stop: AbortSignal): Promise<RefreshedLists> {
  const { db, now, sources = ADDRESS_SOURCES } = deps;
  const stored = new Map((await listAddressLists(db)).map(({ name, fetched }) => [name, fetched]));
  const due = Object.entries(sources).filter(([name]) => dayOf(now()) - (stored.get(name) ?? 0) >= GOOD_DAYS);
  const [read, failed]: [string[], Record<string, string>] = [[], {}];
  const turns = new HostQueue();
  for (const [name, url] of due) {
    const problem = await refreshList(deps, { name, url, turns, stop });
    if (stop.aborted) break;
    if (problem === null) read.push(name);
    else failed[name] = problem;
  }
  return { read, failed };
}

/** @returns why it could not be read, as a sentence; null if it was */
async function refreshList(
  { db, reach, now }: RefreshDeps,
  { name, url, turns, stop }: { name: string; url: string; turns: HostQueue; stop: AbortSignal },
): Promise<string | null> {
  const { protocol } = new URL(url);
  const follows = (to: URL) => to.protocol === protocol;
  const outcome = await fetchPage(url, { reach, turns, stop, follows, mostBytes: MOST_BYTES });
  if (outcome.kind === 'failed') return outcome.detail;
  if (outcome.kind === 'leads_elsewhere') return 'It redirects to an address without encryption.';
  if (outcome.status !== 200) return `It answered ${outcome.status}.`;
  const list = outcome.isCut ? null : readPublishedList(name, outcome.text, dayOf(now()));
  if (list === null) return 'It is no list of addresses in the form that operators share.';
  await saveAddressList(db, list);
  return null;
}
