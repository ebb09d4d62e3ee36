import { MOST_SAMPLES } from '../../domain/samples.ts';
import { tagKey, tagSpelling } from '../../domain/tags.ts';
import { fold } from '../../extract/text/fold.ts';
import type { ApplyDeps } from './apply.ts';
import type { ApplyResult, ApplyScope } from './apply-run.ts';
import { ChangedMeanwhile, changeBrand } from './change-brand.ts';
import { type DeclaredQuestion, questionOf } from './declared-question.ts';
import { type BrandDocument, brandDocument } from './document.ts';
import { versionOf } from './document-version.ts';

/** What a form does to the questions of a brand. Whatever it does not name stays, also what was added meanwhile. */
export type QuestionsChange =
  | { readonly kind: 'add'; readonly questions: readonly DeclaredQuestion[] }
  | { readonly kind: 'activate'; readonly texts: readonly string[]; readonly active: boolean }
  /** Adds tags behind those that a question has, and takes others from it. */
  | {
      readonly kind: 'tag';
      readonly texts: readonly string[];
      readonly add: readonly string[];
      readonly remove: readonly string[];
    }
  /** Has questions asked in a market, or no more. `all`: the brand's active markets. */
  | {
      readonly kind: 'market';
      readonly texts: readonly string[];
      readonly market: string;
      readonly asked: boolean;
      readonly all: readonly string[];
    }
  /** Null: as often as the questions of the brand are asked. */
  | { readonly kind: 'sample'; readonly texts: readonly string[]; readonly samples: number | null }
  /** Has every question asked once more a day, as often as it may be. @param usual how often the brand's are asked that have no number of their own */
  | { readonly kind: 'sample_more'; readonly usual: number }
  | { readonly kind: 'replace'; readonly text: string; readonly by: DeclaredQuestion };

/** A question's answers belong to its text, so another text is another question. The old one is paused. */
export function changedQuestions(
  prompts: BrandDocument['prompts'],
  change: QuestionsChange,
): BrandDocument['prompts'] {
  const questions = new Map(prompts.map(questionOf).map((each) => [each.text, each]));
  const changes = changesOf(questions, change);
  const changed = new Set(changes.map(({ text }) => text));
  const spelled = tagSpelling();
  // A tag that other questions have stays as it is written there.
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
  // A question that only came with imported answers is declared by its first change.
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
    case 'sample_more':
      return [...known.values()]
        .filter(({ active }) => active)
        .map((each) => sampledAs(each, Math.min(MOST_SAMPLES, (each.samples_per_day ?? change.usual) + 1)));
    case 'replace': {
      const { text, by } = change;
      const replaced = { ...current(text), ...by };
      return by.text === text ? [replaced] : [{ ...current(text), active: false }, replaced];
    }
  }
}

/** A paused question that is pasted without tags keeps its own. */
function added(known: DeclaredQuestion | undefined, question: DeclaredQuestion): DeclaredQuestion {
  const tags = question.tags.length > 0 ? question.tags : (known?.tags ?? []);
  return { ...known, ...question, tags };
}

function retagged(
  question: DeclaredQuestion,
  { add, remove }: Extract<QuestionsChange, { kind: 'tag' }>,
): DeclaredQuestion {
  const removed = new Set(remove.map(tagKey));
  const kept = question.tags.filter((tag) => !removed.has(tagKey(tag)));
  return { ...question, tags: tagSpelling()([...kept, ...add]) };
}

/** Those asked in no other market are left as they are: to ask them nowhere is to pause them. */
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
  { samples_per_day: _, ...question }: DeclaredQuestion,
  samples: number | null,
): DeclaredQuestion {
  return samples === null ? question : { ...question, samples_per_day: samples };
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

/** Reads a question a line, with its tags after it, a tab before each. @param known the texts of active questions */
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

/** The words of a question, however they are written. */
function keyOf(text: string): string {
  return (
    fold(text)
      .text.match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? text
  );
}
