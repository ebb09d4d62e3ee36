/**
 * Why a crawler reads pages. `training`: model training; `search`: an index behind answers; `user`: a page that a
 * person asked about; `ads`: checks of advertisements; `crawl`: data for several uses, or for others.
 */
export const CRAWLER_PURPOSES = ['training', 'search', 'user', 'ads', 'crawl'] as const;
export type CrawlerPurpose = (typeof CRAWLER_PURPOSES)[number];

/** A crawler of an AI engine, of a search engine, or of somebody who sells pages to them. */
export interface Crawler {
  /** Its product token, in robots.txt and in user agents. */
  readonly token: string;
  /** Other product tokens in its user agents. */
  readonly agents?: readonly string[];
  /** The crawler whose rules it obeys where robots.txt does not name it. */
  readonly fallback?: string;
  readonly operator: string;
  readonly purpose: CrawlerPurpose;
  /** Its documentation; for a crawler without any, a public register of crawlers. */
  readonly source: string;
  /** The name of the list of its addresses (traffic/address-lists/); null if its operator publishes none. */
  readonly list: string | null;
  /** False for a word of robots.txt that no request ever has: it governs what another crawler's pages are used for. */
  readonly requests: boolean;
  /**
   * Whether facts of pages say what robots.txt tells it (`AI_CRAWLERS`). Stored facts have only the crawlers it keeps
   * out, so one that joins these would seem admitted to every page fetched before.
   */
  readonly isAsked: boolean;
}

type Row = Pick<Crawler, 'token' | 'purpose'> & Partial<Crawler>;

/** An operator's crawlers. They make requests and publish no addresses, unless a row says so. */
function by(operator: string, source: string, rows: readonly Row[]): Crawler[] {
  return rows.map((row) => ({ operator, source, list: null, requests: true, isAsked: false, ...row }));
}

const isAsked = true;
/** Crawlers that their operators do not document. */
const REGISTER = 'https://github.com/ai-robots-txt/ai.robots.txt';
const GOOGLE = 'https://developers.google.com/search/docs/crawling-indexing';

/**
 * Every crawler that Sightline knows, for robots.txt and for logs. Googlebot also serves AI Overviews and AI Mode, and
 * Bingbot serves Copilot: neither has a separate crawler.
 */
