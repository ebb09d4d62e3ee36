import { fold } from '../../extract/text/fold.ts';
import type { ApplyDeps } from './apply.ts';
import type { ApplyResult, ApplyScope } from './apply-run.ts';
import { ChangedMeanwhile, changeBrand } from './change-brand.ts';
import { type BrandDocument, brandDocument } from './document.ts';
import { versionOf } from './document-version.ts';

/** A question of a brand as it is declared. */
export interface DeclaredQuestion {
  readonly text: string;
  readonly category: string | null;
  readonly active: boolean;
  /** Left out: as often as its brand's questions are asked. */
  readonly samples_per_day?: number;
}

/** What a form does to the questions of a brand. Whatever it does not name stays, also what was added meanwhile. */
export type QuestionsChange =
  | { readonly kind: 'add'; readonly questions: readonly DeclaredQuestion[] }
  | { readonly kind: 'activate'; readonly texts: readonly string[]; readonly active: boolean }
  | { readonly kind: 'categorize'; readonly texts: readonly string[]; readonly category: string | null }
  /** Null: as often as the questions of the brand are asked. */
  | { readonly kind: 'sample'; readonly texts: readonly string[]; readonly samples: number | null }
  | { readonly kind: 'replace'; readonly text: string; readonly by: DeclaredQuestion };

/** A question's answers belong to its text, so another text is another question. The old one is paused. */
export function changedQuestions(
  prompts: BrandDocument['prompts'],
  change: QuestionsChange,
): BrandDocument['prompts'] {
  const questions = new Map(prompts.map(questionOf).map((each) => [each.text, each]));
  for (const each of changesOf(questions, change)) questions.set(each.text, each);
  return [...questions.values()];
}

function changesOf(
  known: ReadonlyMap<string, DeclaredQuestion>,
  change: QuestionsChange,
): readonly DeclaredQuestion[] {
  // A question that only came with imported answers is declared by its first change.
  const current = (text: string) => known.get(text) ?? { text, category: null, active: false };
  switch (change.kind) {
    case 'add':
      return change.questions
        .filter(({ text }) => !known.get(text)?.active)
        .map((each) => ({ ...known.get(each.text), ...each }));
    case 'activate':
      return change.texts.map((text) => ({ ...current(text), active: change.active }));
    case 'categorize':
      return change.texts.map((text) => ({ ...current(text), category: change.category }));
    case 'sample':
      return change.texts.map((text) => sampledAs(current(text), change.samples));
    case 'replace': {
      const { text, by } = change;
      const replaced = { ...current(text), ...by };
      return by.text === text ? [replaced] : [{ ...current(text), active: false }, replaced];
    }
  }
}

function sampledAs(
  { samples_per_day: _, ...question }: DeclaredQuestion,
  samples: number | null,
): DeclaredQuestion {
  return samples === null ? question : { ...question, samples_per_day: samples };
}

export function questionOf(prompt: BrandDocument['prompts'][number]): DeclaredQuestion {
  if (typeof prompt === 'string') return { text: prompt, category: null, active: true };
  const { text, category = null, active = true, samples_per_day: samples } = prompt;
  return { text, category, active, ...(samples === undefined ? {} : { samples_per_day: samples }) };
}

/** Somebody else may change the questions at the same time, but not that often. */
const MOST_ATTEMPTS = 5;

/** @throws InvalidFile, or SightlineError `conflict` */
export async function changeQuestions(
  deps: ApplyDeps,
  { scope, brand }: { readonly scope: ApplyScope; readonly brand: string },
  change: QuestionsChange,
): Promise<ApplyResult> {
  for (let attempt = 1; ; attempt += 1) {
    const document = await brandDocument(deps.db, brand);
    const parts = { prompts: changedQuestions(document.prompts, change) };
    try {
      return await changeBrand(deps, { scope, brand, parts, version: versionOf(document, ['prompts']) });
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

/** What was pasted, sorted out. */
export interface PastedQuestions {
  readonly questions: readonly DeclaredQuestion[];
  /** Lines that say what another line says, or what is asked already. They are left out. */
  readonly repeated: readonly string[];
  /** Pairs that differ only in capitals and signs. Both are asked. */
  readonly alike: readonly (readonly [added: string, other: string])[];
}

/** More in one form would keep everybody else waiting while they are compared, reviewed, and stored. */
export const MOST_PASTED = 10_000;

/** Reads a question a line, with a category after a tab. @param known the texts of active questions */
export function pastedQuestions(lines: readonly string[], known: readonly string[]): PastedQuestions {
  const texts = new Set(known);
  const byKey = new Map(known.map((text) => [keyOf(text), text]));
  const questions: DeclaredQuestion[] = [];
  const repeated: string[] = [];
  const alike: [string, string][] = [];
  for (const line of lines) {
    const [text = '', category = ''] = line.split('\t').map((part) => part.trim());
    if (text === '') continue;
    if (texts.has(text)) {
      repeated.push(text);
      continue;
    }
    const other = byKey.get(keyOf(text));
    if (other !== undefined) alike.push([text, other]);
    texts.add(text);
    byKey.set(keyOf(text), text);
    questions.push({ text, category: category === '' ? null : category, active: true });
  }
  return { questions, repeated, alike };
}

/** The words of a question, however they are written. */
function keyOf(text: string): string {
  return (
    fold(text)
      .text.match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? text
  );
}
