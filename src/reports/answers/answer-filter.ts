import { isPublicId } from '../../domain/access/public-id.ts';
import { type Fact, factKey } from '../../domain/brand/fact.ts';
import { brandNamed } from '../../domain/brand/named-brand.ts';
import { nearestName } from '../../domain/brand/nearest.ts';
import { READ, sinceOf, themeReadFor } from '../../domain/brand/theme.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { SightlineError } from '../../domain/errors.ts';
import { digestsOf } from '../../domain/questions/question-id.ts';
import { canBeStored } from '../../domain/text.ts';
import { hostOf } from '../../domain/web/host.ts';
import { citesSite, siteOf } from '../../domain/web/site.ts';
import { partOf, type SitePart } from '../../domain/web/site-parts.ts';
import { readingKey } from '../../extract/reading-key.ts';
import { KIND_RULES, MEASURED_AS } from '../../stats/alerts/gates.ts';
import { findPageId } from '../../storage/answers/citations.ts';
import type {
  AnswerFilter,
  CitationFilter,
  NamingFilter,
  SharedWith,
} from '../../storage/answers/filter/answer-filter.ts';
import { findQueryId } from '../../storage/answers/searches.ts';
import { listFacts } from '../../storage/directory/brand/facts.ts';
import { hasQuestion } from '../../storage/directory/brand/prompts.ts';
import { listOwnThemes } from '../../storage/directory/brand/themes.ts';
import { listAlerts } from '../../storage/watch/alerts.ts';
import { findComparison } from '../../storage/watch/comparisons.ts';
import { NO_SUCH_ALERT } from '../alerts/alerts.ts';
import { sidesOf } from '../alerts/change-sides.ts';
import { type ComparedAnswers, changeBehind, comparedBy, trackedIds } from '../alerts/known-change.ts';
import { oneMarket } from '../shape/markets.ts';
import type { ReportContext, UncountedContext } from '../shape/report.ts';
import type { ChosenAnswers } from '../shape/slice.ts';
import { themeNamed } from '../shape/theme.ts';
import type { FilterQuery } from './answers-query.ts';

/**
 * Resolves the names and ids in filters for the brand; null if no answer can match.
 *
 * @param chosen the resolved question and model filters (shape/slice.ts), and the ids of the answers if they are few
 * @throws SightlineError `invalid_parameter` for an unknown name or id
 */
export async function answerFilterOf(
  context: ReportContext,
  query: FilterQuery,
  { prompts, models, isImported, ids }: ChosenAnswers & Pick<AnswerFilter, 'ids'> = {},
): Promise<AnswerFilter | null> {
  const { tracked } = context.brand;
  const named = await namedIn(context, query);
  const notNamed = brandsIn('names_not', query.names_not, tracked);
  if (named?.ids.length === 0) return null;
  if (named?.ids.every((id) => notNamed?.includes(id))) {
    throw invalid('No answer both names a brand and does not: change `names` or `names_not`.');
  }
  const queryId = query.searched === undefined ? undefined : await queryIdOf(context, query.searched);
  const cited = query.cites === undefined ? undefined : await citedIn(context, query.cites, query.cites_part);
  if (queryId === null || cited === null || prompts?.size === 0 || ids?.length === 0) return null;
  const { from, until, engine, outcome } = query;
  const market = marketIn(context, query);
  const lookedFor =
    query.looked_for === 'all' ? idsOf(tracked) : brandsIn('looked_for', query.looked_for, tracked);
  return {
    from,
    until,
    engine,
    market,
    outcome,
    named,
    notNamed,
    queryId,
    cited,
    ...digestsIn(query),
    promptIds: prompts && [...prompts],
    models: models && [...models],
    isImported,
    ids,
    lookedFor,
    isJudged: query.judged !== undefined && context.panel.reader === 'model',
    beside: besideIn(context, query),
    fact: query.fact === undefined ? undefined : await factIn(context, query.fact, query.verdict),
    sharedWith: sharedIn(query, { market, models: models && [...models], isImported, lookedFor }),
    citedBrand: brandsIn('cites_brand', query.cites_brand, tracked)?.[0],
    ...(await comparedIn(context, query)),
  };
}

/** The market's number; undefined if the brand never had another. */
function marketIn({ brand }: UncountedContext, query: FilterQuery): number | undefined {
  return brand.markets.length > 1 || query.market !== undefined ? oneMarket(brand, query).id : undefined;
}

