/** What a crawler reads pages for. */
export type CrawlerPurpose = 'search' | 'visit' | 'training';

/** A crawler of an AI engine that says which name in robots.txt it obeys. */
export interface AiCrawler {
  /** Its product token in robots.txt. */
  readonly token: string;
  readonly operator: string;
  /** `search`: what answers cite; `visit`: a page that a person asked about; `training`: what models learn from. */
  readonly purpose: CrawlerPurpose;
  /** Where its operator says so. */
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

/** Googlebot reads for AI Overviews and AI Mode too, and Bingbot for Copilot: neither has a crawler of its own for that. */
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
    ...{ token: 'Bingbot', operator: 'Microsoft', purpose: 'search' },
    source: 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0',
  },
  { token: 'MistralAI-Index', purpose: 'search', ...MISTRAL },
  { token: 'MistralAI-User', purpose: 'visit', ...MISTRAL },
  { token: 'MistralAI-Training', purpose: 'training', ...MISTRAL },
  { token: 'Applebot', purpose: 'search', ...APPLE },
  { token: 'Applebot-Extended', purpose: 'training', ...APPLE },
  {
    ...{ token: 'Amazonbot', operator: 'Amazon', purpose: 'search' },
    source: 'https://developer.amazon.com/amazonbot',
  },
  {
    ...{ token: 'meta-externalagent', operator: 'Meta', purpose: 'training' },
    source: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers',
  },
  {
    ...{ token: 'CCBot', operator: 'Common Crawl', purpose: 'training' },
    source: 'https://commoncrawl.org/ccbot',
  },
];
