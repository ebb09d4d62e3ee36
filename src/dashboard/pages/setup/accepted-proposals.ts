import { siteOf } from '../../../domain/web/site.ts';
import type { Proposal } from '../../../propose/proposal.ts';
import { linesIn } from '../../parts/form/field.ts';
import {
  type MarketForm,
  MOST_TYPED,
  MOST_TYPED_MARKETS,
  NO_SITE,
  type SetupForm,
  type SiteForm,
} from './setup-form.ts';

/** A proposal in a form, complete without any stored state. */
export type AcceptedProposal = Pick<Proposal, 'kind' | 'text' | 'host' | 'market'>;

export function proposalValue({ kind, text, host, market }: AcceptedProposal): string {
  return JSON.stringify({ kind, text, host, market });
}

/** Ticked proposals. Drops foreign values, and more than any page offers. */
export function acceptedProposals(form: URLSearchParams): AcceptedProposal[] {
  const ticked = form.getAll('take').slice(0, MOST_TYPED);
  return ticked.flatMap((value) => {
    try {
      const { kind, text, host, market } = JSON.parse(value) as AcceptedProposal;
      return typeof kind === 'string' && typeof text === 'string'
        ? [{ kind, text, host: typeof host === 'string' ? host : null, market: marketIn(market) }]
        : [];
    } catch {
      return [];
    }
  });
}

/** A market in a form; null for anything else. */
export function marketIn(value: unknown): AcceptedProposal['market'] {
  if (typeof value !== 'object' || value === null) return null;
  const { locationCode = null, languageCode = null } = value as Record<string, unknown>;
  const isLocation = locationCode === null || typeof locationCode === 'number';
  const isLanguage = languageCode === null || typeof languageCode === 'string';
  return isLocation && isLanguage ? { locationCode, languageCode } : null;
}

/** Appends accepted proposals to a form. A named brand keeps its name. */
export function withProposals(
  form: SetupForm,
  domain: string,
  accepted: readonly AcceptedProposal[],
): SetupForm {
  const texts = (kind: AcceptedProposal['kind']) =>
    accepted.filter((each) => each.kind === kind).map(({ text }) => text);
  const [name = '', ...otherNames] = texts('name');
  const markets = accepted
    .flatMap(({ market }) => (market === null ? [] : [marketFormOf(market)]))
    .slice(0, MOST_TYPED_MARKETS);
  const known = new Set(form.competitors.map((each) => each.name));
  const competitors = accepted.filter(({ kind, text }) => kind === 'competitor' && !known.has(text));
  return {
    ...form,
    name: form.name || name,
    domain: form.domain || domain,
    aliases: withLines(form.aliases, [...(form.name === '' ? [] : [name]), ...otherNames, ...texts('alias')]),
    domains: withLines(
      form.domains,
      texts('domain').filter((each) => siteOf(each) !== siteOf(domain)),
    ),
    markets:
      isBlankMarkets(form.markets) && markets.length > 0 ? markets : withMarkets(form.markets, markets),
    competitors: [
      ...form.competitors.filter((each) => each.name !== ''),
      ...competitors.map(({ text, host }): SiteForm => ({ ...NO_SITE, name: text, domain: host ?? '' })),
    ],
    questions: withLines(form.questions, texts('question')),
  };
}

function withLines(text: string, added: readonly string[]): string {
  return [...new Set([...linesIn(text), ...added.filter((each) => each !== '')])].join('\n');
}

function marketFormOf({ locationCode, languageCode }: NonNullable<AcceptedProposal['market']>): MarketForm {
  return {
    name: '',
    location: locationCode === null ? '' : String(locationCode),
    language: languageCode ?? '',
  };
}

/** A new form's blank market, which a accepted market replaces. */
function isBlankMarkets(markets: readonly MarketForm[]): boolean {
  return markets.every(({ location, language }) => location === '' && language === '');
}

function withMarkets(markets: readonly MarketForm[], added: readonly MarketForm[]): MarketForm[] {
  const isKnown = (each: MarketForm) =>
    markets.some(({ location, language }) => location === each.location && language === each.language);
  return [...markets, ...added.filter((each) => !isKnown(each))];
}
