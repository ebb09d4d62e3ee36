import { linkActor } from '../domain/brand/spot-check.ts';
import { formatDay } from '../domain/time/instant.ts';
import { dayOf } from '../domain/time/period.ts';
import { addSpotCheck } from '../pipeline/declare/spot-checks.ts';
import { readOutside } from '../pipeline/intake/explain.ts';
import type { Database } from '../storage/driver/database.ts';
import type { System } from './process/system.ts';

/** An answer in samples/spot-checks.json. Without a person, a client link's reader pasted it. */
interface SampleSpotCheck {
  readonly daysAgo: number;
  readonly person: string;
  readonly engine: string;
  readonly question: string;
  readonly text: string;
}

/** Adds invented answers that people saw. */
export async function addDemoSpotChecks(
  deps: Pick<System, 'now' | 'random'> & { readonly db: Database },
  { id, publicId }: { readonly id: number; readonly publicId: string },
  json: string,
): Promise<void> {
  for (const { daysAgo, text, person, ...asked } of JSON.parse(json) as SampleSpotCheck[]) {
    const actor = person === '' ? linkActor('rpt_000000000000') : 'demo';
    const given = { ...asked, person, day: formatDay(dayOf(deps.now()) - daysAgo), replaces: '' };
    await addSpotCheck({ ...deps, actor }, publicId, given, await readOutside(deps.db, id, text));
  }
}