async function namedIn(
  { db, brand, panel }: ReportContext,
  query: FilterQuery,
): Promise<NamingFilter | undefined> {
  const ids = brandsIn('names', query.names, brand.tracked);
  if (ids === undefined) return undefined;
  const { framing, ranked, top } = query;
  const asked = query.theme;
  const read = asked === undefined ? null : themeReadFor(asked);
  const about = read ?? asked ?? '';
  if (about !== '') await themeNamed(db, brand.id, about, [READ]);
  const since = about === '' ? 0 : sinceOf(await listOwnThemes(db, brand.id), about);
  return { ids, framing, reader: panel.reader, theme: read === null ? asked : READ, since, ranked, top };
}

/** Answers extracted with today's names and this fact. @throws SightlineError `invalid_parameter` */
async function factIn(
  { db, brand }: UncountedContext,
  asked: string,
  verdict: FilterQuery['verdict'],
): Promise<AnswerFilter['fact']> {
  const declared = await listFacts(db, brand.id);
  const { id } = factNamed(declared, asked);
  const selfId = brand.tracked.find(({ role }) => role === 'self')?.id ?? 0;
  return { id, selfId, names: readingKey(brand.tracked), verdict };
}

function factNamed(declared: readonly Fact[], asked: string): Fact {
  const found = declared.find(({ name }) => factKey(name) === factKey(asked));
  if (found !== undefined) return found;
  const names = declared.map(({ name }) => name);
  const near = nearestName(asked, names);
  const hint = near === undefined ? '.' : `; did you mean \`${near}\`?`;
  throw invalid(`\`fact\` must be a declared fact's name: ${names.join(', ') || 'there are none'}${hint}`);
}

function besideIn({ brand, panel }: ReportContext, query: FilterQuery): AnswerFilter['beside'] {
  const [id] = brandsIn('beside', query.beside, brand.tracked) ?? [];
  if (id === undefined) return undefined;
  return { id, framedBy: query.framing === undefined ? null : panel.reader, ranked: query.ranked };
}

function sharedIn(
  { shared_from: from, shared_until: until, engine }: FilterQuery,
  {
    market,
    models,
    isImported,
    lookedFor = [],
  }: Pick<AnswerFilter, 'market' | 'models' | 'isImported' | 'lookedFor'>,
): SharedWith | undefined {
  const isGiven = from !== undefined && until !== undefined && engine !== undefined;
  return isGiven
    ? { engine, market, models, isImported, period: { from, to: until + 1 }, lookedFor }
    : undefined;
}

const idsOf = (brands: readonly TrackedBrand[]) => brands.map(({ id }) => id);

/** The tracked brands in a filter; undefined without the filter. */
function brandsIn(
  filter: 'names' | 'names_not' | 'looked_for' | 'beside' | 'cites_part' | 'cites_brand',
  text: string | undefined,
  tracked: readonly TrackedBrand[],
): number[] | undefined {
  if (text === undefined) return undefined;
  if (text === 'self') return idsOf(tracked.filter(({ role }) => role === 'self'));
  const takesAny = filter === 'names' || filter === 'names_not';
  if (takesAny && text === 'competitor') return idsOf(tracked.filter(({ role }) => role === 'competitor'));
  const words = [
    '`self`',
    ...(takesAny ? ['`competitor`'] : []),
    ...(filter === 'looked_for' ? ['`all`'] : []),
    ...(filter === 'cites_part' ? ['`others`'] : []),
  ];
  const mustBe = `${words.join(', ')} or the name of a brand tracked now`;
  return [brandNamed({ parameter: filter, said: text, mustBe }, tracked).id];
}

/** The query's number; null if no engine searched for it. */
async function queryIdOf({ db, brand }: UncountedContext, query: string): Promise<number | null> {
  if (query.trim() === '') throw invalid('`searched` is blank.');
  return canBeStored(query) ? await findQueryId(db, brand.id, query) : null;
}

function digestsIn({ prompt }: FilterQuery): Pick<AnswerFilter, 'firstDigest' | 'lastDigest'> {
  if (prompt === undefined) return {};
  const digests = digestsOf(prompt);
  if (digests === null) throw invalid(PROMPT_RULE);
  return { firstDigest: digests.first, lastDigest: digests.last };
}

/**
 * For an empty list: checks that the question exists. A list with answers proves it without a query.
 *
 * @throws SightlineError `invalid_parameter` for an unknown question
 */
export async function refuseUnknownQuestion(
  { db, brand }: UncountedContext,
  { prompt }: FilterQuery,
): Promise<void> {
  if (prompt !== undefined && !(await hasQuestion(db, brand.id, prompt))) throw invalid(PROMPT_RULE);
}

const PROMPT_RULE = "`prompt` must be an id from this brand's /questions.";

