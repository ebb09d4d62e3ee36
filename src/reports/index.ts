import { alerts } from './alerts/alerts.ts';
import { changes } from './alerts/changes.ts';
import { comparisons } from './alerts/comparisons.ts';
import { events } from './alerts/events.ts';
import { why } from './alerts/why.ts';
import { answers } from './answers/answers.ts';
import { competitors } from './brands/competitors.ts';
import { definitions } from './brands/definitions.ts';
import { gaps } from './brands/gaps.ts';
import { presence } from './brands/presence.ts';
import { questions } from './brands/questions.ts';
import { shareOfVoice } from './brands/share-of-voice.ts';
import { trend } from './brands/trend.ts';
import { visibility } from './brands/visibility.ts';
import { brands } from './brands.ts';
import { cards } from './cards/cards.ts';
import { claim } from './claims/claim.ts';
import { reconcile } from './claims/reconcile.ts';
import { spotChecks } from './claims/spot-checks.ts';
import { me } from './me.ts';
import { planner } from './planner/planner.ts';
import { facts } from './said/facts.ts';
import { said } from './said/said.ts';
import { sentiment } from './said/sentiment.ts';
import type { Report } from './shape/report.ts';
import { cited } from './sources/cited.ts';
import { pages } from './sources/pages.ts';
import { recommendations } from './sources/recommendations.ts';
import { rivals } from './sources/rivals.ts';
import { searches } from './sources/searches.ts';
import { sources } from './sources/sources.ts';
import { todo } from './todo/todo.ts';
import { coverage } from './traffic/coverage.ts';
import { crawls } from './traffic/crawls.ts';
import { funnel } from './traffic/funnel.ts';
import { visits } from './traffic/visits.ts';

/** Every report. Each has an HTTP endpoint, a command, and a page in the reference. */
export const reports = {
  me,
  brands,
  visibility,
  presence,
  trend,
  competitors,
  rivals,
  gaps,
  shareOfVoice,
  sentiment,
  facts,
  said,
  definitions,
  questions,
  answers,
  sources,
  pages,
  cited,
  recommendations,
  searches,
  cards,
  crawls,
  visits,
  funnel,
  coverage,
  todo,
  alerts,
  changes,
  comparisons,
  why,
  events,
  claim,
  spotChecks,
  reconcile,
  planner,
} as const;

/** The list for adapters that treat all reports alike. */
export const REPORTS: readonly Report[] = Object.values(reports);

type EachReport = (typeof reports)[keyof typeof reports];

export type ReportName = EachReport['name'];

export type ReportNamed<Name extends ReportName> = Extract<EachReport, { readonly name: Name }>;

/** The report with this name. @throws Error for an unknown name, which is a bug and not a client's mistake */
export function reportNamed(name: string): Report {
  const report = REPORTS.find((each) => each.name === name);
  if (!report) throw new Error(`There is no report ${name}.`);
  return report;
}
