/** Why a crawler reads pages. */
export type CrawlerPurpose = 'search' | 'visit' | 'training';

/** An AI engine's crawler that documents its name in robots.txt. */
export interface AiCrawler {
  /** Its product token in robots.txt. */
  readonly token: string;
  /** The crawler whose rules it obeys where robots.txt does not name it. */
  readonly fallback?: string;
  readonly operator: string;
  /** `search`: citations in answers; `visit`: a page that a person asked about; `training`: model training. */
  readonly purpose: CrawlerPurpose;
  /** The operator's documentation. */
  readonly source: string;
}

const OPENAI = { operator: 'OpenAI', source: 'https://developers.openai.com/docs/bots' };
const ANTHROPIC = { operator: 'Anthropic', source: 'https://support.claude.com/en/articles/8896518' };
const PERPLEXITY = {
  operator: 'Perplexity',
  source: 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers',
};
const GOOGLE = {
  operator: 'Google',
  source: 'https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers',
};
const MISTRAL = { operator: 'Mistral', source: 'https://docs.mistral.ai/robots' };
const APPLE = { operator: 'Apple', source: 'https://support.apple.com/en-us/119829' };

/** Googlebot also serves AI Overviews and AI Mode, and Bingbot serves Copilot: neither has a separate crawler. */
export const AI_CRAWLERS: readonly AiCrawler[] = [
  { token: 'OAI-SearchBot', purpose: 'search', ...OPENAI },
  { token: 'ChatGPT-User', purpose: 'visit', ...OPENAI },
  { token: 'GPTBot', purpose: 'training', ...OPENAI },
  { token: 'Claude-SearchBot', purpose: 'search', ...ANTHROPIC },
  { token: 'Claude-User', purpose: 'visit', ...ANTHROPIC },
  { token: 'ClaudeBot', purpose: 'training', ...ANTHROPIC },
  { token: 'PerplexityBot', purpose: 'search', ...PERPLEXITY },
  { token: 'Perplexity-User', purpose: 'visit', ...PERPLEXITY },
  { token: 'Googlebot', purpose: 'search', ...GOOGLE },
  { token: 'Google-Extended', purpose: 'training', ...GOOGLE },
  {
    token: 'Bingbot',
    operator: 'Microsoft',
    purpose: 'search',
    source: 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0',
  },
  { token: 'MistralAI-Index', purpose: 'search', ...MISTRAL },
  { token: 'MistralAI-User', purpose: 'visit', ...MISTRAL },
  { token: 'MistralAI-Training', purpose: 'training', ...MISTRAL },
  { token: 'Applebot', fallback: 'Googlebot', purpose: 'search', ...APPLE },
  { token: 'Applebot-Extended', purpose: 'training', ...APPLE },
  {
    token: 'Amazonbot',
    operator: 'Amazon',
    purpose: 'search',
    source: 'https://developer.amazon.com/amazonbot',
  },
  {
    token: 'meta-externalagent',
    operator: 'Meta',
    purpose: 'training',
    source: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers',
  },
  {
    token: 'CCBot',
    operator: 'Common Crawl',
    purpose: 'training',
    source: 'https://commoncrawl.org/ccbot',
  },
];
