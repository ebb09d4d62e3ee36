import { alerts } from './alerts.ts';
import { answers } from './answers.ts';
import { brands } from './brands.ts';
import { cited } from './cited.ts';
import { claim } from './claim.ts';
import { comparisons } from './comparisons.ts';
import { competitors } from './competitors.ts';
import { definitions } from './definitions.ts';
import { events } from './events.ts';
import { experiments } from './experiments.ts';
import { facts } from './facts.ts';
import { gaps } from './gaps.ts';
import { instead } from './instead.ts';
import { me } from './me.ts';
import { pages } from './pages.ts';
import { planner } from './planner.ts';
import { presence } from './presence.ts';
import { questions } from './questions.ts';
import { recommendations } from './recommendations.ts';
import { rivals } from './rivals.ts';
import { said } from './said.ts';
import { searches } from './searches.ts';
import { sentiment } from './sentiment.ts';
import type { Report } from './shape/report.ts';
import { shareOfVoice } from './share-of-voice.ts';
import { sources } from './sources.ts';
import { trend } from './trend.ts';
import { visibility } from './visibility.ts';
import { watchedClaims } from './watched-claims.ts';
import { why } from './why.ts';

/** The list of reports is the product: each has its HTTP endpoint, its command and its page in the reference. */
export const reports = {
  me,
  brands,
  visibility,
  presence,
  trend,
  competitors,
  instead,
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
  alerts,
  comparisons,
  why,
  events,
  claim,
  watchedClaims,
  planner,
  experiments,
} as const;

/** The same for doors that handle all of them alike. */
export const REPORTS: readonly Report[] = Object.values(reports);

type EachReport = (typeof reports)[keyof typeof reports];

/** The name of a report, as in its address. */
export type ReportName = EachReport['name'];

/** The report of a name. */
export type ReportNamed<Name extends ReportName> = Extract<EachReport, { readonly name: Name }>;

/** The report of this name. @throws Error for a name that no report has: it is a mistake of ours, not of a client */
export function reportNamed(name: string): Report {
  const report = REPORTS.find((each) => each.name === name);
  if (!report) throw new Error(`There is no report ${name}.`);
  return report;
}
