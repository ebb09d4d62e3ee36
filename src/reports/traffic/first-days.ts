import { formatDay } from '../../domain/time/instant.ts';
import { dayOf } from '../../domain/time/period.ts';
import { pageDigestOf } from '../../domain/web/page.ts';
import { firstDaysAnswered } from '../../panel/counts/answers.ts';
import { EVERY_ANSWER } from '../../panel/panel.ts';
import { firstCitations } from '../../storage/answers/lookups.ts';
import { firstCrawls } from '../../storage/traffic/read-crawls.ts';
import { listLogDays } from '../../storage/traffic/read-log-days.ts';
import { firstVisits } from '../../storage/traffic/read-visits.ts';
import type { ReportContext } from '../shape/report.ts';
import { ALL_TIME } from '../shape/slice.ts';

/** When a page was first read, cited, and visited, as far as anything was observed. */
interface FirstDays {
  readonly first_crawl: string | null;
  readonly first_citation: string | null;
  readonly first_visit: string | null;
  readonly lag_days: number | null;
}

interface Page {
  readonly page: string;
  readonly url: string;
}

/** The first days of some pages, of all the time before `now`. */
export async function firstDays(
  { db, brand, panel, now }: Pick<ReportContext, 'db' | 'brand' | 'panel' | 'now'>,
  pages: readonly Page[],
): Promise<(page: Page) => FirstDays> {
  const keys = pages.map(({ page }) => page);
  const digests = pages.map(({ url }) => pageDigestOf(url));
  const crawled = await firstCrawls(db, brand.id, keys);
  const visited = await firstVisits(db, brand.id, keys);
  const cited = await firstCitations(db, brand.id, digests);
  const answered = await firstDaysAnswered({ panel, period: ALL_TIME, only: EVERY_ANSWER });
  const logged = new Set(
    (await listLogDays(db, brand.id, { first: 0, last: dayOf(now) })).map(({ day }) => day),
  );
  const began = Math.min(...answered.values());
  return ({ page, url }) => {
    const at = cited.get(pageDigestOf(url));
    const citation = at === undefined ? undefined : dayOf(at);
    const crawl = crawled.get(page);
    return {
      first_crawl: dayText(crawl),
      first_citation: dayText(citation),
      first_visit: dayText(visited.get(page)),
      lag_days:
        crawl === undefined ||
        citation === undefined ||
        citation < crawl ||
        !logged.has(crawl - 1) ||
        citation === began
          ? null
          : citation - crawl,
    };
  };
}

function dayText(day: number | undefined): string | null {
  return day === undefined ? null : formatDay(day);
}
