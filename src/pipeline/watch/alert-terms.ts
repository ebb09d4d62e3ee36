import { pointsOf, pointsText } from '../../domain/figures/points.ts';
import { questionIdOf } from '../../domain/questions/question-id.ts';
import { formatDay } from '../../domain/time/instant.ts';
import { listModelDays } from '../../panel/counts/spreads/days-answered.ts';
import type { Panel as Answers, Slice } from '../../panel/panel.ts';
import { KIND_RULES } from '../../stats/alerts/gates.ts';
import { type ChangeTerm, changeTerms } from '../../stats/explaining/change-terms.ts';
import type { DecomposedTerm } from '../../stats/explaining/decomposition.ts';
import { findModelSwitch } from '../../stats/explaining/model-switch.ts';
import { type AskedPrompt, listAskedPrompts } from '../../storage/answers/lookups.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { Finding } from './evaluate.ts';

/** The questions behind a finding's change, and coincidences. */
export interface AlertTerms {
  /** At most three terms distinguishable from noise, largest first. */
  readonly terms: readonly (ChangeTerm & { readonly prompt: AskedPrompt | null })[];
  /** The model that replaced all others within the windows, with its first day; null for none. */
  readonly coincides: { readonly model: string | null; readonly since: string } | null;
}

const MOST_TERMS = 3;

/** Finds a finding's terms: questions whose rate changed, and changes in how often each was asked. */
export async function termsOf(
  { db, brandId, answers }: { readonly db: Database; readonly brandId: number; readonly answers: Answers },
  { comparison, subject, panel }: Finding,
  only: Slice,
): Promise<AlertTerms> {
  const { kind, engine, windows } = comparison;
  const questions = panel.questions(KIND_RULES[kind].measure, subject.id);
  const effects = { current: comparison.current.designEffect, baseline: comparison.baseline.designEffect };
  const { significant } = changeTerms(questions, { cut: 'question', byModel: false, effects });
  const largest = significant.slice(0, MOST_TERMS);
  const ids = largest.flatMap(({ question }) => (question === undefined ? [] : [question]));
  const prompts = new Map((await listAskedPrompts(db, brandId, ids)).map((each) => [each.id, each]));
  const period = { from: windows.baseline.from, to: windows.current.to };
  const takenOver = findModelSwitch(
    await listModelDays({ panel: answers, period, only: { ...only, engine } }),
  );
  return {
    terms: largest.map((term) => ({ ...term, prompt: prompts.get(term.question ?? -1) ?? null })),
    coincides: takenOver && {
      model: takenOver.model,
      since: formatDay(takenOver.first),
    },
  };
}

export function termFacts({ terms, coincides }: AlertTerms): object {
  return {
    terms: terms.map(({ term, prompt, change, interval }) => ({
      term,
      question: prompt && { id: questionIdOf(prompt.digest), text: prompt.text },
      points: pointsOf(change),
      lower: pointsOf(interval.lower),
      upper: pointsOf(interval.upper),
    })),
    coincides_with: coincides,
  };
}

/**
 * The terms as sentences: places, never causes. Null without distinguishable terms. Omits question texts, because an
 * alert's readers may lack access to them.
 */
export function termsText({ terms, coincides }: AlertTerms): string | null {
  const sentences = [
    ...(terms.length > 0 ? [partsText(terms)] : []),
    ...(coincides
      ? [`It coincides with the model ${modelText(coincides.model)} from ${coincides.since}.`]
      : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : null;
}

/** `Its largest parts: +7.4 and +6.9 points in two questions.` */
function partsText(terms: AlertTerms['terms']): string {
  const groups = Map.groupBy(terms, ({ term, prompt }) => (prompt === null ? TERM_WORDS[term] : null));
  const parts = [...groups].map(([words, of]) => {
    const points = LIST.format(of.map(({ change }) => pointsText(change)));
    return `${points} points in ${words ?? QUESTIONS[of.length - 1]}`;
  });
  return `Its largest ${terms.length === 1 ? 'part' : 'parts'}: ${parts.join('; ')}.`;
}

const LIST = new Intl.ListFormat('en-US');

/** As many as MOST_TERMS. */
const QUESTIONS = ['one question', 'two questions', 'three questions'] as const;

const ONE_WINDOW = 'questions that count in one window only';

/** Names of terms without a question. */
const TERM_WORDS: Readonly<Record<DecomposedTerm, string>> = {
  questions_added: ONE_WINDOW,
  questions_removed: ONE_WINDOW,
  questions_replaced: ONE_WINDOW,
  question_mix: 'answers per question',
  model_mix: 'which models answered',
  rate: 'the rate',
  cited_share: 'how often engines cite a site',
  rate_where_cited: 'the rate in answers that cite a site',
  rate_elsewhere: 'the rate in answers without that citation',
};

function modelText(model: string | null): string {
  return model ?? 'that the engine does not name';
}
