import type { Rules } from './definition-figures.ts';

/**
 * Vendors' definitions of their figures, as they publish them. The only list behind /definitions, its dashboard page,
 * and docs/definitions.md.
 */

export interface Source {
  /** A public page; for ours, a path in this repository. */
  readonly url: string;
  /** The day when we last checked it, `yyyy-mm-dd`. */
  readonly readAt: string;
}

interface Described {
  /** Stable: the API and links use it. */
  readonly id: string;
  readonly publisher: string;
  readonly title: string;
  readonly sources: readonly [Source, ...Source[]];
  /** Summary of its sources. */
  readonly says: string;
  /** Whether the publisher's own figure adds up engines, or may. We compute it per engine anyway. */
  readonly poolsEngines: boolean;
  /** The publisher's window, in words. */
  readonly window: string;
}

/** A definition computable from stored answers. */
export interface ComputableDefinition extends Described {
  readonly rules: Rules;
}

/** A definition that needs data no stored answer has. */
interface OtherDefinition extends Described {
  readonly rules: null;
  /** The missing data: a sentence. */
  readonly whyNot: string;
}

export type Definition = ComputableDefinition | OtherDefinition;

const READ_AT = '2026-11-22';
const read = (url: string): Source => ({ url, readAt: READ_AT });
const CHOSEN = 'the range that is chosen';

/** Every answer counts once, for any prompt; each definition states its exceptions. */
const EVERY_ANSWER = { repeats: 'in', branded: 'in' } as const;

const OURS = [
  {
    id: 'sightline_visibility',
    publisher: 'Sightline',
    title: 'Visibility',
    sources: [read('docs/concepts.md')],
    says: "Answers that name the brand, out of all the engine's answers. An answer that names nobody counts; a failed collection does not.",
    poolsEngines: false,
    window: CHOSEN,
    rules: { ...EVERY_ANSWER, counts: 'answers', of: 'all' },
  },
  {
    id: 'sightline_share_of_voice',
    publisher: 'Sightline',
    title: 'Share of voice',
    sources: [read('docs/concepts.md')],
    says: "Occurrences of the brand in the engine's answers, out of all tracked brands' occurrences.",
    poolsEngines: false,
    window: CHOSEN,
    rules: { ...EVERY_ANSWER, counts: 'occurrences', of: 'brands' },
  },
] as const satisfies readonly Definition[];

