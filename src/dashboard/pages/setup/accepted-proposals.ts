import { siteOf } from '../../../domain/web/site.ts';
import type { Proposal } from '../../../propose/proposal.ts';
import { linesIn } from '../../parts/form/field.ts';
import { type MarketForm, MOST_TYPED_MARKETS, NO_SITE, type SetupForm, type SiteForm } from './setup-form.ts';

/** Appends accepted proposals to a form. A named brand keeps its name. */
export function withProposals(form: SetupForm, domain: string, accepted: readonly Proposal[]): SetupForm {
  const texts = (kind: Proposal['kind']) =>
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

function marketFormOf({ locationCode, languageCode }: NonNullable<Proposal['market']>): MarketForm {
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
