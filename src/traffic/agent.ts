import { type Crawler, crawlerOf } from '../domain/web/crawlers.ts';
import { memoized } from './memoized.ts';

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
  /(?<!\bcu)bot(?![a-z])|crawl|spider|slurp|scrap|headless|lighthouse|monitor|preview|externalhit|fetcher|http-?client|^(?:curl|wget|python|go-http|java|okhttp|node|axios|undici|ruby|libwww|postmanruntime)(?![a-z])/i;
const LONGEST_AGENT = 1000;

/** Reads a user agent, to its thousandth character. */
export const senderOf: (agent: string) => Sender = memoized((agent) => {
  const cut = agent.slice(0, LONGEST_AGENT);
  const crawler = crawlerOf(cut);
  return { crawler, isBot: crawler !== null || BOT.test(cut) };
});
