import { VERDICTS, type Verdict } from '../../domain/brand/model-reading.ts';
import { namesOf, type TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { SightlineError } from '../../domain/errors.ts';
import { judgeRequest } from '../../extract/judging/judge-request.ts';
import { judgedAnswer } from '../../extract/judging/judged-answer.ts';
import { provenReading } from '../../extract/judging/proven-reading.ts';
import { JUDGE_SCHEMA } from '../../extract/judging/schema.ts';
import { NameFinder } from '../../extract/names/find-names.ts';
import type { ExportedLabel } from '../../storage/answers/labels.ts';
import type { CollectDeps } from '../collect/job/job-context.ts';
import type { ReadyEngine } from '../collect/job/ready-engine.ts';
import { type TryOptions, tryEngine } from '../collect/keys/try-engine.ts';

/** Exported labels, one JSON object per line. @throws SightlineError `invalid_argument` */
export function labelsIn(text: string): ExportedLabel[] {
  const lines = text.split('\n').map((line, index) => ({ line, number: index + 1 }));
  const labels = lines
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => labelIn(line, number));
  if (labels.length === 0) throw new SightlineError('invalid_argument', 'The file has no labels.');
  return labels;
}

function labelIn(line: string, number: number): ExportedLabel {
  const refused = new SightlineError('invalid_argument', `Line ${number} is not an exported label.`);
  let label: ExportedLabel;
  try {
    label = JSON.parse(line);
  } catch {
    throw refused;
  }
  const { answer_id, question, brand, answer, aliases } = label ?? {};
  const isText = [answer_id, question, brand, answer].every((each) => typeof each === 'string');
  const isNames = Array.isArray(aliases) && aliases.every((each) => typeof each === 'string');
  if (!isText || !isNames || !VERDICTS.includes(label.label)) throw refused;
  return label;
}

/** The labels by answer: each answer is one request. */
export function labeledAnswers(labels: readonly ExportedLabel[]): ExportedLabel[][] {
  return [...Map.groupBy(labels, (label) => label.answer_id).values()];
}

/**
 * Has a model read labeled answers with the product's prompt and proof, and stores nothing.
 *
 * @returns each label's verdict, null where the model gave none, and how to mend its first failure
 */
export async function readLabels(
  deps: Pick<CollectDeps, 'fetch' | 'now' | 'sleep'>,
  engine: ReadyEngine,
  labels: readonly ExportedLabel[],
  options: Pick<TryOptions, 'stop' | 'secrets'>,
): Promise<{ readonly verdicts: ReadonlyMap<ExportedLabel, Verdict>; readonly advice: string | null }> {
  const verdicts = new Map<ExportedLabel, Verdict>();
  let advice: string | null = null;
  const queue = labeledAnswers(labels).values();
  const work = async () => {
    for (const own of queue) {
      if (options.stop.aborted) return;
      const tried = await readAnswer(deps, engine, own, options);
      advice ??= tried.advice;
      for (const label of own) {
        const verdict = tried.verdictOf(label.brand);
        if (verdict !== undefined) verdicts.set(label, verdict);
      }
    }
  };
  await Promise.all(Array.from({ length: engine.concurrency }, work));
  return { verdicts, advice };
}

async function readAnswer(
  deps: Pick<CollectDeps, 'fetch' | 'now' | 'sleep'>,
  engine: ReadyEngine,
  labels: readonly ExportedLabel[],
  options: Pick<TryOptions, 'stop' | 'secrets'>,
): Promise<{ verdictOf(brand: string): Verdict | undefined; readonly advice: string | null }> {
  const none = (advice: string | null) => ({ verdictOf: () => undefined, advice });
  const tracked = labels.map(brandOf);
  const [first] = labels;
  if (first === undefined) return none(null);
  const source = { text: first.answer, question: first.question, citedHosts: [] };
  const judged = judgedAnswer({ finder: new NameFinder(tracked), facts: [], themes: [] }, source);
  if (judged === null || 'problem' in judged) return none(null);
  const { instructions, prompt } = judgeRequest(judged);
  const task = { instructions, schema: JUDGE_SCHEMA };
  const { reading, advice } = await tryEngine(deps, engine, { ...options, prompt, task });
  if ('fault' in reading || reading.text === null) return none(advice);
  const proven = provenReading(judged, reading.text);
  if ('problem' in proven) return none(null);
  return {
    verdictOf: (brand) => {
      const id = tracked.find(({ name }) => name === brand)?.id;
      return proven.names.find(({ trackedId }) => trackedId === id)?.verdict ?? undefined;
    },
    advice: null,
  };
}

function brandOf({ brand, aliases }: ExportedLabel, index: number): TrackedBrand {
  const names = namesOf(
    brand,
    {},
    aliases.map((text) => ({ text })),
  );
  return { id: index + 1, role: index === 0 ? 'self' : 'competitor', name: brand, names, hosts: [] };
}
