import { namesOf, type TrackedBrand } from '../domain/tracked-brand.ts';
import { brandedReader } from '../extract/names/branded-prompts.ts';
import { domainProposals, marketProposals } from './markets.ts';
import { nameProposals } from './names.ts';
import type { Proposal, SitePages } from './proposal.ts';
import { type Candidate, questionProposals, siteQuestions } from './questions.ts';
import { rivalProposals } from './rivals.ts';

/**
 * Everything that the pages of a site propose to measure, in the order in which it is decided.
 *
 * @param more questions from elsewhere, which go first
 */
export function proposalsOf(site: SitePages, more: readonly Candidate[] = []): Proposal[] {
  const names = nameProposals(site);
  const own = names.map(({ text }) => text);
  const rivals = rivalProposals(site, own);
  const named = rivals.filter(({ isAdvised }) => isAdvised).map(({ text }) => text);
  const questions = [...more, ...siteQuestions(site, named)];
  return [
    ...names,
    ...domainProposals(site),
    ...marketProposals(site),
    ...rivals,
    ...questionProposals(questions, brandedReader(trackedAs(own, named))),
  ];
}

/** The brand and its rivals as they would be looked for. */
function trackedAs(own: readonly string[], rivals: readonly string[]): TrackedBrand[] {
  const tracked = (role: TrackedBrand['role'], [name = '', ...aliases]: readonly string[], id: number) => ({
    id,
    role,
    name,
    names: namesOf(
      name,
      {},
      aliases.map((text) => ({ text })),
    ),
    hosts: [],
  });
  return [tracked('self', own, 1), ...rivals.map((name, index) => tracked('competitor', [name], index + 2))];
}
