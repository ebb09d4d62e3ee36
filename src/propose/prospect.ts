import { PROSPECT_LIMITS } from '../domain/brand/prospect.ts';
import type { Proposal } from './proposal.ts';

/** A prospect's setup from proposals: every field but the questions is as advised. */
export interface ProposedProspect {
  /** '' if no proposal has one. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly domains: readonly string[];
  /** The first one: others multiply the cost. */
  readonly market: Proposal['market'];
  readonly competitors: readonly { readonly name: string; readonly domain: string | null }[];
  /** Without a name or an objection. */
  readonly questions: readonly string[];
}

/** Enough for a report of one page. */
const MOST_COMPETITORS = 8;

export function proposedProspect(proposals: readonly Proposal[]): ProposedProspect {
  const advised = (kind: Proposal['kind']) =>
    proposals.filter((each) => each.kind === kind && each.isAdvised).map(({ text }) => text);
  const plain = proposals.filter(
    ({ kind, whom, caution }) => kind === 'question' && whom !== 'self' && whom !== 'competitor' && !caution,
  );
  const rivals = proposals.filter(({ kind, isAdvised }) => kind === 'competitor' && isAdvised);
  return {
    name: proposals.find(({ kind }) => kind === 'name')?.text ?? '',
    aliases: advised('alias'),
    domains: advised('domain'),
    market: proposals.find(({ kind }) => kind === 'market')?.market ?? null,
    competitors: rivals.slice(0, MOST_COMPETITORS).map(({ text, host }) => ({ name: text, domain: host })),
    questions: plain.slice(0, PROSPECT_LIMITS.questions).map(({ text }) => text),
  };
}

/** That the site gave fewer questions than a prospect may have; null if it gave all. */
export function fewQuestionsWords(questions: number): string | null {
  const { questions: most } = PROSPECT_LIMITS;
  if (questions >= most) return null;
  const gives =
    questions === 0 ? 'no question' : questions === 1 ? '1 question' : `only ${questions} questions`;
  return `The site gives ${gives} without a brand’s name, of the ${most} that you may ask.`;
}
