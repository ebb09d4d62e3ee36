import Type from 'typebox';
import type { CountedAnswers } from '../../panel/panel.ts';
import type { ReportContext } from '../shape/report.ts';
import { oneOf } from '../shape/schemas.ts';
import type { SliceQuery } from '../shape/slice.ts';
import type { Dimension } from './dimension.ts';

/** A dimension that a report has only if you ask for it with `by`: it divides a report's answers. */
export interface Split extends Dimension {
  /** The value of `by`. */
  readonly by: string;
  /** A sentence on `by`. */
  readonly description: string;
  parts(
    context: Pick<ReportContext, 'db' | 'brand'>,
    answers: CountedAnswers,
    query: SliceQuery,
  ): Promise<readonly AnswersPart<object>[]>;
}

/** Some of a report's answers, with their rows' fields. */
export interface AnswersPart<Fields> {
  readonly answers: CountedAnswers;
  readonly of: Fields;
  /** Lists only engines with answers, if others cannot have any. */
  readonly onlyAnswering?: true;
}

/** The parameter for a report with these splits. */
export function byQuery<const Splits extends readonly Split[]>(splits: Splits) {
  const values = splits.map(({ by }): Splits[number]['by'] => by);
  return { by: Type.Optional(oneOf(values, splits.map(({ description }) => description).join(' '))) };
}

/** `meta` says what `by` was, because these columns are only there with it. */
export function byMeta<const Splits extends readonly Split[]>(splits: Splits) {
  const values = splits.map(({ by }): Splits[number]['by'] => by);
  return { divided_by: Type.Optional(oneOf(values, 'Only with this `by`.')) };
}

type FieldsOf<Of extends Split> = Awaited<ReturnType<Of['parts']>>[number]['of'];

/** The answers by the split that a query asks for; undivided without one. */
export async function partsBy<Of extends Split>(
  context: Pick<ReportContext, 'db' | 'brand'>,
  answers: CountedAnswers,
  query: SliceQuery,
  split: Of | undefined,
): Promise<readonly AnswersPart<Partial<FieldsOf<Of>>>[]> {
  if (split === undefined) return [{ answers, of: {} }];
  return (await split.parts(context, answers, query)) as AnswersPart<FieldsOf<Of>>[];
}
