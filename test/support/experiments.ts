import assert from 'node:assert/strict';
import type { ExperimentRequest } from '../../src/pipeline/declare/experiment-request.ts';
import { type NewExperiment, registerExperiment } from '../../src/pipeline/declare/experiments.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { ACME_BRAND, acmeFile, Clock, DAY_MS, iso, line, pipelineOn, random } from './world.ts';

/** The day when the experiments' treatment starts. The compared weeks lie before it and after the washout. */
export const STARTS = Date.UTC(2026, 9, 20);
export const ENDS = STARTS + 14 * DAY_MS;

/** This many questions, `question 00` and so on. */
export function questionTexts(count: number): string[] {
  return Array.from({ length: count }, (_, place) => `question ${String(place).padStart(2, '0')}`);
}

/** A brand with these questions. */
export async function acmeWithQuestions(
  store: Store,
  questions: readonly string[],
  more: object = {},
): Promise<void> {
  await pipelineOn(store).apply(acmeFile([{ ...ACME_BRAND, prompts: questions, ...more }]));
}

/** Registers an experiment the day before its treatment starts. */
export async function registerAcmeExperiment(
  store: Pick<Store, 'main'>,
  request: Partial<ExperimentRequest> = {},
): Promise<NewExperiment> {
  const { id } = await organizationNamed(store.main, 'Acme Inc');
  const clock = new Clock();
  clock.at = STARTS - DAY_MS;
  return await registerExperiment(
    { db: store.main, now: clock.now, random, actor: 'usr_ann' },
    { organizationId: id, brand: 'acme' },
    { name: 'Comparison pages', starts: '2026-10-20', days: 7, engines: ['chatgpt'], ...request },
  );
}

/**
 * How many of a question's ten answers in a week name Acme, by its text and week: 0 is the week before the
 * start.
 */
export type NamedIn = (question: string, week: 'long before' | 'before' | 'after') => number;

const WEEKS = [
  ['long before', STARTS - 21 * DAY_MS],
  ['before', STARTS - 7 * DAY_MS],
  ['after', STARTS + 7 * DAY_MS],
] as const;

const ANSWERS = 10;

/** Imports an engine's ten answers to each question for each compared week, spread over the week. */
export async function importWeeks(
  store: Store,
  questions: readonly string[],
  named: NamedIn,
  more: (question: string, week: string, answer: number) => object | null = () => ({}),
): Promise<void> {
  const lines = WEEKS.flatMap(([week, from]) =>
    questions.flatMap((prompt) =>
      Array.from({ length: ANSWERS }, (_, answer) => {
        const fields = more(prompt, week, answer);
        if (fields === null) return [];
        const at = from + Math.floor(((answer + 0.5) * 7 * DAY_MS) / ANSWERS);
        const mentions = [{ brand: 'Acme', mentioned: answer < named(prompt, week) }];
        return [line({ prompt, collected_at: iso(at), mentions, ...fields })];
      }).flat(),
    ),
  );
  assert.equal((await pipelineOn(store).importLines(lines)).bad_lines, 0);
}
