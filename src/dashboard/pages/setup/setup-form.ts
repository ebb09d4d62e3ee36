import { isDeepStrictEqual } from 'node:util';
import type { GivenTo } from '../../../actions/action.ts';
import type { actions } from '../../../actions/index.ts';
import { countryNamed } from '../../../domain/brand/country-names.ts';
import { MOST_MARKETS } from '../../../domain/brand/market.ts';
import { OTHER_KINDS, type OtherKind } from '../../../domain/web/site-kinds.ts';
import { pastedQuestions } from '../../../pipeline/declare/change-questions.ts';
import { codesOf } from '../../../pipeline/declare/document/declared.ts';
import { questionOf } from '../../../pipeline/declare/document/declared-question.ts';
import type { BrandDocument, SiteDocument } from '../../../pipeline/declare/document/document.ts';
import type { DocumentPart } from '../../../pipeline/declare/document/document-version.ts';
import type { Problem } from '../../../pipeline/problems.ts';
import { linesIn } from '../../parts/form/field.ts';

/** Parts that the setup form edits. Questions have their own page. */
export const SETUP_PARTS = [
  'name',
  'domain',
  'domains',
  'aliases',
  'match',
  'markets',
  'samples_per_day',
  'engines',
  'competitors',
  'sites',
] as const satisfies readonly DocumentPart[];

/** Typed fields of the brand or a competitor. */
export interface SiteForm {
  readonly name: string;
  readonly domain: string;
  readonly domains: string;
  readonly aliases: string;
  /** Matching capitals: automatic, exactly the name's, or any. */
  readonly capitals: '' | 'exact' | 'any';
  readonly after: string;
  readonly before: string;
  /** `no`: product names that begin with the name do not count. */
  readonly products: '' | 'no';
}

/** Typed fields of a market. */
export interface MarketForm {
  /** Blank: derived from country and language. */
  readonly name: string;
  readonly location: string;
  readonly language: string;
}

/** The whole form as text, including invalid values. */
export interface SetupForm extends SiteForm {
  readonly markets: readonly MarketForm[];
  readonly samples: string;
  readonly engines: readonly string[];
  readonly sites: Readonly<Record<OtherKind, string>>;
  readonly competitors: readonly SiteForm[];
  /** Questions to add, one per line. Existing ones have their own page. */
  readonly questions: string;
  /** The stored version at first display; blank for a new brand. */
  readonly version: string;
}

export const NO_SITE: SiteForm = {
  name: '',
  domain: '',
  domains: '',
  aliases: '',
  capitals: '',
  after: '',
  before: '',
  products: '',
};

const NO_MARKET: MarketForm = { name: '', location: '', language: '' };

export const NEW_BRAND: SetupForm = {
  ...NO_SITE,
  markets: [NO_MARKET],
  samples: '1',
  engines: [],
  sites: { listing: '', community: '', marketplace: '' },
  competitors: [NO_SITE, NO_SITE],
  questions: '',
  version: '',
};

export function formOf(document: BrandDocument, version: string): SetupForm {
  const hostsOf = (kind: OtherKind) =>
    document.sites.filter((site) => site.kind === kind).map(({ host }) => host);
  return {
    ...siteFormOf(document),
    markets: document.markets.filter(({ active = true }) => active).map(marketFormOf),
    samples: String(document.samples_per_day),
    engines: document.engines,
    sites: {
      listing: hostsOf('listing').join('\n'),
      community: hostsOf('community').join('\n'),
      marketplace: hostsOf('marketplace').join('\n'),
    },
    competitors: document.competitors.map(siteFormOf),
    questions: '',
    version,
  };
}

function marketFormOf(market: BrandDocument['markets'][number]): MarketForm {
  const { locationCode, languageCode } = codesOf(market);
  return {
    name: market.name ?? '',
    location: locationCode === null ? '' : String(locationCode),
    language: languageCode ?? '',
  };
}

function siteFormOf({ name, domain, domains, aliases, match }: SiteDocument): SiteForm {
  const { case_sensitive: cased, not_followed_by = [], not_preceded_by = [], includes_products } = match;
  return {
    name,
    domain: domain ?? '',
    domains: domains.join('\n'),
    aliases: aliases.map((alias) => (typeof alias === 'string' ? alias : alias.name)).join('\n'),
    capitals: cased === undefined ? '' : cased ? 'exact' : 'any',
    after: not_followed_by.join('\n'),
    before: not_preceded_by.join('\n'),
    products: includes_products === false ? 'no' : '',
  };
}

