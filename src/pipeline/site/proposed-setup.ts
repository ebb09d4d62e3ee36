import type { PageFacts } from '../../domain/web/page-facts.ts';
import { factsOf } from '../../propose/page-facts.ts';
import type { Proposal } from '../../propose/proposal.ts';
import type { ReadPage, SiteReading } from './site-reading.ts';

/** A site's proposals and pages as JSON, for scripts and assistants. */
export function setupAsJson(site: SiteReading, proposals: readonly Proposal[]) {
  return { host: site.host, pages: site.asked.map(pageAsJson), proposals: proposals.map(proposalAsJson) };
}

function pageAsJson({ url, outcome, reading, keptOut }: ReadPage) {
  const status = outcome.kind === 'answered' ? outcome.status : null;
  const robotsTags = outcome.kind === 'answered' ? outcome.robotsTags : [];
  const facts = reading && factsOf(reading, robotsTags);
  return {
    url,
    read: reading !== null,
    status,
    crawlers_kept_out: keptOut,
    ...(facts && factsAsJson(facts)),
  };
}

function factsAsJson({ isNoindex, noindexFor, ...facts }: PageFacts) {
  return { ...facts, noindex: isNoindex, noindex_for: noindexFor };
}

function proposalAsJson({ kind, text, host, market, whom, evidence, caution, isAdvised }: Proposal) {
  return {
    kind,
    text,
    host,
    location_code: market?.locationCode ?? null,
    language_code: market?.languageCode ?? null,
    branded: whom,
    evidence,
    caution,
    advised: isAdvised,
  };
}
