import type { ReportName, ReportNamed } from '../reports/index.ts';
import type { DataOf } from '../reports/shape/report.ts';
import { shortAnswers } from './short-answers.ts';
import { shortComparisons } from './short-comparisons.ts';
import { shortDefinitions } from './short-definitions.ts';
import type { ShortForm } from './short-form.ts';
import { shortTrend } from './short-trend.ts';

/** The reports that have a short form. */
export const SHORT_FORMS: Readonly<Record<string, ShortForm>> = {
  answers: shortAnswers,
  comparisons: shortComparisons,
  definitions: shortDefinitions,
  trend: shortTrend,
} satisfies { readonly [Name in ReportName]?: ShortForm<DataOf<ReportNamed<Name>>> };
