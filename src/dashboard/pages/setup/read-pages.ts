import type { ReadPage, SiteReading } from '../../../pipeline/site/site-reading.ts';
import { unreadReason } from '../../../pipeline/site/unread-reason.ts';
import { factsOf } from '../../../propose/page-facts.ts';
import type { Html } from '../../markup/html.ts';
import { pageFactsSection, type ShownPage } from '../../parts/table/page-facts.ts';
import type { Visit } from '../../visit/visit.ts';

/** Facts about the pages just read. */
export function readPages({ asked }: SiteReading, visit: Visit): Html {
  const now = new Date(visit.now).toISOString();
  return pageFactsSection(visit, asked.map(shown), { fetchedAt: [now, now] });
}

function shown(page: ReadPage): ShownPage {
  const { url, outcome, reading, keptOut } = page;
  const answered = outcome.kind === 'answered' ? outcome : null;
  const facts = reading && factsOf(reading, answered?.robotsTags ?? []);
  return {
    url,
    status: answered?.status ?? null,
    problem: reading === null ? unreadReason(page) : null,
    crawlers_kept_out: keptOut,
    title: facts?.title ?? null,
    type: facts?.type ?? null,
    noindex: facts?.isNoindex ?? null,
    noindex_for: facts?.noindexFor ?? null,
    canonical: facts?.canonical ?? null,
    published: facts?.published ?? null,
    changed: facts?.changed ?? null,
  };
}
