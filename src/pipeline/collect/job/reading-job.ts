import { marketOf } from '../../../domain/brand/market.ts';
import { emptyAnswer } from '../../../engines/engine-reading.ts';
import { tokensIn } from '../../../engines/reader.ts';
import { judgeRequest, PROMPT_HASH } from '../../../extract/judging/judge-request.ts';
import { type JudgedAnswer, judgedAnswer } from '../../../extract/judging/judged-answer.ts';
import { provenReading } from '../../../extract/judging/proven-reading.ts';
import { JUDGE_SCHEMA } from '../../../extract/judging/schema.ts';
import { NameFinder } from '../../../extract/names/find-names.ts';
import { findJudgedText, listReadable, type NewModelReading } from '../../../storage/answers/readings.ts';
import type { Job } from '../../../storage/collect/jobs.ts';
import { findCollectedBrand } from '../../../storage/directory/brands.ts';
import { findReaderChoice } from '../../../storage/directory/reader-choices.ts';
import type { Database } from '../../../storage/driver/database.ts';
import { askedAboutIn } from '../../intake/brand-reader.ts';
import type { AskedQuestion, JudgedQuestion } from './asked-question.ts';
import { chosenBy, READER_OFF, withModel } from './chosen-reader.ts';
import { ASKED, type EndedExchange } from './exchange.ts';
import { readingIdentityOf } from './reading-identity.ts';
import type { ReadyEngine } from './ready-engine.ts';
import { BROKEN_REPLY } from './retry.ts';

/** Jobs that read answers. Loaded with the first one, because it takes the finder of names. */

interface FoundReading {
  readonly question: AskedQuestion;
  readonly engine: ReadyEngine;
}

/**
 * What a model is asked about an answer. Null if the answer or its brand is gone, or it names nobody any more. Still
 * planned: the organization has this reader and model, which has not read it. A reply that was stored before the
 * organization chose another is still of the job's model.
 */
export async function findReading(db: Database, engine: ReadyEngine, job: Job): Promise<FoundReading | null> {
  const { brandId, answerId } = job;
  const brand = await findCollectedBrand(db, brandId);
  if (brand === null) return null;
  const [answer] = await listReadable(db, brandId, { ids: [answerId] });
  const source = answer && (await findJudgedText(db, brandId, answerId));
  if (!answer || !source) return null;
  const lookedFor = await askedAboutIn(db, brandId);
  const { tracked, facts, themes } = lookedFor;
  const judged = judgedAnswer({ finder: new NameFinder(tracked), facts, themes }, source);
  if (judged === null) return null;
  const choice = await findReaderChoice(db, brand.organizationId);
  const chosen = chosenBy(choice, engine);
  const reader = withModel(engine, job.reader ?? engine.access.model);
  const isChosen = chosen?.access.model === reader.access.model;
  const asked = readingIdentityOf(answer, reader, lookedFor);
  const { instructions, prompt } =
    'problem' in judged ? { instructions: '', prompt: source.question } : judgeRequest(judged);
  return {
    engine: reader,
    question: {
      brand,
      prompt,
      market: marketOf(null, null),
      isLonger: job.tries.longer > 0,
      isStillPlanned: isChosen && answer.asked !== asked,
      task: { instructions, schema: JUDGE_SCHEMA },
      reading: { judged: 'problem' in judged ? null : judged, asked, isOff: choice.reader === READER_OFF },
    },
  };
}

/** A reader's reading with what it proves by the answer's words; empty if its content cannot be used. */
export function checkedReading(
  { judged, asked }: JudgedQuestion,
  { reading, replies }: Pick<EndedExchange, 'reading' | 'replies'>,
): Pick<EndedExchange, 'reading' | 'proven'> {
  if (judged === null || 'fault' in reading || reading.text === null) return { reading };
  // Its numbers of names and facts mean others.
  const wasAsked = replies.at(-1)?.headers[ASKED] ?? asked;
  if (wasAsked !== asked) return { reading: emptyAnswer(`${BROKEN_REPLY}outdated`, reading) };
  const proven = provenReading(judged, reading.text);
  return 'problem' in proven
    ? { reading: emptyAnswer(`${BROKEN_REPLY}${proven.problem}`, reading) }
    : { reading: { ...reading, detail: null }, proven };
}

/** The newest id of what a model was asked about: facts, and themes by when they were added. */
function newestIn(judged: JudgedAnswer | null): number {
  const facts = judged?.facts.map(({ id }) => id) ?? [];
  return Math.max(0, ...facts, ...(judged?.themes.map(({ since = 0 }) => since) ?? []));
}

export function modelReadingOf(
  question: JudgedQuestion,
  { answerId }: Pick<Job, 'answerId'>,
  { access }: Pick<ReadyEngine, 'access'>,
  { reading, proven, replies }: Pick<EndedExchange, 'reading' | 'proven' | 'replies'>,
  { micros, readAt }: Pick<NewModelReading, 'micros' | 'readAt'>,
): NewModelReading {
  const last = replies.at(-1);
  const tokens = last ? tokensIn(last) : { input: null, output: null };
  return {
    answerId,
    reader: access.model,
    prompt: PROMPT_HASH,
    asked: question.asked,
    newestAsked: newestIn(question.judged),
    reading: proven ?? null,
    detail: proven === undefined ? (reading.detail ?? reading.outcome) : null,
    inputTokens: tokens.input,
    outputTokens: tokens.output,
    micros,
    readAt,
  };
}
