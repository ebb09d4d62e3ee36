import {
  changeOfDays,
  type Days,
  daysSince,
  mixedChangeOn,
  toldChangeOn,
  withIntervalOf,
} from '../../../domain/alerts/change.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { type Spend, spendOf } from '../../../pipeline/collect/health.ts';
import { countUnreadAlerts } from '../../../pipeline/watch/read-alerts.ts';
import { reports } from '../../../reports/index.ts';
import { brandOfCaller, brandsOfCaller } from '../../../reports/run/caller-brands.ts';
import { parametersOfWindow, resolvedWindow } from '../../../reports/run/named-window.ts';
import { type EnvelopeOf, runReport } from '../../../reports/run/run-report.ts';
import { callersOfUser } from '../../../reports/run/user-caller.ts';
import { isNewcomer } from '../../../reports/run/usual-window.ts';
import type { AnswersFilters } from '../../../reports/shape/answers-filters.ts';
import { beforeOf, sharedQuestions } from '../../../reports/shape/compared.ts';
import type { Caller } from '../../../reports/shape/report.ts';
import type { RateFigure } from '../../charts/rates.ts';
import type { ChangedFigure, ComparedMeta } from '../../parts/table/change.ts';
import { toldIn, windowDays } from '../../parts/words/engines-now.ts';
import type { BrandRow, ChangeRow } from '../../parts/words/rows.ts';
import { BAR } from '../../visit/choice.ts';
import { addressOf, type Visit } from '../../visit/visit.ts';

export interface OrganizationBrands {
  readonly name: string;
  readonly brands: readonly ListedBrand[];
  readonly spend: Spend;
  /** The reason for missing figures; null if the plan includes them. */
  readonly refusal: string | null;
}

export interface ListedBrand {
  readonly brand: BrandRow;
  readonly unread: number;
  readonly engines: readonly EngineLine[];
}

/** An engine's rate for a brand, and its change. */
export interface EngineLine {
  readonly engine: string;
  readonly name: string;
  readonly figure: RateFigure & ChangedFigure;
  /** Link to the answers that name the brand; null without answers. */
  readonly href: string | null;
  /** The window before; null without a comparison. */
  readonly before: { readonly figure: RateFigure; readonly href: string } | null;
  readonly meta: ComparedMeta | undefined;
  /** The days since a change, if it counts them; null for the page's window. */
  readonly days: Days | null;
  /** The change that is told beside it; null for none. */
  readonly told: ChangeRow | null;
  /** The one whose levels its window mixes; null while it counts since a change. */
  readonly mixed: ChangeRow | null;
}

/** All organizations' brands that the user can see, oldest first. */
export async function listBrands(visit: Visit): Promise<OrganizationBrands[]> {
  const listed: OrganizationBrands[] = [];
  // Sequential: they share the snapshot's connection.
  for (const caller of await callersOfUser(visit.db, visit.user, visit.now)) {
    listed.push(await brandsOf(visit, caller));
  }
  return listed;
}

async function brandsOf(visit: Visit, caller: Caller): Promise<OrganizationBrands> {
  const name = caller.organizationName ?? '';
  const spend = await spendOf(visit.db, caller.organizationId, visit.now);
  const none = { name, brands: [], spend };
  if ((await brandsOfCaller(visit.db, caller)).length === 0) return { ...none, refusal: null };
  try {
    const { data } = await runReport(visit.db, visit.now, caller, reports.brands, {});
    const brands: ListedBrand[] = [];
    for (const brand of data) brands.push(await listed(visit, caller, brand));
    return { ...none, brands, refusal: null };
  } catch (error) {
    if (error instanceof SightlineError) return { ...none, refusal: error.message };
    throw error;
  }
}

async function listed(visit: Visit, caller: Caller, brand: BrandRow): Promise<ListedBrand> {
  const unread = await countUnreadAlerts(visit.db, brand.id, visit.user.id);
  if (!brand.configured) return { brand, unread, engines: [] };
  const report: Visit['report'] = async (of, query) =>
    await runReport(visit.db, visit.now, caller, of, { ...query, brand: brand.id });
  const { id } = await brandOfCaller(visit.db, caller, brand.id);
  const last = { withToday: await isNewcomer(visit.db, id, visit.now) };
  const window = parametersOfWindow(visit.choice.window, visit.now, last);
  return { brand, unread, engines: await engineLines(visit, brand, { report, window }) };
}

async function engineLines(visit: Visit, brand: BrandRow, ofBrand: OfBrand): Promise<EngineLine[]> {
  const { compare } = visit.choice;
  const asked = { ...ofBrand.window, ...(compare === 'off' ? {} : { compare }) };
  const { data, meta } = await ofBrand.report(reports.visibility, asked);
  const shown = windowDays({ ...ofBrand, now: visit.now });
  const all = await changesOf(ofBrand, shown);
  const changes = toldIn({ ...ofBrand, now: visit.now }, all);
  const lines: EngineLine[] = [];
  for (const figure of data.engines) {
    const change = changeOfDays(changes, figure.engine);
    const days = change && daysSince(change, shown.until);
    const since = change && days && (await figureSince(change, ofBrand, days));
    const told = toldChangeOn(changes, figure.engine);
    const window = since && days ? days : meta.window;
    const mixed = since
      ? null
      : mixedChangeOn(all, figure.engine, resolvedWindow(ofBrand.window, visit.now).period);
    lines.push({
      ...lineOf(visit, brand, since ?? figure, window),
      ...{ meta: meta.compared, days: since && days, told, mixed },
    });
  }
  return lines;
}

type VisibilityRow = EnvelopeOf<typeof reports.visibility>['data']['engines'][number];

function lineOf(visit: Visit, brand: BrandRow, figure: VisibilityRow, window: Days) {
  const { engine, name, responses, compared } = figure;
  const of = { engine, names: 'self' };
  const before = beforeOf(compared);
  return {
    ...{ engine, name, figure },
    href: responses === 0 ? null : answersOf(visit, brand, { ...of, from: window.from, until: window.until }),
    before:
      before && compared
        ? { figure: before, href: answersOf(visit, brand, { ...of, ...sharedQuestions(window, compared) }) }
        : null,
  };
}

type OfBrand = Pick<Visit, 'report' | 'window'>;

async function changesOf({ report }: OfBrand, days: Days): Promise<readonly ChangeRow[]> {
  return (await report(reports.changes, { over_from: days.from, limit: '200' })).data;
}

/** Null if too few answers have come for a rate. */
async function figureSince(
  change: ChangeRow,
  { report }: OfBrand,
  { from, until }: Days,
): Promise<VisibilityRow | null> {
  const { data } = await report(reports.visibility, { from, until });
  const row = data.engines.find(({ engine, rate }) => engine === change.engine && rate !== null);
  return row ? withIntervalOf(change, row) : null;
}

function answersOf(visit: Visit, { id }: BrandRow, filters: AnswersFilters): string {
  return addressOf(`/brands/${encodeURIComponent(id)}/answers`, { ...filters, [BAR]: visit.kept });
}
