import { pino } from 'pino';
import { API_PREFIX } from '../../src/domain/access/api-prefix.ts';
import { DAY_MS } from '../../src/domain/time/period.ts';
import { composeApp } from '../../src/main/compose.ts';
import { readEngines } from '../../src/main/settings/engines.ts';
import { REPORTS } from '../../src/reports/index.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { BRANDS } from './world.ts';

/** A server, its engines' settings, and keys to it. */
export interface Kept {
  readonly baseUrl: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly keys: readonly string[];
}

/**
 * Requests every report for every brand once more, when nothing changes any longer. Whatever the server
 * cached through all the writes must equal a new run. @returns the differences
 */
export async function cacheFailures(store: Store, { baseUrl, settings, keys }: Kept): Promise<string[]> {
  const app = composeApp(
    { trustProxy: '', reportCacheMb: 0, databaseConnections: 10 },
    store,
    pino({ level: 'silent' }),
    {
      engines: async () => readEngines(settings),
    },
  );
  const failures: string[] = [];
  const since = Date.now();
  const paths = BRANDS.flatMap((brand) =>
    REPORTS.filter(({ takesBrand }) => takesBrand).map(({ name }) => `/${name}?brand=${brand}`),
  );
  for (const [index, path] of paths.entries()) {
    const headers = { 'x-api-key': keys[index % keys.length] ?? '' };
    const ran = dataIn((await app.inject({ url: `${API_PREFIX}${path}`, headers })).payload, since);
    for (const time of ['first', 'second']) {
      const sent = dataIn(await (await fetch(`${baseUrl}${path}`, { headers })).text(), since);
      if (sent !== ran) failures.push(`cached: ${path} differs from a new run, the ${time} time`);
    }
  }
  await app.close();
  return failures;
}

const INSTANTS = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/**
 * A report's data, without the instants that move with the clock: the end of a running day, and windows'
 * ends, which are whole days before now, or the millisecond before.
 */
function dataIn(body: string, since: number): string {
  const { data } = JSON.parse(body) as { data?: unknown };
  if (data === undefined) throw new Error(`a report answered ${body}`);
  const elapsed = Date.now() - since;
  const isMoving = (instant: string) => {
    const at = Date.parse(instant);
    return at >= since || (((at + 1 - since) % DAY_MS) + DAY_MS) % DAY_MS <= elapsed + 1;
  };
  return JSON.stringify(data).replaceAll(INSTANTS, (instant) => (isMoving(instant) ? 'now' : instant));
}