/** A sanity limit on submitted fields. */
export const MOST_TYPED = 1000;

/** One more than a brand may have, so that applying refuses it. Each shows every country, so more would block others. */
export const MOST_TYPED_MARKETS = MOST_MARKETS + 1;

/** Blank fields to add. */
export interface BlankFields {
  readonly competitors: number;
  readonly markets: number;
}

export function typedForm(
  form: URLSearchParams,
  added: BlankFields = { competitors: 0, markets: 0 },
): SetupForm {
  const text = (name: string) => form.get(name) ?? '';
  return {
    ...typedSite(form, ''),
    markets: [
      ...(form.has('markets')
        ? prefixesIn(form, 'markets', 'm', MOST_TYPED_MARKETS).map((prefix) => typedMarket(form, prefix))
        : [NO_MARKET]),
      ...Array.from({ length: added.markets }, () => NO_MARKET),
    ],
    samples: text('samples'),
    engines: form.getAll('engines'),
    sites: { listing: text('listing'), community: text('community'), marketplace: text('marketplace') },
    competitors: [
      ...prefixesIn(form, 'competitors', 'c').map((prefix) => typedSite(form, prefix)),
      ...Array.from({ length: added.competitors }, () => NO_SITE),
    ],
    questions: text('questions'),
    version: text('version'),
  };
}

/** Field-name prefixes of a list's remaining items. */
function prefixesIn(form: URLSearchParams, list: string, letter: string, most = MOST_TYPED): string[] {
  const count = Math.min(Number.parseInt(form.get(list) ?? '', 10) || 0, most);
  return Array.from({ length: count }, (_, index) => `${letter}${index}-`).filter(
    (prefix) => !form.has(`${prefix}remove`),
  );
}

function typedMarket(form: URLSearchParams, prefix: string): MarketForm {
  const text = (name: string) => form.get(`${prefix}${name}`) ?? '';
  return { name: text('name'), location: text('location'), language: text('language') };
}

function typedSite(form: URLSearchParams, prefix: string): SiteForm {
  const text = (name: string) => form.get(`${prefix}${name}`) ?? '';
  const capitals = text('capitals');
  return {
    name: text('name'),
    domain: text('domain'),
    domains: text('domains'),
    aliases: text('aliases'),
    capitals: capitals === 'exact' || capitals === 'any' ? capitals : '',
    after: text('after'),
    before: text('before'),
    products: text('products') === 'no' ? 'no' : '',
  };
}

/** The form's fields by name, for hidden inputs, without the version. */
export function fieldsOf(form: SetupForm): [string, string][] {
  const { engines, sites, competitors, markets, questions, samples } = form;
  return [
    ...siteFields(form, ''),
    ...Object.entries({ samples, ...sites, questions }),
    ['markets', String(markets.length)],
    ...markets.flatMap((each, index) => prefixed({ ...each }, `m${index}-`)),
    ...engines.map((engine): [string, string] => ['engines', engine]),
    ['competitors', String(competitors.length)],
    ...competitors.flatMap((each, index) => siteFields(each, `c${index}-`)),
  ];
}

function siteFields(
  { name, domain, domains, aliases, capitals, after, before, products }: SiteForm,
  prefix: string,
): [string, string][] {
  return prefixed({ name, domain, domains, aliases, capitals, after, before, products }, prefix);
}

function prefixed(fields: Readonly<Record<string, string>>, prefix: string): [string, string][] {
  return Object.entries(fields).map(([field, value]) => [`${prefix}${field}`, value]);
}

/** A competitor without any value. */
function isBlank(site: SiteForm): boolean {
  return [site.name, site.domain, site.domains, site.aliases].every((text) => text.trim() === '');
}

/** The form as input of the action, which refuses invalid values. */
export function inputOf(form: SetupForm, stored: BrandDocument | null): GivenTo<typeof actions.create_brand> {
  const storedCompetitors = new Map(stored?.competitors.map((each) => [each.name, each]));
  const competitors = form.competitors
    .filter((each) => !isBlank(each))
    .map((each) => sitePartsOf(each, storedCompetitors.get(each.name.trim())));
  const samples = form.samples.trim();
  return {
    ...sitePartsOf(form, stored ?? undefined),
    markets: form.markets.map((each) => marketPartOf(each, stored?.markets ?? [])),
    samples_per_day: /^\d+$/.test(samples) ? Number(samples) : samples,
    engines: [...form.engines],
    competitors,
    sites: OTHER_KINDS.flatMap((kind) => linesIn(form.sites[kind]).map((host) => ({ host, kind }))),
    questions: pastedQuestions(linesIn(form.questions), askedIn(stored)).questions,
  };
}

