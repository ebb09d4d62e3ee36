import type { ReportName, ReportNamed } from '../reports/index.ts';
import type { DataOf } from '../reports/shape/report.ts';
import { answersInShort } from './answers-in-short.ts';
import { comparisonsInShort } from './comparisons-in-short.ts';
import { definitionsInShort } from './definitions-in-short.ts';
import type { ShortForm } from './short-form.ts';
import { trendInShort } from './trend-in-short.ts';

/** The reports that have a short form. */
export const SHORT_FORMS: Readonly<Record<string, ShortForm>> = {
  answers: answersInShort,
  comparisons: comparisonsInShort,
  definitions: definitionsInShort,
  trend: trendInShort,
} satisfies { readonly [Name in ReportName]?: ShortForm<DataOf<ReportNamed<Name>>> };
