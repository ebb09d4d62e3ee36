import type { LabelSample } from '../domain/answers/label.ts';
import type { JudgedName, Verdict } from '../domain/brand/model-reading.ts';
import { DAY_MS } from '../domain/time/period.ts';
import { PROMPT_HASH } from '../extract/judging/judge-request.ts';
import { type JudgedAnswer, judgedAnswer } from '../extract/judging/judged-answer.ts';
import { provenReading } from '../extract/judging/proven-reading.ts';
import { NameFinder } from '../extract/names/find-names.ts';
import { askedAboutIn } from '../pipeline/intake/brand-reader.ts';
import { findNamedIn, nextToLabel, storeLabel } from '../storage/answers/labels.ts';
import {
  findJudgedText,
  listReadable,
  type NewModelReading,
  storeModelReadings,
} from '../storage/answers/readings.ts';
import { withBrandLock } from '../storage/directory/brand/brand-lock.ts';
import { findBrandJudge, saveBrandJudge } from '../storage/directory/reader-choices.ts';
import type { Database } from '../storage/driver/database.ts';

/** samples/reader.json: what the invented model says of the samples' sentences. Themes and directions as in its prompt. */
interface SampleReader {
  readonly statements: readonly {
    readonly words: string;
    readonly theme?: string;
    readonly direction?: string;
    readonly verdict?: 'recommended' | 'negative';
  }[];
  readonly facts: readonly { readonly fact: string; readonly words: string; readonly value: string }[];
}

/** Its name says on every page that it is no real model. */
const MODEL = 'sample-reader';

const LABELS: Readonly<Record<LabelSample, number>> = { random: 32, disagreement: 8 };

interface DemoDeps {
  readonly db: Database;
  readonly now: () => number;
}

/** Stores the replies of an invented model about the sample answers, proven like any other, and a person's labels. */
export async function addDemoReadings(deps: DemoDeps, brandId: number, text: string): Promise<void> {
  const reader = JSON.parse(text) as SampleReader;
  const { tracked, facts, themes } = await askedAboutIn(deps.db, brandId);
  const brand = { finder: new NameFinder(tracked), facts, themes };
  const readings: NewModelReading[] = [];
  for (const { id } of await listReadable(deps.db, brandId, { after: 0, limit: 10_000 })) {
    const source = await findJudgedText(deps.db, brandId, id);
    const judged = source && judgedAnswer(brand, source);
    if (!judged || 'problem' in judged) continue;
    const proven = provenReading(judged, replyTo(judged, reader));
    if ('problem' in proven) continue;
    readings.push({
      ...{
        answerId: id,
        reader: MODEL,
        prompt: PROMPT_HASH,
        asked: `sample ${id}`,
        reading: proven,
        detail: null,
      },
      newestAsked: Math.max(0, ...facts.map((fact) => fact.id)),
      ...{ inputTokens: null, outputTokens: null, micros: null, readAt: deps.now() },
    });
  }
  await withBrandLock(deps.db, brandId, async (db) => {
    await storeModelReadings(db, brandId, readings);
    const { lastId } = await findBrandJudge(db, brandId);
    await saveBrandJudge(db, brandId, { reader: MODEL, prompt: PROMPT_HASH, readTo: lastId });
    for (const sample of ['random', 'disagreement'] as const)
      await addLabels({ ...deps, db }, brandId, sample, readings);
  });
}

function replyTo({ lines, shown, names, facts }: JudgedAnswer, reader: SampleReader): string {
  const found = <Said extends { readonly words: string }>(said: readonly Said[]) =>
    lines.flatMap(({ from, to }, index) =>
      said
        .filter(({ words }) => shown.slice(from, to).includes(words))
        .map((each) => ({ ...each, line: index + 1 })),
    );
  const statements = found(reader.statements);
  const answer = { statements: [] as object[], names: [] as object[] };
  for (const [index, { territory }] of names.entries()) {
    const name = index + 1;
    const about = statements.filter(({ words, line }) => {
      const range = lines[line - 1];
      const at = range ? range.from + shown.slice(range.from, range.to).indexOf(words) : -1;
      return territory.some(({ from, to }) => from <= at && at < to);
    });
    const verdicts = new Set(about.flatMap(({ verdict }) => verdict ?? []));
    const [only = 'neutral'] = verdicts;
    const evidence = about.filter(({ verdict }) => verdict).map(({ line, words }) => ({ line, words }));
    answer.names.push({ name, verdict: verdicts.size > 1 ? 'both' : only, evidence: evidence.slice(0, 4) });
    answer.statements.push(
      ...about.flatMap(({ theme, direction, line, words }) =>
        theme ? [{ name, theme, direction, line, words }] : [],
      ),
    );
  }
  const stated = found(reader.facts).flatMap(({ fact, ...said }) => {
    const index = facts.findIndex((each) => each.name === fact);
    return index < 0 ? [] : [{ ...said, fact: index + 1 }];
  });
  return JSON.stringify({ ...answer, facts: stated });
}

/** A person who agrees with the model but for every ninth name, which they find neutral, or recommended where the model did not. */
async function addLabels(
  { db, now }: DemoDeps,
  brandId: number,
  sample: LabelSample,
  readings: readonly NewModelReading[],
): Promise<void> {
  const read = new Map(readings.map(({ answerId, reading }) => [answerId, reading?.names ?? []] as const));
  for (let index = 0; index < LABELS[sample]; index += 1) {
    const next = await nextToLabel(db, brandId, { sample, since: now() - 60 * DAY_MS });
    const place = next && (await findNamedIn(db, brandId, next.answer, next.name));
    if (!place) return;
    const verdict = verdictOn(read.get(place.answerId) ?? [], place.trackedId);
    const label = index % 9 === 8 ? (verdict === 'neutral' ? 'recommended' : 'neutral') : verdict;
    await storeLabel(db, brandId, { ...place, sample, label, by: 'Demo', at: now() - index * 60_000 });
  }
}

function verdictOn(names: readonly JudgedName[], trackedId: number): Verdict {
  return names.find((name) => name.trackedId === trackedId)?.verdict ?? 'neutral';
}