const OTHERS = [
  {
    id: 'ahrefs_mentions',
    publisher: 'Ahrefs Brand Radar',
    title: 'Mentions',
    sources: [read('https://help.ahrefs.com/en/articles/15501968-ai-visibility-metrics')],
    says: 'A response counts once if the brand appears in it at all: three occurrences in one response are one mention.',
    poolsEngines: false,
    window: 'its own question database as it stands',
    rules: { ...EVERY_ANSWER, counts: 'answers', of: 'nothing' },
  },
  {
    id: 'airops_share_of_voice',
    publisher: 'AirOps',
    title: 'Share of voice',
    sources: [read('https://docs.airops.com/insights/insights/overview')],
    says: 'Answers that mention the brand, out of the answers that mention the brand or a competitor.',
    poolsEngines: true,
    window: CHOSEN,
    rules: { ...EVERY_ANSWER, counts: 'answers', of: 'any' },
  },
  {
    id: 'bluerails_citation_rate',
    publisher: 'Bluerails Discovery',
    title: 'Citation rate',
    sources: [read('https://discovery.bluerails.com/methodology')],
    says: 'Responses that cite the brand with a link, out of all responses. A name without a link does not count.',
    poolsEngines: true,
    window: 'one report',
    rules: { ...EVERY_ANSWER, counts: 'citing_answers', of: 'all' },
  },
  {
    id: 'canonry_share_of_voice',
    publisher: 'canonry',
    title: 'Share of voice',
    sources: [read('https://github.com/Canonry/canonry/blob/main/skills/canonry/references/canonry-cli.md')],
    says: 'Answers that mention the brand, out of those plus the answers that mention each competitor. Queries that contain the brand are out, because their answers hardly name a competitor.',
    poolsEngines: true,
    window: 'all runs, or those you choose',
    rules: { repeats: 'in', branded: 'out', counts: 'answers', of: 'brands' },
  },
  {
    id: 'lettertrace_share_of_voice',
    publisher: 'lettertrace',
    title: 'Share of voice',
    sources: [read('https://github.com/letterstory/lettertrace/blob/main/lib/metrics.ts')],
    says: 'All counted mentions of the brand, out of all counted mentions of the brand and its competitors.',
    poolsEngines: true,
    window: 'the responses in scope',
    rules: { ...EVERY_ANSWER, counts: 'occurrences', of: 'brands' },
  },
  {
    id: 'otterly_brand_mentions',
    publisher: 'Otterly.AI',
    title: 'Brand mentions',
    sources: [read('https://help.otterly.ai/brand-report-kpi-definition')],
    says: 'Executions that mention the brand. Each question on each engine on each day is 1 or 0, however often the name occurs.',
    poolsEngines: true,
    window: CHOSEN,
    rules: { repeats: 'out', branded: 'in', counts: 'answers', of: 'nothing' },
  },
  {
    id: 'otterly_share_of_voice',
    publisher: 'Otterly.AI',
    title: 'Share of voice',
    sources: [read('https://help.otterly.ai/brand-report-kpi-definition')],
    says: "Its brand mentions, one per question, engine, and day, out of all brands' mentions.",
    poolsEngines: true,
    window: CHOSEN,
    rules: { repeats: 'out', branded: 'in', counts: 'answers', of: 'brands' },
  },
  {
    id: 'otterly_brand_coverage',
    publisher: 'Otterly.AI',
    title: 'Brand coverage',
    sources: [read('https://help.otterly.ai/glossary')],
    says: 'Questions with an answer that mentions the brand, out of all monitored questions. Here these are the questions with an answer in the window.',
    poolsEngines: true,
    window: CHOSEN,
    rules: { ...EVERY_ANSWER, counts: 'prompts', of: 'all' },
  },
  {
    id: 'peec_visibility',
    publisher: 'Peec AI',
    title: 'Visibility',
    sources: [read('https://docs.peec.ai/metrics/brand-metrics/visibility')],
    says: 'Responses that mention the brand, out of all responses.',
    poolsEngines: true,
    window: CHOSEN,
    rules: { ...EVERY_ANSWER, counts: 'answers', of: 'all' },
  },
  {
    id: 'peec_share_of_voice',
    publisher: 'Peec AI',
    title: 'Share of voice',
    sources: [read('https://docs.peec.ai/metrics/brand-metrics/share-of-voice')],
    says: 'How many times answers mention the brand, out of all mentions of tracked brands.',
    poolsEngines: true,
    window: CHOSEN,
    rules: { ...EVERY_ANSWER, counts: 'occurrences', of: 'brands' },
  },
  {
    id: 'scrunch_brand_presence',
    publisher: 'Scrunch',
    title: 'Brand presence',
    sources: [
      read('https://helpcenter.scrunchai.com/en/articles/13566677-scrunch-metrics-guide'),
      read('https://intercom.help/scrunchai/en/articles/11971751-understanding-your-dashboard'),
    ],
    says: 'Responses that mention the brand, out of all responses to questions that do not contain it. Its dashboard shows this unless you choose another filter.',
    poolsEngines: true,
    window: 'the last 12 weeks, unless you choose another window',
    rules: { repeats: 'in', branded: 'out', counts: 'answers', of: 'all' },
  },
  {
    id: 'semrush_mentions',
    publisher: 'Semrush AI Toolkit',
    title: 'Mentions',
    sources: [read('https://www.semrush.com/kb/1594')],
    says: 'How many questions have responses that include the brand. Its questions come from its own database; here they are yours.',
    poolsEngines: true,
    window: 'its own question database as it stands',
    rules: { ...EVERY_ANSWER, counts: 'prompts', of: 'nothing' },
  },
  {
    id: 'ahrefs_impressions',
    publisher: 'Ahrefs Brand Radar',
    title: 'Impressions',
    sources: [read('https://help.ahrefs.com/en/articles/15501968-ai-visibility-metrics')],
    says: 'An estimate of how often people see responses that mention the brand.',
    poolsEngines: false,
    window: 'its own question database as it stands',
    rules: null,
    whyNot: 'Only Ahrefs estimates how often people see an answer. Stored answers do not say it.',
  },
  {
    id: 'aibrandtracking_score',
    publisher: 'AI Brand Tracking',
    title: 'Score',
    sources: [read('https://aibrandtracking.com/docs/metrics-explanation')],
    says: 'A mean weight over all responses, between 0 and 1, that falls evenly from the first position to the thirtieth.',
    poolsEngines: true,
    window: CHOSEN,
    rules: null,
    whyNot:
      'It needs a position for every response that names the brand. Sightline stores positions in lists only, and most answers that name a brand in prose have none.',
  },
  {
    id: 'elmo_share_of_voice',
    publisher: 'elmo',
    title: 'Share of voice',
    sources: [read('https://github.com/elmohq/elmo/blob/main/apps/web/src/lib/visibility-stats.ts')],
    says: "Mentions of the brand, out of all for the brand and its competitors. Each question has its latest day, carried forward to the window's last day.",
    poolsEngines: true,
    window: "each question's latest day",
    rules: null,
    whyNot:
      'It shows one day for each question, carried over the days without a run. Sightline counts every answer in the window, and makes up none that is missing.',
  },
  {
    id: 'otterly_ai_visibility_index',
    publisher: 'Otterly.AI',
    title: 'Brand AI visibility index',
    sources: [read('https://help.otterly.ai/glossary')],
    says: 'A weighted metric for visibility and commercial relevance.',
    poolsEngines: true,
    window: CHOSEN,
    rules: null,
    whyNot: 'It publishes no weights, and commercial relevance is not in any answer.',
  },
  {
    id: 'profound_visibility_score',
    publisher: 'Profound',
    title: 'Visibility score',
    sources: [read('https://docs.tryprofound.com/cookbook/visibility/asset-visibility-score')],
    says: 'A score for an asset in a window, weighted by traffic.',
    poolsEngines: true,
    window: 'from a day to the one before another, in US Eastern time',
    rules: null,
    whyNot: 'Its weights are traffic, which stored answers do not have.',
  },
] as const satisfies readonly Definition[];

/** Ours first, then by publisher, with the ones we cannot compute last. */
export const DEFINITIONS: readonly Definition[] = [...OURS, ...OTHERS];

export const COMPUTABLE: readonly ComputableDefinition[] = DEFINITIONS.filter(
  (each): each is ComputableDefinition => each.rules !== null,
);

/** `Peec AI: share of voice` */
export function nameOfDefinition({ publisher, title }: Definition): string {
  return `${publisher}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}
