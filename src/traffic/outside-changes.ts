import { dayOf } from '../domain/time/period.ts';

/** Sources of figures: engines' answers, logs, and files that engines and services give. */
export const INSTRUMENTS = ['answers', 'crawls', 'visits', 'bing', 'search_console', 'ga4'] as const;
export type Instrument = (typeof INSTRUMENTS)[number];

/** A change elsewhere that moves figures although nothing changed at the brand. */
export interface OutsideChange {
  /** UTC days since 1970, both included; until null: it lasts. */
  readonly from: number;
  readonly until: number | null;
  readonly instruments: readonly Instrument[];
  /** Slugs of the engines whose answers it touches; empty for all, or if it touches no answers. */
  readonly engines: readonly string[];
  /** The change, as a sentence. */
  readonly what: string;
  /** Where that is written. */
  readonly source: string;
}

/** Known changes, oldest first. One more is a line here. */
export const OUTSIDE_CHANGES: readonly OutsideChange[] = [
  change(
    '2025-05-13 to 2026-04-27',
    ['search_console'],
    'Google counted too many impressions, and did not correct these days.',
    'https://github.com/AgriciDaniel/claude-seo',
  ),
  change(
    '2026-05-01',
    ['ga4'],
    'During May, GA4 gave AI assistants a default channel of their own: their sessions left “Referral”.',
    'https://github.com/rybbit-io/rybbit/issues/1200',
  ),
  change(
    '2026-07-23',
    ['answers'],
    'OpenAI shut down gpt-4o-search-preview and gpt-4o-mini-search-preview.',
    'https://developers.openai.com/api/docs/deprecations',
    ['chatgpt'],
  ),
  change(
    '2026-07-30',
    ['answers'],
    'DataForSEO began to give the advertisements within AI Mode’s answers.',
    'https://dataforseo.com/update/ads-in-ai-mode-serp-api',
    ['google_ai_mode'],
  ),
  change(
    '2026-09-15',
    ['crawls'],
    'Cloudflare’s default blocks crawlers for training, agents, and mixed purposes (also Googlebot, Bingbot, and Applebot) on pages with advertisements: for new domains, and for free sites that had not chosen.',
    'https://github.com/cloudflare/cloudflare-docs/pull/31793',
  ),
  change(
    '2026-09-27',
    ['answers'],
    'Perplexity ended Sonar chat completions; its Agent API answers since.',
    'https://docs.perplexity.ai',
    ['perplexity'],
  ),
  change(
    '2026-10-08',
    ['answers'],
    'Google answers requests for Gemini 3.5 Flash and 3.7 Flash with another model.',
    'https://ai.google.dev/gemini-api/docs/deprecations',
    ['gemini'],
  ),
  change(
    '2026-10-13',
    ['answers'],
    'Google released Gemini 4 Argon.',
    'https://ai.google.dev/gemini-api/docs/changelog',
    ['gemini', 'gemini_app'],
  ),
  change(
    '2026-10-16',
    ['answers'],
    'Google ended the Gemini 2.5 models.',
    'https://ai.google.dev/gemini-api/docs/deprecations',
    ['gemini'],
  ),
  change(
    '2026-10-23',
    ['answers'],
    'OpenAI ended gpt-3.5, gpt-4, o1, o3-mini, o4-mini, and gpt-4.1-nano.',
    'https://developers.openai.com/api/docs/deprecations',
    ['chatgpt'],
  ),
  change(
    '2026-11-10',
    ['answers'],
    'Google released Gemini 4 Carbon.',
    'https://ai.google.dev/gemini-api/docs/changelog',
    ['gemini', 'gemini_app'],
  ),
  change(
    '2026-11-30',
    ['answers'],
    'Anthropic ends Claude Sonnet 4.5.',
    'https://platform.claude.com/docs/en/about-claude/model-deprecations',
    ['claude'],
  ),
  change(
    '2026-12-11',
    ['answers'],
    'OpenAI ends gpt-5, gpt-5-mini, gpt-5-nano, gpt-5-pro, o3, and o3-pro.',
    'https://developers.openai.com/api/docs/deprecations',
    ['chatgpt'],
  ),
  change(
    '2027-01-14',
    ['answers'],
    'OpenAI ends the gpt-4o and gpt-4.1 models.',
    'https://developers.openai.com/api/docs/deprecations',
    ['chatgpt'],
  ),
];

/** @param days `2026-09-15`, or `2025-05-13 to 2026-04-27` */
function change(
  days: string,
  instruments: readonly Instrument[],
  what: string,
  source: string,
  engines: readonly string[] = [],
): OutsideChange {
  const [from = 0, until = null] = days.split(' to ').map((day) => dayOf(Date.parse(day)));
  return { from, until, instruments, engines, what, source };
}

/** The changes that touch an instrument on a UTC day; @param engine a slug, for one engine's answers */
export function changesOn(day: number, instrument: Instrument, engine?: string): OutsideChange[] {
  return OUTSIDE_CHANGES.filter(
    ({ from, until, instruments, engines }) =>
      day >= from &&
      (until === null || day <= until) &&
      instruments.includes(instrument) &&
      (engine === undefined || engines.length === 0 || engines.includes(engine)),
  );
}
