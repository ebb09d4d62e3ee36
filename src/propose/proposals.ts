import { domainProposals, marketProposals } from './markets.ts';
import { nameProposals } from './names.ts';
import type { Proposal, SitePages } from './proposal.ts';

/** Everything that the pages of a site propose to measure, in the order in which it is decided. */
export function proposalsOf(site: SitePages): Proposal[] {
  return [...nameProposals(site), ...domainProposals(site), ...marketProposals(site)];
}
