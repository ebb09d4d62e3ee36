export const LOGGED_BRAND = { id: 'tandemly', name: 'Tandemly', domain: 'tandemly.example' };

const START = Date.UTC(2026, 10, 1);
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const CRAWLERS = [
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
];
const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
];
const REFERRERS = ['-', 'https://tandemly.example/', 'https://www.google.com/'];

/** A request in a made log. */
export interface Made {
  readonly at: Date;
  readonly address: string;
  readonly target: string;
  readonly status: number;
  readonly referrer: string;
  readonly agent: string;
}

/** Every fifth is a crawler's, every fiftieth a visit. Crawlers have 251 addresses; the site has 7,919 pages. */
export function lineAt(index: number): Made {
  const isCrawler = index % 5 === 0;
  const referrers = index % 50 === 7 ? ['https://chatgpt.com/'] : REFERRERS;
  const agents = isCrawler ? CRAWLERS : BROWSERS;
  const page = `/guides/${index % 7919}/plan-a-week`;
  return {
    at: new Date(START + index * 400),
    address: isCrawler ? `20.171.206.${index % 251}` : `203.${index % 113}.${index % 251}.${index % 241}`,
    target: isCrawler ? page : `${page}?utm_source=letter${index % 17}`,
    status: index % 50 === 0 ? 404 : 200,
    referrer: isCrawler ? '-' : (referrers[index % referrers.length] ?? '-'),
    agent: agents[index % agents.length] ?? '',
  };
}

const two = (value: number) => String(value).padStart(2, '0');

export function combined({ at, address, target, status, referrer, agent }: Made): string {
  const day = `${two(at.getUTCDate())}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}`;
  return `${address} - - [${day}:${at.toISOString().slice(11, 19)} +0000] "GET ${target} HTTP/1.1" ${status} 5316 "${referrer}" "${agent}"\n`;
}

export function json({ at, address, target, status, referrer, agent }: Made): string {
  return `${JSON.stringify({
    ClientIP: address,
    ClientRequestHost: 'tandemly.example',
    ClientRequestMethod: 'GET',
    ClientRequestURI: target,
    ClientRequestUserAgent: agent,
    ClientRequestReferer: referrer,
    EdgeResponseStatus: status,
    EdgeStartTimestamp: at.toISOString(),
  })}\n`;
}
