import { isDeepStrictEqual } from 'node:util';
import { tagSpelling } from '../../domain/tags.ts';
import { insertPrompts, listPrompts, type PromptRow, updatePrompt } from '../../storage/directory/prompts.ts';
import type { AppliedBrand, ApplyRun } from './apply-run.ts';
import { type promptsOf, tagsOf } from './declared.ts';

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
  const wanted = declared.map((prompt) => ({
    text: prompt.text,
    tags: spelled(tagsOf(prompt)),
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
