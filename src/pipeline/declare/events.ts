import type { RandomBytes } from '../../domain/access/base62.ts';
import { isPublicId, publicId } from '../../domain/access/public-id.ts';
import { EVENT_KINDS, type EventKind, type EventNote, LONGEST_EVENT } from '../../domain/brand/event.ts';
import { SightlineError } from '../../domain/errors.ts';
import { tagKey } from '../../domain/questions/tags.ts';
import { canBeStored, oneLine } from '../../domain/text.ts';
import { parseDay } from '../../domain/time/instant.ts';
import { dayOf } from '../../domain/time/period.ts';
import { takeIds } from '../../storage/directory/brand/brand-lock.ts';
import {
  countEvents,
  deleteEvent,
  insertEvent,
  listEvents,
  type StoredEvent,
} from '../../storage/directory/brand/events.ts';
import { listTaggedPrompts } from '../../storage/directory/brand/prompts.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type EditDeps, editBrand, existingBrand } from './edit-brand.ts';

export type { StoredEvent };

export interface EventDeps extends EditDeps {
  readonly random: RandomBytes;
}

export interface EventInput {
  /** A UTC day such as `2026-11-03`, not in the future; '' for today. */
  readonly day: string;
  readonly kind: string;
  readonly text: string;
  /** A tag of the brand's questions; '' is none too. */
  readonly tag?: string | undefined;
}

const MOST_EVENTS = 2000;

/** The largest day in a PostgreSQL column. */
const LAST_DAY = 2 ** 31 - 1;

/**
 * Adds an event to a brand.
 *
 * @returns its id
 * @throws SightlineError `invalid_argument`, `no_such_brand`, or `conflict`
 */
export async function addEvent(deps: EventDeps, brand: string, given: EventInput): Promise<string> {
  const note = noteFrom(given, deps.now());
  const id = publicId('evt', deps.random);
  await editBrand(deps, brand, 'brand.event', async (db, brandId) => {
    if ((await countEvents(db, brandId)) >= MOST_EVENTS) {
      throw new SightlineError('conflict', `This brand has ${MOST_EVENTS} events; remove one first.`);
    }
    const event = { publicId: id, ...note, tag: await tagOf(db, brandId, given.tag) };
    await insertEvent(db, brandId, {
      id: await takeIds(db, brandId, 1),
      event,
      by: deps.actor,
      at: deps.now(),
    });
    return note.text;
  });
  return id;
}

/** Removes an event. @returns its text @throws SightlineError `no_such_brand`, or `not_found` */
export async function removeEvent(deps: EventDeps, brand: string, id: string): Promise<string> {
  return await editBrand(deps, brand, 'brand.event-remove', async (db, brandId) => {
    const text = isPublicId('evt', id) ? await deleteEvent(db, brandId, id) : null;
    if (text === null) throw new SightlineError('not_found', 'This brand has no such event.');
    return text;
  });
}

/** A brand's events, newest first. @throws SightlineError `no_such_brand` */
export async function eventsOf(db: Database, brand: string): Promise<StoredEvent[]> {
  return await listEvents(db, await existingBrand(db, brand), { first: 0, last: LAST_DAY });
}

function noteFrom({ day: given, kind, text: written }: EventInput, now: number): Omit<EventNote, 'tag'> {
  const text = oneLine(written).trim();
  if (text === '' || text.length > LONGEST_EVENT || !canBeStored(text)) {
    throw invalid(`Describe the event in 1 to ${LONGEST_EVENT} characters.`);
  }
  if (!isKind(kind)) throw invalid(`Choose an event kind: ${EVENT_KINDS.join(', ')}.`);
  const at = given === '' ? now : parseDay(given);
  if (at === null || at > now) throw invalid('Give a UTC day such as 2026-11-03, not in the future.');
  return { day: dayOf(at), kind, text };
}

/** The tag as the brand's questions have it; null for ''. @throws SightlineError `invalid_argument` if no question has it */
async function tagOf(db: Database, brandId: number, given = ''): Promise<string | null> {
  if (given.trim() === '') return null;
  const tags = (await listTaggedPrompts(db, brandId)).flatMap((prompt) => prompt.tags);
  const found = tags.find((tag) => tagKey(tag) === tagKey(given));
  if (found === undefined) throw invalid('Choose a tag of the brand’s questions.');
  return found;
}

function isKind(kind: string): kind is EventKind {
  return EVENT_KINDS.some((each) => each === kind);
}

function invalid(sentence: string): SightlineError {
  return new SightlineError('invalid_argument', sentence);
}
