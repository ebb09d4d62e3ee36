import { hostOf } from '../domain/web/host.ts';
import { pageKeyOf } from '../domain/web/page.ts';
import { siteOf } from '../domain/web/site.ts';
import type { PageReading } from './page-reading.ts';

/** Patterns in paths and link texts, with the page's value. */
const PAGE_VALUES: readonly (readonly [pattern: RegExp, points: number])[] = [
  [
    /\b(?:vs|versus|compare|comparison|comparatif|vergleich|alternative?s?|alternativ\w*|comparac\w+|confronto|vergelijk\w*|porównan\w*)\b/i,
    9,
  ],
  [/\b(?:faq|faqs|questions|fragen|preguntas|domande|perguntas|pytania|veelgestelde)\b/i, 7],
  [/\b(?:products?|produkte?|produits?|productos?|prodotti|produtos?|producten|produkty)\b/i, 6],
  [
    /\b(?:solutions?|use-?cases?|features?|funktionen|lösungen|loesungen|fonctionnalit\w+|soluciones|funciones|soluzioni|funzioni|soluções|recursos|oplossingen|functies|funkcje|for|für|pour|para|per|voor|dla)\b/i,
    5,
  ],
  [/\b(?:pricing|preise?|tarifs?|precios|prezzi|preços|prijzen|cennik)\b/i, 4],
  [/\b(?:about|company|über-uns|ueber-uns|a-propos|sobre|chi-siamo|over-ons|o-nas|unternehmen)\b/i, 3],
];

/** Pages without facts about a brand, and files that aren't pages. */
const USELESS =
  /\b(?:privacy|terms|legal|imprint|impressum|datenschutz|agb|cookies?|login|log-?in|sign-?in|sign-?up|register|cart|checkout|careers?|jobs?|press|status|unsubscribe)\b|\.(?:pdf|zip|png|jpe?g|gif|webp|svg|mp4|mp3|xml|json|ics|csv|docx?|xlsx?)$/i;

interface LinkedPage {
  readonly url: string;
  points: number;
}

/** A site's pages, as its pages link to them. Skips other sites. */
export class LinkedPages {
  readonly #host: string;
  readonly #site: string;
  /** By page key (domain/web/page.ts). */
  readonly #found = new Map<string, LinkedPage>();

  constructor(host: string) {
    this.#host = host;
    this.#site = siteOf(host);
  }

  add(links: readonly PageReading['links'][number][]): void {
    for (const { url, text } of links) {
      const { pathname, search } = new URL(url);
      // A page with a query is usually one of thousands that a filter generates.
      if (search !== '' || pathname.length > 200) continue;
      const at = hostOf(url);
      const path = decoded(pathname);
      if (at === null || siteOf(at) !== this.#site || USELESS.test(path)) continue;
      const key = pageKeyOf(url);
      if (key === null) continue;
      const points = pointsOf(path.replaceAll(/[-_/]+/g, ' '), text) - (at === this.#host ? 0 : 3);
      const before = this.#found.get(key);
      if (before === undefined) this.#found.set(key, { url, points });
      else before.points = Math.max(before.points, points);
    }
  }

  /**
   * Pages to read, most informative first; among equals the shorter, more general path.
   *
   * @param known page keys that Sightline has already requested
   */
  unread(known: ReadonlySet<string>): string[] {
    return [...this.#found]
      .flatMap(([key, page]) => (known.has(key) ? [] : page))
      .sort((one, other) => other.points - one.points || one.url.length - other.url.length)
      .map(({ url }) => url);
  }
}

function pointsOf(path: string, text: string): number {
  const told = PAGE_VALUES.filter(([pattern]) => pattern.test(path) || pattern.test(text)).map(
    ([, points]) => points,
  );
  return Math.max(0, ...told);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
