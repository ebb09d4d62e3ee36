import { isDeepStrictEqual } from 'node:util';
import { activeMarkets, type BrandMarket } from '../../domain/market.ts';
import { tagSpelling } from '../../domain/tags.ts';
import { listMarkets } from '../../storage/directory/markets.ts';
import { insertPrompts, listPrompts, type PromptRow, updatePrompt } from '../../storage/directory/prompts.ts';
import { quoted } from '../problems.ts';
import { type AppliedBrand, type ApplyRun, conflict } from './apply-run.ts';
import { type DeclaredPrompt, type promptsOf, tagsOf } from './declared.ts';

type Known = ReadonlyMap<string, PromptRow>;
type Wanted = Omit<PromptRow, 'id'>;

/** Makes these the prompts of a brand. The list is whole: one that is missing from it becomes inactive. */
export async function applyPrompts(
  run: ApplyRun,
  brand: AppliedBrand,
  declared: ReturnType<typeof promptsOf>,
): Promise<void> {
  if (declared === undefined) return;
  const known = new Map((await listPrompts(run.db, brand.id)).map((prompt) => [prompt.text, prompt]));
  const spelled = tagSpelling();
  const markets = activeMarkets(await listMarkets(run.db, brand.id));
  const wanted = declared.map((prompt) => ({
    text: prompt.text,
    tags: spelled(tagsOf(prompt)),
    markets: marketsIn(brand, prompt, markets),
    active: prompt.active ?? true,
    source: 'user' as const,
    samplesPerDay: prompt.samples_per_day ?? null,
  }));
  const texts = new Set(wanted.map(({ text }) => text));
  const left = [...known.values()].filter(({ text }) => !texts.has(text));
  await addPrompts(run, brand, known, wanted);
  await changePrompts(run, brand, known, wanted);
  await retirePrompts(
    run,
    brand,
    left.map((prompt) => ({
      before: prompt,
      after: { ...prompt, active: false, tags: spelled(prompt.tags) },
    })),
  );
}

/** The numbers of the markets that a prompt is declared to be asked in; none for all. */
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
  throw conflict(
    `the prompt ${JSON.stringify(quoted(text))} of ${publicId} is to be asked in the market ${unknown}, which the brand does not have; ${has}`,
  );
}

/** Takes removed markets from the prompts of a brand. One that was asked nowhere else becomes inactive: it must not be asked in others instead. */
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
  wanted: readonly Wanted[],
): Promise<void> {
  const added = wanted.filter(({ text }) => !known.has(text));
  await insertPrompts(db, id, added, now);
  for (const { text } of added) record.changed('created', 'prompt', `${publicId}: ${text}`);
}

async function changePrompts(
  { db, record }: ApplyRun,
  { id, publicId }: AppliedBrand,
  known: Known,
  wanted: readonly Wanted[],
): Promise<void> {
  for (const prompt of wanted) {
    const before = known.get(prompt.text);
    if (!before || isDeepStrictEqual(before, { ...prompt, id: before.id })) continue;
    await updatePrompt(db, id, { ...prompt, id: before.id });
    record.changed('changed', 'prompt', `${publicId}: ${prompt.text}`);
  }
}

/** The prompts that a list leaves out. Those that were inactive already only follow the spelling of its tags. */
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
