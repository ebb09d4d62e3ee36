import { themeReadFor } from '../../../domain/brand/theme.ts';
import { DAY_MS } from '../../../domain/time/period.ts';
import { reports } from '../../../reports/index.ts';
import type { AnswersFilters } from '../../../reports/shape/answers-filters.ts';
import { MOST_DAYS } from '../../../reports/shape/window.ts';
import type { FactRow, PresenceRow } from '../../parts/words/rows.ts';
import type { Visit } from '../../visit/visit.ts';

/** The total for filters that a report also counts: windows in which one brand is named, not named, or checked for, or by fact or theme. Null for others, because /answers has no totals. */
export async function knownTotal(visit: Visit, filters: AnswersFilters): Promise<number | null> {
  const { from, until, engine, reader, ...about } = filters;
  if (from === undefined || until === undefined) return null;
  if (Date.parse(until) - Date.parse(from) >= MOST_DAYS * DAY_MS) return null;
  const query = { from, until, ...(engine === undefined ? {} : { engine }) };
  if (about.fact !== undefined) return await totalOfFact(visit, query, about);
  if (about.theme !== undefined) return await totalOfTheme(visit, query, about);
  const counted = countedAs(about);
  if (counted === null) return null;
  const by = reader === undefined ? {} : { reader };
  const { data } = await visit.report(reports.presence, { ...query, ...by });
  const rows = data.filter(({ role, brand }) =>
    counted.brand === 'self' ? role === 'self' : brand === counted.brand,
  );
  return rows.reduce((sum, row) => sum + counted.of(row), 0);
}

interface ReportQuery {
  readonly from: string;
  readonly until: string;
  readonly engine?: string;
}

type About = Omit<AnswersFilters, 'from' | 'until' | 'engine' | 'reader'>;

/** Only models read for facts and themes. */
const BY_MODEL = { reader: 'model' } as const;

/** The total as /facts counts it. */
async function totalOfFact(visit: Visit, query: ReportQuery, about: About): Promise<number | null> {
  const { fact, verdict, names, ...others } = about;
  if (names !== 'self' || Object.keys(others).length > 0) return null;
  const { data } = await visit.report(reports.facts, { ...query, ...BY_MODEL });
  const rows = data.facts.filter((row) => row.fact === fact);
  // The list has one market.
  if (new Set(rows.map(({ market }) => market)).size > 1) return null;
  return rows.reduce((sum, row) => sum + ofVerdict(row, verdict), 0);
}

function ofVerdict(row: FactRow, verdict: string | undefined): number {
  switch (verdict) {
    case 'agree':
    case 'contradict':
    case 'unclear':
    case 'silent':
      return row[verdict];
    case 'stated':
      return row.agree + row.contradict;
    default:
      return row.naming_you;
  }
}

/** The total as /said counts it. */
async function totalOfTheme(visit: Visit, query: ReportQuery, about: About): Promise<number | null> {
  const { theme = '', names, framing = 'any', ...others } = about;
  if (
    names === undefined ||
    names === 'competitor' ||
    themeReadFor(theme) !== null ||
    Object.keys(others).length > 0
  )
    return null;
  const { data } = await visit.report(reports.said, { ...query, ...BY_MODEL, about: names });
  const rows = data.filter((row) => row.theme === theme && row.framing === framing);
  return rows.reduce((sum, row) => sum + row.present, 0);
}

interface Counted {
  readonly brand: string;
  readonly of: (row: PresenceRow) => number;
}

/** /presence columns by the filter that selects the same answers. */
const FIGURES: Readonly<Record<string, (row: PresenceRow) => number>> = {
  names: ({ present }) => present,
  'names ranked=true': ({ ranked_answers: answers }) => answers,
  'names framing=recommended': ({ framing }) => framing.recommended,
  'names framing=negative': ({ framing }) => framing.negative,
  'names framing=any': ({ framing }) => framing.classified,
  'names_not looked_for': ({ responses, present }) => responses - present,
  // Engines without citations have none.
  cites_brand: ({ citations }) => citations ?? 0,
  looked_for: ({ responses }) => responses,
};

/** The /presence figure that counts these answers. */
function countedAs(about: About): Counted | null {
  const {
    names,
    names_not: not,
    looked_for: lookedFor,
    cites_brand: cited,
    framing,
    ranked,
    ...others
  } = about;
  const brands = [names, not, cited, lookedFor].filter((brand) => brand !== undefined);
  const [brand] = brands;
  const isOne = brand !== undefined && brands.every((each) => each === brand);
  if (!isOne || brand === 'competitor' || brand === 'all' || Object.keys(others).length > 0) return null;
  const given = {
    names,
    names_not: not,
    cites_brand: cited,
    looked_for: names || cited ? undefined : lookedFor,
  };
  const key = Object.entries(given)
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .concat(framing === undefined ? [] : [`framing=${framing}`])
    .concat(ranked === undefined ? [] : [`ranked=${ranked}`])
    .join(' ');
  const of = FIGURES[key];
  return of === undefined ? null : { brand, of };
}
