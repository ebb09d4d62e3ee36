import { isDeepStrictEqual } from 'node:util';
import { insertPrompts, listPrompts, type PromptRow, updatePrompt } from '../../storage/directory/prompts.ts';
import type { AppliedBrand, ApplyRun } from './apply-run.ts';
import type { promptsOf } from './declared.ts';

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
  const wanted = declared.map(({ text, category, active, samples_per_day: samples }) => ({
    text,
    category: category ?? null,
    active: active ?? true,
    source: 'user' as const,
    samplesPerDay: samples ?? null,
  }));
  await addPrompts(run, brand, known, wanted);
  await changePrompts(run, brand, known, wanted);
  await retirePrompts(run, brand, known, wanted);
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

async function retirePrompts(
  { db, record }: ApplyRun,
  { id, publicId }: AppliedBrand,
  known: Known,
  wanted: readonly Wanted[],
): Promise<void> {
  const texts = new Set(wanted.map(({ text }) => text));
  for (const left of known.values()) {
    if (!left.active || texts.has(left.text)) continue;
    await updatePrompt(db, id, { ...left, active: false });
    record.changed('retired', 'prompt', `${publicId}: ${left.text}`);
  }
}