function askedIn(stored: BrandDocument | null): string[] {
  return (stored?.prompts ?? []).map(questionOf).flatMap(({ text, active }) => (active ? [text] : []));
}

/** A new country or language makes a new market without the old name. */
function marketPartOf(form: MarketForm, stored: BrandDocument['markets']): BrandDocument['markets'][number] {
  const name = form.name.trim();
  const codes = { location_code: locationOf(form.location), language_code: form.language.trim() || null };
  const before = stored.find((each) => each.name === name);
  const isOther = before !== undefined && !isDeepStrictEqual({ name, ...codes }, before);
  return name === '' || isOther ? codes : { name, ...codes };
}

function sitePartsOf(form: SiteForm, stored: SiteDocument | undefined): SiteDocument {
  const kept = new Map(
    stored?.aliases.flatMap((alias) => (typeof alias === 'string' ? [] : [[alias.name, alias] as const])),
  );
  return {
    name: form.name,
    domain: form.domain.trim() || null,
    domains: linesIn(form.domains),
    // Keeps alias options, which only the apply file can set.
    aliases: linesIn(form.aliases).map((alias) => kept.get(alias) ?? alias),
    match: matchOf(form),
  };
}

function matchOf({ capitals, after, before, products }: SiteForm): SiteDocument['match'] {
  const [followed, preceded] = [linesIn(after), linesIn(before)];
  return {
    ...(capitals === '' ? {} : { case_sensitive: capitals === 'exact' }),
    ...(followed.length > 0 ? { not_followed_by: followed } : {}),
    ...(preceded.length > 0 ? { not_preceded_by: preceded } : {}),
    ...(products === 'no' ? { includes_products: false } : {}),
  };
}

/** A country's number; an unknown name stays for the refusal. */
function locationOf(text: string): number | string | null {
  const location = text.trim();
  if (location === '') return null;
  return /^\d{1,10}$/.test(location) ? Number(location) : location;
}

/** A location's country, or the number of an unnamed region. */
export function locationName(location: string): string {
  return countryNamed(Number(location)) ?? location;
}

/** Errors by field; `''` for errors without a field. */
export type FormErrors = ReadonlyMap<string, string>;

/** A refused document's errors by field. */
export function errorsAt(problems: readonly Problem[], form: SetupForm): FormErrors {
  const given = form.competitors.flatMap((each, index) => (isBlank(each) ? [] : [index]));
  const errors = new Map<string, string>();
  for (const { at, text } of problems) {
    const name = fieldAt(at, given);
    if (!errors.has(name)) errors.set(name, sentence(at, withoutName(text, form)));
  }
  return errors;
}

function withoutName(text: string, { name, competitors }: SetupForm): string {
  const whose = [name, ...competitors.map((each) => each.name)].find(
    (each) => each.trim() !== '' && text.startsWith(`${each.trim()}: `),
  );
  return whose === undefined ? text : text.slice(whose.trim().length + 2);
}

const FIELD_OF: Readonly<Record<string, string>> = {
  location_code: 'location',
  language_code: 'language',
  samples_per_day: 'samples',
  prompts: 'questions',
  match: 'after',
  'match.not_followed_by': 'after',
  'match.not_preceded_by': 'before',
};

function fieldAt(at: string, given: readonly number[]): string {
  const [, list, index, inner] = /^(competitors|markets)\[(\d+)\]\.(.*)$/.exec(at) ?? [];
  const place = list === 'markets' ? `m${index}-` : `c${given[Number(index)]}-`;
  const prefix = list === undefined ? '' : place;
  const plain = (inner ?? at).replace(/\[\d+\].*$/s, '');
  return `${prefix}${FIELD_OF[plain] ?? plain}`;
}

/** The field's message needs no path. */
function sentence(at: string, text: string): string {
  const short = at !== '' && text.startsWith(`${at} `) ? text.slice(at.length + 1) : text;
  const capitalized = short.charAt(0).toUpperCase() + short.slice(1);
  return /[.?!]$/.test(capitalized) ? capitalized : `${capitalized}.`;
}
