import type { AnswerOptions } from '../../dashboard/answer-text/answer-html.ts';
import type { TextToExplain } from '../../pipeline/intake/explained-text.ts';
import type { DrainText } from '../../pipeline/traffic/read-drain.ts';
import type { SitePages } from '../../propose/proposal.ts';
import type { ProposalSources } from '../../propose/proposals.ts';

/**
 * Work on texts from outside, by name. What it takes and gives is plain data. Each loads its code on first use: a thread
 * has only what it needs.
 */
export const TEXT_JOBS = {
  readPage: async ({ html, url }: { readonly html: string; readonly url: string }) =>
    (await import('../../propose/page-reading.ts')).readPage(html, url),
  propose: async ({
    site,
    sources,
  }: {
    readonly site: SitePages | null;
    readonly sources: ProposalSources;
  }) => (await import('../../propose/proposals.ts')).proposalsOf(site, sources),
  readSearches: async (file: Uint8Array | string) =>
    (await import('../../pipeline/site/search-file.ts')).searchesIn(file),
  explain: async (given: TextToExplain) =>
    (await import('../../pipeline/intake/explained-text.ts')).explainedText(given),
  readDrain: async (given: DrainText) =>
    (await import('../../pipeline/traffic/read-drain.ts')).readDrain(given),
  answerHtml: async ({ text, options }: { readonly text: string; readonly options: AnswerOptions }) =>
    String((await import('../../dashboard/answer-text/answer-html.ts')).answerHtml(text, options)),
};

export type TextJobs = typeof TEXT_JOBS;
export type TextJobName = keyof TextJobs;
export type Given<Name extends TextJobName> = Parameters<TextJobs[Name]>[0];
export type Result<Name extends TextJobName> = Awaited<ReturnType<TextJobs[Name]>>;
