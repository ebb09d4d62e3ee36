import { type Crawler, crawlerOf } from '../domain/web/crawlers.ts';

/** A request's sender, by its user agent. */
export interface Sender {
  readonly crawler: Crawler | null;
  /** Whether it names itself a program that reads pages by itself, known to us or not. */
  readonly isBot: boolean;
}

/**
 * Words of programs, also within others (`AhrefsBot`, `HeadlessChrome`). A `bot` ends its word, so `Bottles` is none, and
 * CUBOT makes telephones.
 */
const BOT =
  /(?<!\bcu)bot(?![a-z])|crawl|spider|slurp|scrap|headless|lighthouse|monitor|preview|externalhit|fetcher|http-?client|^(?:curl|wget|python|go-http|java|okhttp|node|axios|undici|ruby|libwww|postmanruntime)(?![a-z])|\brobots?\.txt\b/i;
const LONGEST_AGENT = 1000;

/** Most agents remembered. Logs repeat a few thousand. */
const MOST_AGENTS = 20_000;
const known = new Map<string, Sender>();

/** Reads a user agent; each is read once while it is remembered. */
export function senderOf(agent: string): Sender {
  const cached = known.get(agent);
  if (cached !== undefined) return cached;
  if (known.size >= MOST_AGENTS) known.clear();
  const cut = agent.slice(0, LONGEST_AGENT);
  const crawler = crawlerOf(cut);
  const sender = { crawler, isBot: crawler !== null || BOT.test(cut) };
  if (agent.length <= LONGEST_AGENT) known.set(agent, sender);
  return sender;
}