export const CRAWLERS: readonly Crawler[] = [
  ...by('OpenAI', 'https://developers.openai.com/docs/bots', [
    { token: 'OAI-SearchBot', purpose: 'search', list: 'OAI-SearchBot', isAsked },
    { token: 'ChatGPT-User', purpose: 'user', list: 'ChatGPT-User', isAsked },
    { token: 'GPTBot', purpose: 'training', list: 'GPTBot', isAsked },
    { token: 'OAI-AdsBot', purpose: 'ads', list: 'OAI-AdsBot' },
    { token: 'OpenAI-MCP', purpose: 'user', list: 'OpenAI-MCP' },
  ]),
  ...by('Anthropic', 'https://support.claude.com/en/articles/8896518', [
    { token: 'Claude-SearchBot', purpose: 'search', list: 'ClaudeBot', isAsked },
    { token: 'Claude-User', purpose: 'user', list: 'ClaudeBot', isAsked },
    { token: 'ClaudeBot', purpose: 'training', list: 'ClaudeBot', isAsked },
    // It calls itself Claude-User too, and runs on its user's own machine.
    { token: 'Claude-Code', purpose: 'user' },
    // Names of earlier crawlers, which the list need not have.
    { token: 'Claude-Web', purpose: 'user', source: REGISTER },
    { token: 'Anthropic-AI', purpose: 'training', source: REGISTER },
  ]),
  ...by('Perplexity', 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers', [
    { token: 'PerplexityBot', purpose: 'search', list: 'PerplexityBot', isAsked },
    { token: 'Perplexity-User', purpose: 'user', list: 'Perplexity-User', isAsked },
  ]),
  ...by('Google', `${GOOGLE}/google-common-crawlers`, [
    {
      token: 'Googlebot',
      agents: ['Googlebot-Image', 'Googlebot-Video', 'Googlebot-News'],
      purpose: 'search',
      list: 'Googlebot',
      isAsked,
    },
    { token: 'Google-Extended', purpose: 'training', requests: false, isAsked },
    {
      token: 'GoogleOther',
      agents: ['GoogleOther-Image', 'GoogleOther-Video'],
      purpose: 'crawl',
      list: 'Googlebot',
    },
    { token: 'Google-CloudVertexBot', purpose: 'crawl', list: 'Googlebot' },
  ]),
  ...by('Google', `${GOOGLE}/google-user-triggered-fetchers`, [
    { token: 'Google-Agent', purpose: 'user', list: 'Google-Agent' },
    {
      token: 'Google-GeminiNotebook',
      // Its name until summer 2026.
      agents: ['Google-NotebookLM'],
      purpose: 'user',
      list: 'Google-GeminiNotebook',
    },
  ]),
  ...by('Google', `${GOOGLE}/google-special-case-crawlers`, [
    { token: 'AdsBot-Google', agents: ['AdsBot-Google-Mobile'], purpose: 'ads', list: 'AdsBot-Google' },
  ]),
  ...by('Microsoft', 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0', [
    { token: 'Bingbot', purpose: 'search', list: 'Bingbot', isAsked },
  ]),
  ...by('Mistral', 'https://docs.mistral.ai/robots', [
    { token: 'MistralAI-Index', purpose: 'search', list: 'MistralAI-Index', isAsked },
    { token: 'MistralAI-User', purpose: 'user', list: 'MistralAI-User', isAsked },
    { token: 'MistralAI-Training', purpose: 'training', isAsked },
    { token: 'MistralBot', purpose: 'crawl', source: REGISTER },
  ]),
  ...by('Apple', 'https://support.apple.com/en-us/119829', [
    { token: 'Applebot', fallback: 'Googlebot', purpose: 'search', list: 'Applebot', isAsked },
    { token: 'Applebot-Extended', purpose: 'training', requests: false, isAsked },
  ]),
  // Its addresses are only in web pages for people.
  ...by('Amazon', 'https://developer.amazon.com/amazonbot', [
    { token: 'Amazonbot', purpose: 'search', isAsked },
    { token: 'Amzn-SearchBot', purpose: 'search' },
    { token: 'Amzn-User', purpose: 'user' },
  ]),
  ...by('Meta', 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers', [
    { token: 'meta-externalagent', purpose: 'training', isAsked },
    { token: 'meta-externalfetcher', purpose: 'user' },
    { token: 'meta-webindexer', purpose: 'search' },
  ]),
  ...by('Common Crawl', 'https://commoncrawl.org/ccbot', [
    { token: 'CCBot', purpose: 'training', list: 'CCBot', isAsked },
  ]),
  ...by('Parallel', 'https://docs.parallel.ai/resources/crawler', [
    { token: 'ShapBot', purpose: 'crawl', list: 'ShapBot' },
    { token: 'Shap-User', purpose: 'user' },
  ]),
  ...by('DuckDuckGo', 'https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot', [
    { token: 'DuckDuckBot', agents: ['DuckDuckBot-Https'], purpose: 'search', list: 'DuckDuckBot' },
    { token: 'DuckAssistBot', purpose: 'search', list: 'DuckAssistBot' },
  ]),
  ...by('You.com', 'https://about.you.com/youbot/', [{ token: 'YouBot', purpose: 'search' }]),
  ...by('Diffbot', 'https://docs.diffbot.com', [{ token: 'Diffbot', purpose: 'crawl' }]),
  ...by('Yandex', 'https://yandex.com/support/webmaster/robot-workings/user-agent.html', [
    { token: 'YandexBot', purpose: 'search' },
  ]),
  ...by('Baidu', 'https://www.baidu.com/search/robots_english.html', [
    { token: 'Baiduspider', agents: ['Baiduspider-render', 'Baiduspider-image'], purpose: 'search' },
  ]),
  ...by('ByteDance', REGISTER, [{ token: 'Bytespider', purpose: 'training' }]),
  ...by('Cohere', REGISTER, [
    { token: 'cohere-ai', purpose: 'user' },
    { token: 'cohere-training-data-crawler', purpose: 'training' },
  ]),
  ...by('DeepSeek', REGISTER, [{ token: 'DeepSeekBot', purpose: 'training' }]),
  ...by('xAI', REGISTER, [
    { token: 'xAI-Bot', purpose: 'training' },
    { token: 'Grok-Bot', agents: ['GrokBot'], purpose: 'user' },
  ]),
];

/** AI engines' crawlers that document their names in robots.txt: what facts of pages know about. */
export const AI_CRAWLERS: readonly Crawler[] = CRAWLERS.filter((each) => each.isAsked);

const BY_AGENT: ReadonlyMap<string, Crawler> = new Map(
  CRAWLERS.filter(({ requests }) => requests).flatMap((crawler) =>
    [crawler.token, ...(crawler.agents ?? [])].map((token) => [token.toLowerCase(), crawler] as const),
  ),
);

/** Words of a user agent: what is between blanks and the marks around comments. */
const WORDS = /[^\s;,()[\]{}<>"'+]+/g;

/**
 * The crawler that a user agent names: a whole product token (`GPTBot`, `GPTBot/1.2`), in any case. Addresses and mail
 * addresses name nobody, nor does a token within another (`NotGPTBot`). Of several, the last: it is the closest to the
 * sender (`Claude-User (claude-code/2.1)`). Null for none, and for names that never make a request.
 */
export function crawlerOf(agent: string): Crawler | null {
  let found: Crawler | null = null;
  for (const [word] of agent.matchAll(WORDS)) {
    if (word.includes('://') || word.includes('@')) continue;
    const [token = ''] = word.split(/[/:=]/, 1);
    found = BY_AGENT.get(token.toLowerCase()) ?? found;
  }
  return found;
}
