import { isDeepStrictEqual } from 'node:util';
import { activeMarkets, type BrandMarket } from '../../../domain/brand/market.ts';
import { tagSpelling } from '../../../domain/questions/tags.ts';
import { dayOf } from '../../../domain/time/period.ts';
import { listMarkets } from '../../../storage/directory/brand/markets.ts';
import {
  insertPrompts,
  listPrompts,
  type PromptRow,
  updatePrompt,
} from '../../../storage/directory/brand/prompts.ts';
import { quoted } from '../../problems.ts';
import { type DeclaredPrompt, type promptsOf, tagsOf } from '../document/declared.ts';
import { InvalidFile } from './apply-file.ts';
import type { AppliedBrand, ApplyRun } from './apply-run.ts';

type Known = ReadonlyMap<string, PromptRow>;
type DeclaredRow = Omit<PromptRow, 'id'>;

/** Replaces a brand's list of prompts: missing ones become inactive. */
export async function applyPrompts(
  run: ApplyRun,
  brand: AppliedBrand,
  declared: ReturnType<typeof promptsOf>,
): Promise<void> {
  if (declared === undefined) return;
  const known = new Map((await listPrompts(run.db, brand.id)).map((prompt) => [prompt.text, prompt]));
  const spelled = tagSpelling();
  const markets = activeMarkets(await listMarkets(run.db, brand.id));
  const declaredRows = declared.map((prompt) => ({
    text: prompt.text,
    tags: spelled(tagsOf(prompt)),
    markets: marketsIn(brand, prompt, markets),
    active: prompt.active ?? true,
    source: 'user' as const,
    samplesPerDay: prompt.samples_per_day ?? null,
    weeklyFrom: weeklyFrom(prompt, known.get(prompt.text), dayOf(run.now)),
  }));
  const texts = new Set(declaredRows.map(({ text }) => text));
  const left = [...known.values()].filter(({ text }) => !texts.has(text));
  await addPrompts(run, brand, known, declaredRows);
  await changePrompts(run, brand, known, declaredRows);
  await retirePrompts(
    run,
    brand,
    left.map((prompt) => ({
      before: prompt,
      after: { ...prompt, active: false, tags: spelled(prompt.tags) },
    })),
  );
}

/**
 * The day since 1970 from which a prompt is asked once a week; null if it is not. A daily prompt switches tomorrow, because today may have
 * its answer. A new or resumed one begins today. Earlier days are not caught up.
 */
function weeklyFrom(
  { every, active = true }: DeclaredPrompt,
  before: PromptRow | undefined,
  today: number,
): number | null {
  if (every !== 'week') return null;
  if (before === undefined) return today;
  if (before.weeklyFrom === null) return before.active ? today + 1 : today;
  return active && !before.active ? Math.max(before.weeklyFrom, today) : before.weeklyFrom;
}

/** Ids of a prompt's markets; empty for all. */
function marketsIn(
  { publicId }: AppliedBrand,
  { text, markets: names }: DeclaredPrompt,
  markets: readonly BrandMarket[],
): number[] {
  if (names === undefined) return [];
  const ids = new Map(markets.map(({ name, id }) => [name, id]));
  const unknown = names.find((name) => !ids.has(name));
  if (unknown === undefined) return names.map((name) => ids.get(name) ?? 0).sort((a, b) => a - b);
  const has = `it has ${[...ids.keys()].join(', ')}`;
  const of = `the question ${JSON.stringify(quoted(text))} of ${publicId}`;
  throw new InvalidFile([{ at: 'markets', text: `there is no market ${quoted(unknown)} for ${of}; ${has}` }]);
}

/**
 * Removes markets from a brand's prompts. A prompt without another market becomes inactive, because no market would
 * mean all.
 */
export async function leaveRemovedMarkets(
  { db, record }: ApplyRun,
  { id, publicId }: AppliedBrand,
): Promise<void> {
  const active = new Set(activeMarkets(await listMarkets(db, id)).map((market) => market.id));
  for (const prompt of await listPrompts(db, id)) {
    const markets = prompt.markets.filter((market) => active.has(market));
    if (markets.length === prompt.markets.length) continue;
    await updatePrompt(db, id, { ...prompt, markets, active: prompt.active && markets.length > 0 });
    const isRetired = prompt.active && markets.length === 0;
    record.changed(isRetired ? 'retired' : 'changed', 'prompt', `${publicId}: ${prompt.text}`);
  }
}

async function addPrompts(
  { db, now, record }: ApplyRun,
  { id, publicId }: AppliedBrand,
  known: Known,
  wanted: readonly DeclaredRow[],
): Promise<void> {
  const added = wanted.filter(({ text }) => !known.has(text));
  await insertPrompts(db, id, added, now);
  for (const { text } of added) record.changed('created', 'prompt', `${publicId}: ${text}`);
}

async function changePrompts(
  { db, record }: ApplyRun,
  { id, publicId }: AppliedBrand,
  known: Known,
  wanted: readonly DeclaredRow[],
): Promise<void> {
  for (const prompt of wanted) {
    const before = known.get(prompt.text);
    if (!before || isDeepStrictEqual(before, { ...prompt, id: before.id })) continue;
    await updatePrompt(db, id, { ...prompt, id: before.id });
    record.changed('changed', 'prompt', `${publicId}: ${prompt.text}`);
  }
}

/** Retires prompts missing from the list. Inactive ones only follow the spelling of their tags. */
async function retirePrompts(
  { db, record }: ApplyRun,
  { id, publicId }: AppliedBrand,
  left: readonly { readonly before: PromptRow; readonly after: PromptRow }[],
): Promise<void> {
  for (const { before, after } of left) {
    if (isDeepStrictEqual(before, after)) continue;
    await updatePrompt(db, id, after);
    record.changed(before.active ? 'retired' : 'changed', 'prompt', `${publicId}: ${before.text}`);
  }
}