/** The cited site or page; null for a page that no answer cites. */
export async function citedIn(
  { db, brand }: UncountedContext,
  text: string,
  part: string | undefined,
): Promise<CitationFilter | null> {
  if (/^https?:/i.test(text)) {
    if (hostOf(text) === null) throw invalid(CITES_RULE);
    const pageId = await findPageId(db, brand.id, text);
    return pageId === null ? null : { pageId };
  }
  const isSite = text.startsWith('*.');
  const host = /[\s/?#@\\]/.test(text) ? null : hostOf(`https://${isSite ? text.slice(2) : text}`);
  if (host === null) throw invalid(CITES_RULE);
  if (isSite && citesSite(host) !== `*.${host}`) {
    const site = siteOf(host);
    throw invalid(
      `\`*.\` goes before a whole site, and ${host} is ${site === host ? 'none' : `in *.${site}`}.`,
    );
  }
  return isSite ? { site: host, part: partIn(host, part, brand.tracked) } : { host };
}

/** The chosen part; undefined for the whole site. */
function partIn(
  site: string,
  text: string | undefined,
  tracked: readonly TrackedBrand[],
): SitePart | undefined {
  if (text === undefined) return undefined;
  if (text === 'others') return partOf(site, tracked, false);
  const ids = brandsIn('cites_part', text, tracked);
  const part = partOf(
    site,
    tracked.filter(({ id }) => ids?.includes(id)),
    true,
  );
  if (part.hosts.length === 0) throw invalid(`\`cites_part\`: that brand has no domain on *.${site}.`);
  return part;
}

const CITES_RULE =
  "`cites` must be a host such as docs.example.com, a site with its subdomains such as *.example.com, or a page's URL.";

/** The answers on one side of a change, alert, or comparison. */
async function comparedIn(
  context: ReportContext,
  query: FilterQuery,
): Promise<Pick<AnswerFilter, 'from' | 'until' | 'engine' | 'market' | 'compared'>> {
  const found = await comparedBehind(context, query);
  if (found === null) return {};
  const { marketId, engine, measure, trackedId, windows, reader } = found;
  const { events, trials } = MEASURED_AS[measure];
  const isEarlier = query.side === 'baseline' || query.side === 'before';
  const [own, other] = isEarlier ? [windows.baseline, windows.current] : [windows.current, windows.baseline];
  const market = context.brand.markets.length > 1 ? marketId : undefined;
  return {
    from: own.from,
    until: own.to - 1,
    engine,
    market,
    compared: {
      ...{ engine, market, selfId: context.panel.self, trackedId, other },
      mark: query.figure === 'present' ? events : trials,
      reader,
    },
  };
}

async function comparedBehind(
  context: ReportContext,
  { change, alert, comparison }: FilterQuery,
): Promise<ComparedAnswers | null> {
  if (change !== undefined) return await comparedByChange(context, change);
  if (alert !== undefined) return await comparedByAlert(context, alert);
  return comparison === undefined ? null : await comparisonOf(context, comparison);
}

async function comparisonOf({ db, brand }: UncountedContext, id: string): Promise<ComparedAnswers> {
  const found = isPublicId('cmp', id) ? await findComparison(db, brand.id, id) : null;
  if (found === null) {
    throw invalid(
      "`comparison` must be an id from this brand's /comparisons. Sightline deletes old comparisons but keeps their alerts.",
    );
  }
  return { ...found, measure: KIND_RULES[found.kind].measure };
}

async function comparedByAlert(context: ReportContext, id: string): Promise<ComparedAnswers> {
  const { db, brand } = context;
  const [found] = isPublicId('alr', id) ? await listAlerts(db, brand.id, { publicId: id }) : [];
  if (found === undefined) throw invalid(NO_SUCH_ALERT);
  return comparedBy(found, await trackedIds(context)) ?? unknownFacts();
}

async function comparedByChange(context: ReportContext, id: string): Promise<ComparedAnswers> {
  const { db, brand } = context;
  const first = isPublicId('chg', id) ? (await listAlerts(db, brand.id, { changeId: id })).at(-1) : undefined;
  if (first === undefined) throw invalid("`change` must be an id from this brand's /changes.");
  const change = changeBehind(first, await trackedIds(context)) ?? unknownFacts();
  const { before, since } = await sidesOf(context, change);
  return { ...change, windows: { baseline: before, current: since } };
}

function unknownFacts(): never {
  throw invalid("This alert's facts do not say which answers it counted.");
}

function invalid(sentence: string): SightlineError {
  return new SightlineError('invalid_parameter', sentence);
}
