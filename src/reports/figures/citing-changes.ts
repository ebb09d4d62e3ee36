import { countAnswers } from '../../panel/counts/answers.ts';
import { type CitingPromptCount, countAnswersByPrompt } from '../../panel/counts/by-prompt.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import {
  comparedAnswers,
  type FigureChange,
  pairedRows,
  rateChange,
  type WindowComparison,
} from './window-comparison.ts';

/** How to count sites or pages by their ids. */
interface CitingCounts<Thing, Figures> {
  /** A thing's figures in a window. */
  readonly figuresIn: (answers: CountedAnswers) => Promise<(thing: Thing) => Figures>;
  readonly byPrompt: (
    answers: CountedAnswers,
    things: readonly Thing[],
  ) => Promise<readonly CitingPromptCount<Thing>[]>;
}

type Before<Thing, Figures> = (thing: Thing) => {
  readonly figures: Figures;
  readonly judged: FigureChange | null;
};

/** Each listed thing's earlier figures, and how its citation share changed; null if the earlier window has no answers. */
export async function citingBefore<Thing, Figures>(
  comparison: WindowComparison | null,
  answers: CountedAnswers,
  things: readonly Thing[],
  { figuresIn, byPrompt }: CitingCounts<Thing, Figures>,
): Promise<Before<Thing, Figures> | null> {
  if (comparison === null || !(await hasAnswersBefore(comparison, answers))) return null;
  const figuresOf = await figuresIn({ ...answers, period: comparison.earlier });
  const changes = await citingChanges(comparison, answers, things, byPrompt);
  return (thing) => ({ figures: figuresOf(thing), judged: changes?.(thing) ?? null });
}

/** Why rows have no earlier figures. @param before null if it has no answers */
export function nothingBeforeNote(comparison: WindowComparison | null, before: unknown): string {
  return comparison !== null && before === null ? ' No comparison: the earlier window has no answers.' : '';
}

/** Whether the earlier window has any answers; without any, 0 would be no figure. */
async function hasAnswersBefore({ earlier }: WindowComparison, answers: CountedAnswers): Promise<boolean> {
  const counts = await countAnswers({ ...answers, period: earlier });
  return counts.some((each) => each.answers > 0);
}

/** Citation shares' changes by id; null if the answers come from several engines. */
async function citingChanges<Thing>(
  comparison: WindowComparison,
  current: CountedAnswers,
  things: readonly Thing[],
  count: (answers: CountedAnswers, things: readonly Thing[]) => Promise<readonly CitingPromptCount<Thing>[]>,
): Promise<((thing: Thing) => FigureChange) | null> {
  const { engine } = current.only;
  if (engine === undefined) return null;
  const answers = await comparedAnswers(comparison, current, [engine]);
  const side = async (counted: CountedAnswers) => ({
    all: await countAnswersByPrompt(counted),
    citing: new Map(
      (await count(counted, things)).map((row) => [`${row.promptId} ${row.thing}`, row.citing]),
    ),
  });
  const [now, then] = [await side(answers.current), await side(answers.earlier)];
  const rowsOf = ({ all, citing }: typeof now, thing: Thing) =>
    all.map((row) => ({ ...row, citing: citing.get(`${row.promptId} ${thing}`) ?? 0 }));
  return (thing) =>
    rateChange(
      answers,
      { engine, trackedId: current.panel.self },
      pairedRows(rowsOf(now, thing), rowsOf(then, thing)),
      (row) => ({ events: row.citing, trials: row.answers }),
    );
}
