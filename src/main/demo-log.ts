import { createHash } from 'node:crypto';
import { DAY_MS, dayOf, HOUR_MS } from '../domain/time/period.ts';
import { type CountDeps, type CountingLine, countBatch } from '../pipeline/traffic/count-batch.ts';
import { beginLog } from '../pipeline/traffic/log-files.ts';
import { withBrandLock } from '../storage/directory/brand/brand-lock.ts';
import { findGivenFile, saveGivenFile } from '../storage/traffic/given-files.ts';
import type { Crawl, Visit } from '../traffic/counted.ts';

/** A kind of request in samples/log.json, and how often it comes. */
type Sampled<Counted> = Partial<Counted> & {
  readonly page: string;
  readonly aDay: number;
  /** Its first day, so many days ago; by default the log's. */
  readonly since?: number;
};

/** samples/log.json: a site's log, in days ago. */
interface SampleLog {
  readonly days: number;
  /** Days without a log. */
  readonly without: readonly number[];
  /** On which days it ends at which hour. */
  readonly until: Readonly<Record<string, number>>;
  readonly crawls: readonly (Sampled<Crawl> & Pick<Crawl, 'crawler'>)[];
  readonly visits: readonly (Sampled<Visit> & Pick<Visit, 'product' | 'evidence'>)[];
}

/**
 * Counts the samples' log, which ends yesterday. Its verdicts are given: no published list would verify invented requests for long.
 */
export async function addDemoLog(deps: CountDeps, brandId: number, text: string): Promise<void> {
  const log = JSON.parse(text) as SampleLog;
  const id = await beginLog(deps, brandId, { name: 'access.log', by: 'Demo', mapping: [] });
  const today = dayOf(deps.now());
  const ages = Array.from({ length: log.days }, (_, place) => log.days - place);
  const logged = ages.filter((age) => !log.without.includes(age));
  const hours = new Map(logged.map((age) => [today - age, 2 ** (log.until[age] ?? HOURS) - 1]));
  const counting = logged.flatMap((age) => linesOn(log, age, (today - age) * DAY_MS, deps));
  const read = {
    lines: counting.length * LINES_PER_COUNTED,
    unread: 1,
    unreadFirst: ['– log rotated –'],
    elsewhere: 0,
    format: 'combined',
  };
  const fileIn = async (db: CountDeps['db']) => {
    const file = await findGivenFile(db, brandId, id);
    if (file === null) throw new Error('the log was just begun');
    return file;
  };
  await countBatch(deps, brandId, { ...read, hours, counting }, fileIn);
  const digest = createHash('sha256').update(text).digest('hex');
  await withBrandLock(deps.db, brandId, async (db) => {
    await saveGivenFile(db, brandId, { ...(await fileIn(db)), digest });
  });
}

/** Most requests to a site come neither from an AI crawler nor by way of an AI product. */
const LINES_PER_COUNTED = 14;

const HOURS = 24;
const CRAWL = { verdict: 'verified', status: '2xx', path: 'content' } as const;

function linesOn(
  { crawls, visits }: SampleLog,
  age: number,
  day: number,
  { random }: Pick<CountDeps, 'random'>,
): CountingLine[] {
  const lines = [
    ...crawls.flatMap((each) => repeated(each, age, random, { crawl: { ...CRAWL, ...keysOf(each) } })),
    ...visits.flatMap((each) => repeated(each, age, random, { visit: { paid: false, ...keysOf(each) } })),
  ];
  return lines.map((counted, place) => ({
    at: day + ((place % HOURS) * HOUR_MS) / 2,
    name: `${age} ${place}`,
    counted,
  }));
}

function keysOf<Each extends Sampled<object>>({
  aDay: _,
  since: __,
  ...keys
}: Each): Omit<Each, 'aDay' | 'since'> {
  return keys;
}

/** As many as on a day that is like any other. */
function repeated<Line>(
  { aDay, since }: Sampled<object>,
  age: number,
  random: CountDeps['random'],
  line: Line,
): Line[] {
  const [drawn = 0] = random(1);
  const times = Math.floor(aDay * (0.6 + 0.8 * (drawn / 256)) + 0.5);
  return since !== undefined && age > since ? [] : Array.from({ length: times }, () => line);
}
