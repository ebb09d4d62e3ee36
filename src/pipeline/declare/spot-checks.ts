import { hash } from 'node:crypto';
import type { RandomBytes } from '../../domain/access/base62.ts';
import { isPublicId, publicId } from '../../domain/access/public-id.ts';
import { doorOf, SPOT_CHECKS } from '../../domain/brand/spot-check.ts';
import { SightlineError } from '../../domain/errors.ts';
import { questionIdOf } from '../../domain/questions/question-id.ts';
import { isBlank, oneLine, storableText } from '../../domain/text.ts';
import { parseDay } from '../../domain/time/instant.ts';
import { dayOf } from '../../domain/time/period.ts';
import { questionMeant } from '../../propose/near-duplicates.ts';
import { hasEngine } from '../../storage/answers/filter/engine-facts.ts';
import {
  countSpotChecks,
  deleteSpotCheck,
  findSpotCheck,
  type NewSpotCheck,
  type SpotCheck,
  storeSpotCheck,
} from '../../storage/answers/spot-checks.ts';
import { takeIds } from '../../storage/directory/brand/brand-lock.ts';
import { listTaggedPrompts } from '../../storage/directory/brand/prompts.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type ExplainText, explainOutside, type OutsideReading } from '../intake/explain.ts';
import type { ExplainedText } from '../intake/explained-text.ts';
import { type EditDeps, editBrand, existingBrand } from './edit-brand.ts';

export interface SpotCheckInput {
  readonly engine: string;
  readonly question: string;
  /** A UTC day such as `2026-11-03`, not in the future; '' for today. */
  readonly day: string;
  /** '' if nobody said. */
  readonly person: string;
  /** The id of a spot check of the same actor that it corrects; '' for none. */
  readonly replaces: string;
}

/** A pasted text as it is read and stored. @throws SightlineError `invalid_argument` if it is blank or too long */
export function pastedText(given: string): string {
  const text = storableText(given).replaceAll('\r\n', '\n').trim();
  if (isBlank(text)) throw invalid('Paste the answer’s text.');
  if (Buffer.byteLength(text) <= SPOT_CHECKS.bytes) return text;
  throw invalid(`A pasted answer may have at most ${SPOT_CHECKS.bytes / 1024} KB.`);
}

/**
 * Stores an answer that a person saw. The same try again is one spot check, read again, also if somebody else pasted it.
 *
 * @returns its id
 * @throws SightlineError `invalid_argument`, `no_such_brand`, or `conflict`
 */
export async function addSpotCheck(
  deps: EditDeps & { readonly random: RandomBytes },
  brand: string,
  given: SpotCheckInput,
  { text, named, rank }: OutsideReading,
): Promise<string> {
  const [by, at] = [deps.actor, deps.now()];
  const via = doorOf(by);
  const day = dayFrom(given.day, at);
  const [question, person] = [lineFrom(given.question, 'question'), lineFrom(given.person, 'person')];
  if (question === '') throw invalid('Say what the engine was asked.');
  let id = publicId('spt', deps.random);
  await editBrand(deps, brand, 'brand.spot-check', async (db, brandId) => {
    if (!(await hasEngine(db, brandId, given.engine))) {
      throw invalid('Choose an engine that this brand asks or has answers from.');
    }
    const seen = { engine: given.engine, day, person, question, text };
    const replaced = await findSpotCheck(db, brandId, given.replaces, via === 'link' ? by : null);
    const isSame = replaced !== null && digestOf({ ...replaced, ...seen }) === replaced.digest;
    const digest = isSame ? replaced.digest : digestOf({ ...seen, via, by });
    if (!isSame && replaced?.by === by) {
      await deleteSpotCheck(db, brandId, given.replaces);
      id = given.replaces;
    } else if (!isSame) await refuseMore(db, brandId, { via, digest });
    const promptId = questionMeant(question, await listTaggedPrompts(db, brandId))?.id ?? null;
    const own = { id: await takeIds(db, brandId, 1), publicId: id, digest };
    id = await storeSpotCheck(db, brandId, { ...seen, ...own, promptId, named, rank, by, via, at });
    return id;
  });
  return id;
}

/** Refuses one too many; a try that is stored already adds none. @throws SightlineError `conflict` */
async function refuseMore(
  db: Database,
  brandId: number,
  { via, digest }: Pick<NewSpotCheck, 'via' | 'digest'>,
): Promise<void> {
  if ((await countSpotChecks(db, brandId, { via, otherThan: digest })) < SPOT_CHECKS.most) return;
  const whose = via === 'link' ? ' from client links' : '';
  throw new SightlineError(
    'conflict',
    `This brand has ${SPOT_CHECKS.most} spot checks${whose}; remove one first.`,
  );
}

type Try = Pick<NewSpotCheck, 'engine' | 'day' | 'person' | 'question' | 'text' | 'via' | 'by'>;

/** What tells one try from another. */
function digestOf({ engine, day, person, question, text, via, by }: Try): string {
  return hash(
    'sha256',
    JSON.stringify([engine, day, person, question, text, via === 'link' ? by : '']),
    'hex',
  );
}

/** Removes a spot check. @returns its question @throws SightlineError `no_such_brand`, or `not_found` */
export async function removeSpotCheck(deps: EditDeps, brand: string, id: string): Promise<string> {
  return await editBrand(deps, brand, 'brand.spot-check-remove', async (db, brandId) => {
    const question = isPublicId('spt', id) ? await deleteSpotCheck(db, brandId, id) : null;
    if (question === null) throw new SightlineError('not_found', 'This brand has no such spot check.');
    return question;
  });
}

/** A stored spot check with its text, explained by the present reader. */
export interface ExplainedSpotCheck extends SpotCheck, ExplainedText {
  readonly text: string;
  /** The brand's question that it is, by its public id; null for none. */
  readonly questionId: string | null;
}

/** @param by only one that this actor pasted; null: anybody's @throws SightlineError `no_such_brand`, or `not_found` */
export async function explainSpotCheck(
  db: Database,
  brand: string,
  { id, by }: { readonly id: string; readonly by: string | null },
  explain: ExplainText,
): Promise<ExplainedSpotCheck> {
  const brandId = await existingBrand(db, brand);
  const found = isPublicId('spt', id) ? await findSpotCheck(db, brandId, id, by) : null;
  if (found === null)
    throw new SightlineError('not_found', 'There is no such spot check. Each is kept for 90 days.');
  const asked = (await listTaggedPrompts(db, brandId)).find((prompt) => prompt.id === found.promptId);
  const questionId = asked === undefined ? null : questionIdOf(asked.digest);
  return { ...found, questionId, ...(await explainOutside(db, brandId, found.text, explain)) };
}

function dayFrom(given: string, now: number): number {
  const at = given === '' ? now : parseDay(given);
  const isPast = at !== null && at <= now && dayOf(at) > dayOf(now) - SPOT_CHECKS.days;
  if (isPast) return dayOf(at);
  throw invalid(`Give a UTC day such as 2026-11-03, in the last ${SPOT_CHECKS.days} days.`);
}

function lineFrom(given: string, field: 'question' | 'person'): string {
  const text = oneLine(storableText(given));
  if (isBlank(text)) return '';
  if (text.length <= SPOT_CHECKS[field]) return text;
  throw invalid(`The ${field} may have at most ${SPOT_CHECKS[field]} characters.`);
}

function invalid(sentence: string): SightlineError {
  return new SightlineError('invalid_argument', sentence);
}
