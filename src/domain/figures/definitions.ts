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
    says: 'Answers that name the brand, out of all answers of the engine. An answer that names nobody is one of them; a failed collection is not.',
    poolsEngines: false,
    window: CHOSEN,
    rules: { ...EVERY_ANSWER, counts: 'answers', of: 'all' },
  },
  {
    id: 'sightline_share_of_voice',
    publisher: 'Sightline',
    title: 'Share of voice',
    sources: [read('docs/concepts.md')],
    says: 'Occurrences of the brand in the answers of the engine, out of the occurrences of all tracked brands.',
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
    window: 'the state of its own prompt database',
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
    says: 'Responses that cite the brand with a link, out of all responses. Being named without a link does not count.',
    poolsEngines: true,
    window: 'one report',
    rules: { ...EVERY_ANSWER, counts: 'citing_answers', of: 'all' },
  },
  {
    id: 'canonry_share_of_voice',
    publisher: 'canonry',
    title: 'Share of voice',
    sources: [read('https://github.com/Canonry/canonry/blob/main/skills/canonry/references/canonry-cli.md')],
    says: 'Answers that mention the brand, out of those plus the answers that mention each competitor; without queries that contain the brand, because there a competitor can hardly be named.',
    poolsEngines: true,
    window: 'all runs, or those that are chosen',
    rules: { repeats: 'in', branded: 'out', counts: 'answers', of: 'brands' },
  },
  {
    id: 'lettertrace_share_of_voice',
    publisher: 'lettertrace',
    title: 'Share of voice',
    sources: [read('https://github.com/letterstory/lettertrace/blob/main/lib/metrics.ts')],
    says: 'The sum of the counted mentions of the brand in all responses, out of that sum over the brand and its competitors.',
    poolsEngines: true,
    window: 'the responses in scope',
    rules: { ...EVERY_ANSWER, counts: 'occurrences', of: 'brands' },
  },
  {
    id: 'otterly_brand_mentions',
    publisher: 'Otterly.AI',
    title: 'Brand mentions',
    sources: [read('https://help.otterly.ai/brand-report-kpi-definition')],
    says: 'The sum of the executions in which the brand is mentioned, where each prompt on each engine on each day is 1 or 0, however often the name occurs.',
    poolsEngines: true,
    window: CHOSEN,
    rules: { repeats: 'out', branded: 'in', counts: 'answers', of: 'nothing' },
  },
  {
    id: 'otterly_share_of_voice',
    publisher: 'Otterly.AI',
    title: 'Share of voice',
    sources: [read('https://help.otterly.ai/brand-report-kpi-definition')],
    says: 'Its brand mentions, one per prompt, engine, and day, out of those of all brands.',
    poolsEngines: true,
    window: CHOSEN,
    rules: { repeats: 'out', branded: 'in', counts: 'answers', of: 'brands' },
  },
  {
    id: 'otterly_brand_coverage',
    publisher: 'Otterly.AI',
    title: 'Brand coverage',
    sources: [read('https://help.otterly.ai/glossary')],
    says: 'Prompts whose answers mention the brand, out of all monitored prompts. Here these are the prompts with an answer in the window.',
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
    says: 'How many times the brand was mentioned, out of all mentions of tracked brands.',
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
    says: 'Responses that mention the brand, out of all responses, of prompts that do not contain the brand: that is what its dashboard shows unless another filter is chosen.',
    poolsEngines: true,
    window: 'the last 12 weeks, unless another is chosen',
    rules: { repeats: 'in', branded: 'out', counts: 'answers', of: 'all' },
  },
  {
    id: 'semrush_mentions',
    publisher: 'Semrush AI Toolkit',
    title: 'Mentions',
    sources: [read('https://www.semrush.com/kb/1594')],
    says: 'The number of prompts for which responses include the brand. Its prompts are those of its own database; here they are yours.',
    poolsEngines: true,
    window: 'the state of its own prompt database',
    rules: { ...EVERY_ANSWER, counts: 'prompts', of: 'nothing' },
  },
  {
    id: 'ahrefs_impressions',
    publisher: 'Ahrefs Brand Radar',
    title: 'Impressions',
    sources: [read('https://help.ahrefs.com/en/articles/15501968-ai-visibility-metrics')],
    says: 'How often people are estimated to see responses that mention the brand.',
    poolsEngines: false,
    window: 'the state of its own prompt database',
    rules: null,
    whyNot: 'How often people see an answer is an estimate that Ahrefs makes. Stored answers do not say it.',
  },
  {
    id: 'aibrandtracking_score',
    publisher: 'AI Brand Tracking',
    title: 'Score',
    sources: [read('https://aibrandtracking.com/docs/metrics-explanation')],
    says: 'The mean over all responses of a weight between 0 and 1 that falls evenly from the first position to the thirtieth.',
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
    says: 'Mentions of the brand, out of those of the brand and its competitors, each prompt with its latest day, carried forward to the last day of the window.',
    poolsEngines: true,
    window: 'the latest day of each prompt',
    rules: null,
    whyNot:
      'It shows one day of each prompt, carried over the days without a run. Sightline counts every answer of the window, and puts no value in the place of a missing one.',
  },
  {
    id: 'otterly_ai_visibility_index',
    publisher: 'Otterly.AI',
    title: 'Brand AI visibility index',
    sources: [read('https://help.otterly.ai/glossary')],
    says: 'A weighted metric of visibility and commercial relevance.',
    poolsEngines: true,
    window: CHOSEN,
    rules: null,
    whyNot: 'Its weights are not published, and commercial relevance is not in any answer.',
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

/** The default comparison. */
export const FIRST_WALK = { from: 'sightline_visibility', to: 'peec_share_of_voice' } as const;

/** `Peec AI: share of voice` */
export function nameOfDefinition({ publisher, title }: Definition): string {
  return `${publisher}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

/** @throws Error for an id without a computable definition: reports take no others */
export function computableNamed(id: string): ComputableDefinition {
  const found = COMPUTABLE.find((each) => each.id === id);
  if (!found) throw new Error(`There is no definition ${id} that can be computed.`);
  return found;
}
