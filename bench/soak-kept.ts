import { pino } from 'pino';
import { composeApp } from '../src/main/compose.ts';
import { REPORTS } from '../src/reports/index.ts';
import type { Store } from '../src/storage/driver/database.ts';
import { BRANDS } from './soak-world.ts';

/**
 * Asks for every report of every brand twice, once nothing changes any more. Whatever the server kept through all that was
 * written must be what a new run gives. @returns what differs
 */
export async function keptFailures(
  store: Store,
  baseUrl: string,
  keys: readonly string[],
): Promise<string[]> {
  const app = composeApp({ trustProxy: '', keptReportsMb: 0 }, store, pino({ level: 'silent' }));
  const failures: string[] = [];
  const until = new Date().toISOString();
  let asked = 0;
  for (const brand of BRANDS) {
    for (const { name, query } of REPORTS.filter((each) => each.takesBrand)) {
      asked += 1;
      const headers = { 'x-api-key': keys[asked % keys.length] ?? '' };
      const parameters = new URLSearchParams({ brand, ...('until' in query && { until }) });
      const url = `/${name}?${parameters}`;
      const ran = JSON.parse((await app.inject({ url: `/api/v1${url}`, headers })).payload);
      for (const time of ['first', 'second']) {
        const sent = await (await fetch(`${baseUrl}${url}`, { headers })).text();
        const isSame = JSON.stringify(JSON.parse(sent).data) === JSON.stringify(ran.data);
        if (!isSame) failures.push(`kept: ${url} is another report than a new run gives, the ${time} time`);
      }
    }
  }
  await app.close();
  return failures;
}
