import { SightlineError } from '../../domain/errors.ts';
import { MOST_SAMPLES } from '../../domain/questions/samples.ts';
import { tagKey, tagSpelling } from '../../domain/questions/tags.ts';
import { fold } from '../../extract/text/fold.ts';
import { type DeclaredQuestion, questionOf } from './document/declared-question.ts';
import type { BrandDocument } from './document/document.ts';

export interface QuestionChange {
  /** A question's answers belong to its text, so another text makes a new question and pauses the earlier one. */
  readonly text?: string;
  readonly tags?: readonly string[];
  readonly add_tags?: readonly string[];
  readonly remove_tags?: readonly string[];
  /** Names. */
  readonly markets?: readonly string[];
  readonly add_market?: string;
  readonly remove_market?: string;
  /** Null: as often as the brand. */
  readonly samples?: number | null;
  /** Once a week. */
  readonly weekly?: boolean;
  /** One sample a day more, up to the limit, unless it is weekly. */
  readonly once_more?: boolean;
  readonly active?: boolean;
}

/** A brand's questions after adding some. A paused one is resumed, with its own tags if the new one has none. */
export function withQuestions(
  prompts: BrandDocument['prompts'],
  added: readonly DeclaredQuestion[],
): BrandDocument['prompts'] {
  const known = questionsIn(prompts);
  const changes = added.flatMap((question) => {
    const earlier = known.get(question.text);
    if (earlier?.active) return [];
    const tags = question.tags.length > 0 ? question.tags : (earlier?.tags ?? []);
    return [{ ...earlier, ...question, tags }];
  });
  return merged(known, changes);
}

/** A brand's questions after one change to some of them. @throws SightlineError `invalid_argument` */
export function changedQuestions(
  { prompts, markets, samples_per_day: usual }: BrandDocument,
  texts: readonly string[],
  change: QuestionChange,
): BrandDocument['prompts'] {
  const known = questionsIn(prompts);
  const all = markets.filter(({ active = true }) => active).map(({ name = '' }) => name);
  const changes = texts.flatMap((text) => {
    // The first change to an imported question declares it.
    const earlier = known.get(text) ?? { text, tags: [], active: false };
    const by = changedQuestion(earlier, change, { all, usual });
    return by.text === text ? [by] : [{ ...earlier, active: false }, by];
  });
  return merged(known, changes);
}

function questionsIn(prompts: BrandDocument['prompts']): Map<string, DeclaredQuestion> {
  return new Map(prompts.map(questionOf).map((each) => [each.text, each]));
}

function merged(
  questions: Map<string, DeclaredQuestion>,
  changes: readonly DeclaredQuestion[],
): BrandDocument['prompts'] {
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

/** Where and how often the brand asks a question that does not say. */
interface Usual {
  readonly all: readonly string[];
  readonly usual: number | undefined;
}

function changedQuestion(earlier: DeclaredQuestion, change: QuestionChange, usual: Usual): DeclaredQuestion {
  const { text = earlier.text, active = earlier.active } = change;
  return {
    text,
    tags: tagsAfter(earlier, change),
    active,
    ...marketsAfter(earlier, change, usual),
    ...oftenAfter(earlier, change, usual),
  };
}

function tagsAfter({ tags }: DeclaredQuestion, change: QuestionChange): readonly string[] {
  const removed = new Set(change.remove_tags?.map(tagKey));
  const remaining = (change.tags ?? tags).filter((tag) => !removed.has(tagKey(tag)));
  return change.add_tags ? tagSpelling()([...remaining, ...change.add_tags]) : remaining;
}

function marketsAfter(
  earlier: DeclaredQuestion,
  { markets = earlier.markets, add_market: added, remove_market: removed }: QuestionChange,
  { all }: Usual,
): Pick<DeclaredQuestion, 'markets'> {
  const unknown = [added, removed].find((name) => name !== undefined && !all.includes(name));
  if (unknown !== undefined) throw invalid(`There is no market ${unknown}: choose ${all.join(', ')}.`);
  if (added === undefined && removed === undefined) return { ...(markets && { markets }) };
  const before = new Set(markets ?? all);
  const after = all.filter((name) => name === added || (before.has(name) && name !== removed));
  if (after.length === 0)
    throw invalid('One of these questions has no other market. Pause it, or add another market first.');
  return after.length === all.length ? {} : { markets: after };
}

function oftenAfter(
  { samples_per_day: daily, every }: DeclaredQuestion,
  { samples, weekly, once_more: more = false }: QuestionChange,
  { usual = 1 }: Usual,
): Pick<DeclaredQuestion, 'samples_per_day' | 'every'> {
  const isWeekly = weekly ?? (samples === undefined && every === 'week');
  if (isWeekly) return { every: 'week', ...(samples && { samples_per_day: samples }) };
  const own = samples === undefined ? daily : (samples ?? undefined);
  if (more) return { samples_per_day: Math.min(MOST_SAMPLES, (own ?? usual) + 1) };
  return own === undefined ? {} : { samples_per_day: own };
}

function invalid(sentence: string): SightlineError {
  return new SightlineError('invalid_argument', sentence);
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

function keyOf(text: string): string {
  return (
    fold(text)
      .text.match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? text
  );
}
