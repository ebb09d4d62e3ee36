import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AI_CRAWLERS, CRAWLERS, crawlerOf } from './crawlers.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)';
const BARE = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko';

/** Each crawler's user agents as its operator writes them; others' after the form that they share. */
const AGENTS: Readonly<Record<string, readonly string[]>> = {
  GPTBot: [
    `${BARE}; compatible; GPTBot/1.3; +https://openai.com/gptbot)`,
    `${BARE}); compatible; GPTBot/1.1; +https://openai.com/gptbot`,
  ],
  'OAI-SearchBot': [
    `${MAC} Chrome/131.0.0.0 Safari/537.36; compatible; OAI-SearchBot/1.3; robots.txt; +https://openai.com/searchbot`,
  ],
  'ChatGPT-User': [`${BARE}); compatible; ChatGPT-User/1.0; +https://openai.com/bot`],
  'OAI-AdsBot': [`${BARE}; compatible; OAI-AdsBot/1.0; +https://openai.com/adsbot)`],
  'OpenAI-MCP': ['openai-mcp/1.0.0'],
  ClaudeBot: [`${BARE}; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)`],
  'Claude-User': [`${BARE}; compatible; Claude-User/1.0; +Claude-User@anthropic.com)`],
  'Claude-SearchBot': [`${BARE}; compatible; Claude-SearchBot/1.0; +https://www.anthropic.com)`],
  'Claude-Code': ['Claude-User (claude-code/2.1.42; +https://support.anthropic.com/)'],
  'Claude-Web': ['Mozilla/5.0 (compatible; Claude-Web/1.0; +https://www.anthropic.com)'],
  'Anthropic-AI': ['Mozilla/5.0 (compatible; anthropic-ai/1.0; +https://www.anthropic.com)', 'anthropic-ai'],
  PerplexityBot: [`${BARE}; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)`],
  'Perplexity-User': [`${BARE}; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)`],
  Googlebot: [
    `${BARE}; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/131.0.0.0 Safari/537.36`,
    'Googlebot/2.1 (+http://www.google.com/bot.html)',
    'Googlebot-Image/1.0',
    'Googlebot-Video/1.0',
  ],
  GoogleOther: [
    'Mozilla/5.0 (Linux; Android 6.0.1) Chrome/131.0.0.0 (compatible; GoogleOther)',
    'GoogleOther-Image/1.0',
  ],
  'Google-CloudVertexBot': ['Mozilla/5.0 (compatible; Google-CloudVertexBot; +https://cloud.google.com/ai)'],
  'Google-Agent': [
    `${BARE}; compatible; Google-Agent; +https://developers.google.com/crawling/docs) Chrome/138.0.0.0`,
  ],
  'Google-GeminiNotebook': [
    'Mozilla/5.0 (Linux; Android 10; K) Chrome/138.0.0.0 (compatible; Google-GeminiNotebook; +https://developers.google.com/crawling/docs/crawlers-fetchers/google-gemininotebook)',
    'Mozilla/5.0 (compatible; Google-NotebookLM)',
  ],
  'AdsBot-Google': [
    'AdsBot-Google (+http://www.google.com/adsbot.html)',
    'Mozilla/5.0 (Linux; Android 14) (compatible; AdsBot-Google-Mobile; +http://www.google.com/mobile/adsbot.html)',
  ],
  Bingbot: [
    `${BARE}; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36`,
  ],
  'MistralAI-User': [`${BARE}; compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)`],
  Applebot: [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.4 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
  ],
  Amazonbot: [
    `${BARE}; compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot) Chrome/119.0`,
  ],
  'meta-externalagent': [
    'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    'meta-externalagent/1.1',
  ],
  CCBot: ['CCBot/2.0 (https://commoncrawl.org/faq/)'],
  DuckDuckBot: [
    'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
    'Mozilla/5.0 (compatible; DuckDuckBot-Https/1.1; https://duckduckgo.com/duckduckbot)',
  ],
  DuckAssistBot: ['DuckAssistBot/1.2; (+http://duckduckgo.com/duckassistbot.html)'],
  Diffbot: [
    'Mozilla/5.0 (Windows; U; Windows NT 5.1) Gecko/20090729 Firefox/3.5.2 (Diffbot/0.1; +http://www.diffbot.com)',
  ],
  Baiduspider: [
    'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
    'Mozilla/5.0 (compatible; Baiduspider-render/2.0; +http://www.baidu.com/search/spider.html)',
  ],
  Bytespider: ['Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com) AppleWebKit/537.36'],
};

for (const { token, requests } of CRAWLERS) {
  test(`${token} is ${requests ? 'known by its user agents' : 'a word of robots.txt that no request has'}`, () => {
    const agents = AGENTS[token] ?? [`Mozilla/5.0 (compatible; ${token}/1.0; +https://crawler.example/)`];
    for (const agent of agents.flatMap((each) => [each, each.toUpperCase(), each.toLowerCase()])) {
      assert.equal(crawlerOf(agent)?.token ?? null, requests ? token : null, agent);
    }
  });
}

for (const [what, agent] of Object.entries({
  'a token that another word begins or ends':
    'NotGPTBot/1.0 GPTBotanical GPTBot-Trainer/1 xClaudeBot GPTBot_2',
  'an address': 'Reader/1.0 (+https://openai.com/gptbot; see https://example.com/ClaudeBot)',
  'a mail address': 'Reader/1.0 (ask claudebot@anthropic.com, GPTBot@example.com)',
  'a part of a path': 'Reader/GPTBot',
  'an extended name': 'Applebot-Extended/1.0 Google-Extended',
  'a browser': `${MAC} Chrome/141.0.0.0 Safari/537.36`,
  nothing: '',
})) {
  test(`${what} names no crawler`, () => assert.equal(crawlerOf(agent), null));
}

test('tokens are unique, and facts of pages know those that they knew', () => {
  const tokens = CRAWLERS.flatMap(({ token, agents = [] }) => [token, ...agents]).map((each) =>
    each.toLowerCase(),
  );
  assert.equal(new Set(tokens).size, tokens.length);
  assert.equal(
    AI_CRAWLERS.map(({ token }) => token)
      .sort()
      .join(' '),
    'Amazonbot Applebot Applebot-Extended Bingbot CCBot ChatGPT-User Claude-SearchBot Claude-User ClaudeBot GPTBot ' +
      'Google-Extended Googlebot MistralAI-Index MistralAI-Training MistralAI-User OAI-SearchBot Perplexity-User ' +
      'PerplexityBot meta-externalagent',
  );
});
