import { siteOf } from '../../../domain/site.ts';
import type { Proposal } from '../../../propose/proposal.ts';
import { linesIn } from '../../parts/field.ts';
import { type MarketForm, NO_SITE, type SetupForm, type SiteForm } from './setup-form.ts';

/** What a form carries of a proposal, so that accepting it needs nothing that was stored. */
export type Taken = Pick<Proposal, 'kind' | 'text' | 'host' | 'market'>;

/** The value of a proposal's box. */
export function takenValue({ kind, text, host, market }: Taken): string {
  return JSON.stringify({ kind, text, host, market });
}

/** The proposals whose boxes are ticked. What is none was not sent by this page, and is left out. */
export function takenIn(form: URLSearchParams): Taken[] {
  return form.getAll('take').flatMap((value) => {
    try {
      const { kind, text, host, market } = JSON.parse(value) as Taken;
      return typeof kind === 'string' && typeof text === 'string'
        ? [{ kind, text, host: typeof host === 'string' ? host : null, market: market ?? null }]
        : [];
    } catch {
      return [];
    }
  });
}

/** A form with what was taken, behind what it has already. A brand that has a name keeps it. */
export function withTaken(form: SetupForm, domain: string, taken: readonly Taken[]): SetupForm {
  const texts = (kind: Taken['kind']) => taken.filter((each) => each.kind === kind).map(({ text }) => text);
  const [name = '', ...otherNames] = texts('name');
  const markets = taken.flatMap(({ market }) => (market === null ? [] : [marketFormOf(market)]));
  const known = new Set(form.competitors.map((each) => each.name));
  const rivals = taken.filter(({ kind, text }) => kind === 'competitor' && !known.has(text));
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
      ...rivals.map(({ text, host }): SiteForm => ({ ...NO_SITE, name: text, domain: host ?? '' })),
    ],
    questions: withLines(form.questions, texts('question')),
  };
}

function withLines(text: string, added: readonly string[]): string {
  return [...new Set([...linesIn(text), ...added.filter((each) => each !== '')])].join('\n');
}

function marketFormOf({ locationCode, languageCode }: NonNullable<Taken['market']>): MarketForm {
  return {
    name: '',
    location: locationCode === null ? '' : String(locationCode),
    language: languageCode ?? '',
  };
}

/** A form of a new brand has one market that says nothing, which what was taken replaces. */
function isBlankMarkets(markets: readonly MarketForm[]): boolean {
  return markets.every(({ location, language }) => location === '' && language === '');
}

function withMarkets(markets: readonly MarketForm[], added: readonly MarketForm[]): MarketForm[] {
  const isKnown = (each: MarketForm) =>
    markets.some(({ location, language }) => location === each.location && language === each.language);
  return [...markets, ...added.filter((each) => !isKnown(each))];
}
