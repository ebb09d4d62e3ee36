import { namesOf, type TrackedBrand } from '../domain/brand/tracked-brand.ts';
import { promptBrandReader } from '../extract/names/branded-prompts.ts';
import { competitorProposals } from './competitors.ts';
import { domainProposals, marketProposals } from './markets.ts';
import { lettersOf, nameProposals } from './names.ts';
import type { Proposal, SitePages } from './proposal.ts';
import { type QuestionCandidate, questionProposals, siteQuestions } from './questions.ts';

/** Sources for proposals besides a site's pages. */
export interface ProposalSources {
  /** Names beside the brand in stored answers. */
  readonly competitors?: readonly Proposal[];
  /** Questions from elsewhere, which precede the site's. */
  readonly questions?: readonly QuestionCandidate[];
  /** The brand's declaration, if any. */
  readonly declared?: DeclaredNames;
}

/** The names to look for. */
interface DeclaredNames {
  /** The brand's names, its own first. */
  readonly own: readonly string[];
  readonly competitors: readonly string[];
  /** The questions asked today. */
  readonly questions: readonly string[];
}

/** Limits other sources' questions, so that the site's have room. */
const MOST_FROM_ELSEWHERE = 60;
const MOST_BRANDED = 10;

/** All proposals from a site's pages, if read, and other sources, in the order of a person's decisions. */
export function proposalsOf(site: SitePages | null, sources: ProposalSources = {}): Proposal[] {
  const names = site === null ? [] : nameProposals(site);
  const own = [...(sources.declared?.own ?? []), ...names.map(({ text }) => text)];
  const competitors = mergedByName([
    ...(sources.competitors ?? []),
    ...(site === null ? [] : competitorProposals(site, own)),
  ]);
  const named = [
    ...(sources.declared?.competitors ?? []),
    ...competitors.filter(({ isAdvised }) => isAdvised).map(({ text }) => text),
  ];
  const whom = promptBrandReader(trackedBrands(own, named));
  const questions = [
    ...(sources.questions ?? []).filter(({ text }) => whom(text) !== 'self').slice(0, MOST_FROM_ELSEWHERE),
    ...(site === null ? [] : siteQuestions(site, named)),
    ...(sources.questions ?? []).filter(({ text }) => whom(text) === 'self').slice(0, MOST_BRANDED),
  ];
  const { declared } = sources;
  return [
    ...names,
    ...(site === null ? [] : [...domainProposals(site), ...marketProposals(site)]),
    ...competitors,
    // A person who already has questions ticks further ones.
    ...questionProposals(questions, whom, { asked: declared?.questions, mostTicked: declared && 0 }),
  ];
}

/** One proposal per name, with all its evidence. */
function mergedByName(competitors: readonly Proposal[]): Proposal[] {
  return [...Map.groupBy(competitors, ({ text }) => lettersOf(text)).values()].flatMap(
    ([first, ...others]) =>
      first === undefined
        ? []
        : [
            {
              ...first,
              host: first.host ?? others.find(({ host }) => host !== null)?.host ?? null,
              evidence: [first, ...others].flatMap(({ evidence }) => evidence),
            },
          ],
  );
}

/** The brand and its competitors, as the extractor would look for them. */
function trackedBrands(own: readonly string[], competitors: readonly string[]): TrackedBrand[] {
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
  return [
    tracked('self', own, 1),
    ...competitors.map((name, index) => tracked('competitor', [name], index + 2)),
  ];
}
