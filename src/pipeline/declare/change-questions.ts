import { MOST_SAMPLES } from '../../domain/questions/samples.ts';
import { tagKey, tagSpelling } from '../../domain/questions/tags.ts';
import { fold } from '../../extract/text/fold.ts';
import type { ApplyDeps } from './apply/apply.ts';
import type { ApplyResult, ApplyScope } from './apply/apply-run.ts';
import { ChangedMeanwhile, changeBrand } from './change-brand.ts';
import { type DeclaredQuestion, questionOf } from './document/declared-question.ts';
import { type BrandDocument, brandDocument } from './document/document.ts';
import { versionOf } from './document/document-version.ts';

/** A form's change to a brand's questions. Other questions stay, including ones added meanwhile. */
export type QuestionsChange =
  | { readonly kind: 'add'; readonly questions: readonly DeclaredQuestion[] }
  | { readonly kind: 'activate'; readonly texts: readonly string[]; readonly active: boolean }
  /** Appends and removes tags. */
  | {
      readonly kind: 'tag';
      readonly texts: readonly string[];
      readonly add: readonly string[];
      readonly remove: readonly string[];
    }
  /** Starts or stops asking questions in a market. `all`: the brand's active markets. */
  | {
      readonly kind: 'market';
      readonly texts: readonly string[];
      readonly market: string;
      readonly asked: boolean;
      readonly all: readonly string[];
    }
  /** Null: the brand's rate. */
  | { readonly kind: 'sample'; readonly texts: readonly string[]; readonly samples: number | null }
  /** Once a week. */
  | { readonly kind: 'weekly'; readonly texts: readonly string[] }
  /**
   * Raises every question that is asked daily by one sample a day, up to the limit.
   *
   * @param usual the brand's rate, for questions without their own
   */
  | { readonly kind: 'sample_more'; readonly usual: number }
  /** The whole declaration. */
  | { readonly kind: 'replace'; readonly text: string; readonly by: DeclaredQuestion };

/** A question's answers belong to its text, so editing the text makes a new question and pauses the old one. */
export function changedQuestions(
  prompts: BrandDocument['prompts'],
  change: QuestionsChange,
): BrandDocument['prompts'] {
  const questions = new Map(prompts.map(questionOf).map((each) => [each.text, each]));
  const changes = changesOf(questions, change);
  const changed = new Set(changes.map(({ text }) => text));
  const spelled = tagSpelling();
  // Keep the spelling of tags that other questions have.
  for (const { text, tags } of questions.values()) if (!changed.has(text)) spelled(tags);
  for (const each of changes) questions.set(each.text, { ...each, tags: spelled(each.tags) });
  return [...questions.values()].map(({ markets, ...each }) => ({
    ...each,
    tags: [...each.tags],
    ...(markets && { markets: [...markets] }),
  }));
}

function changesOf(
  known: ReadonlyMap<string, DeclaredQuestion>,
  change: QuestionsChange,
): readonly DeclaredQuestion[] {
  // The first change to an imported question declares it.
  const current = (text: string) => known.get(text) ?? { text, tags: [], active: false };
  switch (change.kind) {
    case 'add':
      return change.questions
        .filter(({ text }) => !known.get(text)?.active)
        .map((each) => added(known.get(each.text), each));
    case 'activate':
      return change.texts.map((text) => ({ ...current(text), active: change.active }));
    case 'tag':
      return change.texts.map((text) => retagged(current(text), change));
    case 'market':
      return change.texts.map((text) => askedIn(current(text), change));
    case 'sample':
      return change.texts.map((text) => sampledAs(current(text), change.samples));
    case 'weekly':
      return change.texts.map((text) => ({ ...sampledAs(current(text), null), every: 'week' as const }));
    case 'sample_more':
      return [...known.values()]
        .filter(({ active, every }) => active && every !== 'week')
        .map((each) => sampledAs(each, Math.min(MOST_SAMPLES, (each.samples_per_day ?? change.usual) + 1)));
    case 'replace': {
      const { text, by } = change;
      return by.text === text ? [by] : [{ ...current(text), active: false }, by];
    }
  }
}

/** A paused question pasted without tags keeps its own. */
function added(known: DeclaredQuestion | undefined, question: DeclaredQuestion): DeclaredQuestion {
  const tags = question.tags.length > 0 ? question.tags : (known?.tags ?? []);
  return { ...known, ...question, tags };
}

function retagged(
  question: DeclaredQuestion,
  { add, remove }: Extract<QuestionsChange, { kind: 'tag' }>,
): DeclaredQuestion {
  const removed = new Set(remove.map(tagKey));
  const remaining = question.tags.filter((tag) => !removed.has(tagKey(tag)));
  return { ...question, tags: tagSpelling()([...remaining, ...add]) };
}

/** Leaves questions without another market unchanged: pause them instead. */
function askedIn(
  { markets, ...question }: DeclaredQuestion,
  { market, asked, all }: Extract<QuestionsChange, { kind: 'market' }>,
): DeclaredQuestion {
  const before = new Set(markets ?? all);
  const after = all.filter((name) => (name === market ? asked : before.has(name)));
  if (after.length === 0) return { ...question, ...(markets && { markets }) };
  return after.length === all.length ? question : { ...question, markets: after };
}

function sampledAs(
  { samples_per_day: _, every: __, ...question }: DeclaredQuestion,
  samples: number | null,
): DeclaredQuestion {
  return samples === null ? question : { ...question, samples_per_day: samples };
}

/** Enough for concurrent changes by other users. */
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

export interface PastedQuestions {
  readonly questions: readonly DeclaredQuestion[];
  /** Duplicate lines and active questions, which it skips. */
  readonly repeated: readonly string[];
  /** Pairs that differ only in capitals and symbols. It adds both. */
  readonly alike: readonly (readonly [added: string, other: string])[];
}

/** More would block others during comparison, review, and storage. */
export const MOST_PASTED = 10_000;

/** Parses one question per line, with a tab before each tag. @param known texts of active questions */
export function pastedQuestions(lines: readonly string[], known: readonly string[]): PastedQuestions {
  const texts = new Set(known);
  const byKey = new Map(known.map((text) => [keyOf(text), text]));
  const questions: DeclaredQuestion[] = [];
  const repeated: string[] = [];
  const alike: [string, string][] = [];
  for (const line of lines) {
    const [text = '', ...tags] = line.split('\t').map((part) => part.trim());
    if (text === '') continue;
    if (texts.has(text)) {
      repeated.push(text);
      continue;
    }
    const other = byKey.get(keyOf(text));
    if (other !== undefined) alike.push([text, other]);
    texts.add(text);
    byKey.set(keyOf(text), text);
    questions.push({ text, tags: tags.filter((tag) => tag !== ''), active: true });
  }
  return { questions, repeated, alike };
}

/** A question's words in normal form. */
function keyOf(text: string): string {
  return (
    fold(text)
      .text.match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? text
  );
}
