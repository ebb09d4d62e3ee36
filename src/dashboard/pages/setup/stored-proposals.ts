import { marketWords } from '../../../domain/brand/market.ts';
import { hostOfDomain } from '../../../domain/web/host.ts';
import { codesOf } from '../../../pipeline/declare/document/declared.ts';
import { questionOf } from '../../../pipeline/declare/document/declared-question.ts';
import type { BrandDocument } from '../../../pipeline/declare/document/document.ts';
import { lettersOf } from '../../../propose/names.ts';
import { type Proposal, proposal } from '../../../propose/proposal.ts';
import type { ProposalSources } from '../../../propose/proposals.ts';
import { reports } from '../../../reports/index.ts';
import type { Visit } from '../../visit/visit.ts';

/** Proposals from stored answers: co-named brands and engine searches. */
export async function storedSources(visit: Visit, document: BrandDocument): Promise<ProposalSources> {
  const { name, aliases, competitors } = document;
  const declared = {
    own: [name, ...aliases.map((alias) => (typeof alias === 'string' ? alias : alias.name))],
    competitors: competitors.map((each) => each.name),
    questions: document.prompts.map((prompt) => questionOf(prompt).text),
  };
  if (!visit.brand.configured) return { declared };
  const [{ data: rivals }, { data: searches }] = await Promise.all([
    visit.report(reports.rivals),
    visit.report(reports.searches),
  ]);
  return {
    declared,
    competitors: [...Map.groupBy(rivals, (row) => row.name)].map(([text, rows]) =>
      proposal({
        kind: 'competitor',
        text,
        host: rows[0]?.host ?? null,
        evidence: [
          `in ${rows.map((row) => `${row.answers} of ${row.answers_read} ${row.engine_name} answers`).join(', ')}, from ${questionsText(rows[0]?.questions ?? 0)}`,
        ],
      }),
    ),
    questions: searches.map(({ query, engine_name: engine, answers }) => ({
      text: query,
      source: `a search in ${answers} ${engine} ${answers === 1 ? 'answer' : 'answers'}`,
    })),
  };
}

function questionsText(count: number): string {
  return `${count} ${count === 1 ? 'question' : 'questions'}`;
}

/** Proposals that are not declared yet. */
export function undeclared(proposals: readonly Proposal[], document: BrandDocument): Proposal[] {
  const { name, aliases, domain, domains, competitors, markets, prompts } = document;
  const names = [
    name,
    ...aliases.map((alias) => (typeof alias === 'string' ? alias : alias.name)),
    ...competitors.flatMap((each) => [
      each.name,
      ...each.aliases.map((alias) => (typeof alias === 'string' ? alias : alias.name)),
    ]),
  ];
  const known: Readonly<Record<Proposal['kind'], readonly string[]>> = {
    name: names,
    alias: names,
    competitor: names,
    domain: [domain ?? '', ...domains].map((each) => hostOfDomain(each) ?? each),
    market: markets.map((market) => marketWords(codesOf(market))),
    question: prompts.map((prompt) => questionOf(prompt).text),
  };
  const letters = Object.groupBy(proposals, ({ kind }) => kind);
  const declared = new Map(
    (Object.keys(letters) as Proposal['kind'][]).map((kind) => [kind, new Set(known[kind].map(lettersOf))]),
  );
  return proposals.filter(({ kind, text }) => !declared.get(kind)?.has(lettersOf(text)));
}
