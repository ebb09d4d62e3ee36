import { namesOf, type TrackedBrand } from '../domain/brand/tracked-brand.ts';
import { brandedReader } from '../extract/names/branded-prompts.ts';
import { domainProposals, marketProposals } from './markets.ts';
import { lettersOf, nameProposals } from './names.ts';
import type { Proposal, SitePages } from './proposal.ts';
import { type Candidate, questionProposals, siteQuestions } from './questions.ts';
import { rivalProposals } from './rivals.ts';

/** What proposals are made of, beside the pages of a site. */
export interface Sources {
  /** Names that stand beside the brand in stored answers. */
  readonly rivals?: readonly Proposal[];
  /** Questions from elsewhere, which go before those of the site. */
  readonly questions?: readonly Candidate[];
  /** The brand as it is declared, if it is. */
  readonly declared?: DeclaredNames;
}

/** The names that are looked for. */
export interface DeclaredNames {
  /** Of the brand, its own first. */
  readonly own: readonly string[];
  readonly rivals: readonly string[];
  /** What is asked. */
  readonly questions: readonly string[];
}

/** Of the questions of other sources, so that those of the site have room. */
const MOST_FROM_ELSEWHERE = 60;
const MOST_BRANDED = 10;

/** Everything that the pages of a site, if they were read, and other sources propose to measure, in the order in which it is decided. */
export function proposalsOf(site: SitePages | null, sources: Sources = {}): Proposal[] {
  const names = site === null ? [] : nameProposals(site);
  const own = [...(sources.declared?.own ?? []), ...names.map(({ text }) => text)];
  const rivals = merged([...(sources.rivals ?? []), ...(site === null ? [] : rivalProposals(site, own))]);
  const named = [
    ...(sources.declared?.rivals ?? []),
    ...rivals.filter(({ isAdvised }) => isAdvised).map(({ text }) => text),
  ];
  const whom = brandedReader(trackedAs(own, named));
  const questions = [
    ...(sources.questions ?? []).filter(({ text }) => whom(text) !== 'self').slice(0, MOST_FROM_ELSEWHERE),
    ...(site === null ? [] : siteQuestions(site, named)),
    ...(sources.questions ?? []).filter(({ text }) => whom(text) === 'self').slice(0, MOST_BRANDED),
  ];
  const { declared } = sources;
  return [
    ...names,
    ...(site === null ? [] : [...domainProposals(site), ...marketProposals(site)]),
    ...rivals,
    // Whoever has questions already chooses each further one.
    ...questionProposals(questions, whom, { asked: declared?.questions, mostTicked: declared && 0 }),
  ];
}

/** One proposal of each name, with all that speaks for it. */
function merged(rivals: readonly Proposal[]): Proposal[] {
  return [...Map.groupBy(rivals, ({ text }) => lettersOf(text)).values()].flatMap(([first, ...others]) =>
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
