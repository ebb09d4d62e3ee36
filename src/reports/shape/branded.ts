import { hash } from 'node:crypto';
import type { Branded } from '../../domain/brand/branded.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';

/** Loads the extractor only when a report runs. A second import would look for its file again. */
const load = () => import('../../extract/names/branded-prompts.ts');
let loading: ReturnType<typeof load> | undefined;

/** Names found in texts, by the searched names. They never change for the same names. */
const known = new Map<string, Map<string, Branded>>();
let rememberedLength = 0;

/** In characters: ten questions with 100 characters for each of 10,000 brands. */
const MOST_REMEMBERED = 10_000_000;

/** Maximum milliseconds per event loop turn. */
const LONGEST_TURN_MS = 8;

/**
 * The brands that each prompt names, by prompt id. A prompt that names a brand takes about a millisecond the first time, in turns with
 * other requests.
 */
export async function brandedPrompts(
  tracked: readonly TrackedBrand[],
  prompts: readonly { readonly id: number; readonly text: string }[],
): Promise<ReadonlyMap<number, Branded>> {
  const ofTexts = knownWith(tracked);
  if (prompts.some(({ text }) => !ofTexts.has(text))) await readAll(ofTexts, tracked, prompts);
  return new Map(prompts.map(({ id, text }) => [id, ofTexts.get(text) ?? 'none']));
}

/** Tests whether a text has these brands' names or hosts, in any sense. */
export async function nameIn(brands: readonly TrackedBrand[]): Promise<(text: string) => boolean> {
  loading ??= load();
  return (await loading).nameFilterFor(brands);
}

async function readAll(
  ofTexts: Map<string, Branded>,
  tracked: readonly TrackedBrand[],
  prompts: readonly { readonly text: string }[],
): Promise<void> {
  loading ??= load();
  const { promptBrandReader } = await loading;
  const read = promptBrandReader(tracked);
  let began = performance.now();
  for (const { text } of prompts) {
    if (ofTexts.has(text)) continue;
    ofTexts.set(text, read(text));
    rememberedLength += text.length;
    if (performance.now() - began < LONGEST_TURN_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  }
}

/** The cache for these names and hosts. */
function knownWith(tracked: readonly TrackedBrand[]): Map<string, Branded> {
  if (rememberedLength > MOST_REMEMBERED) {
    known.clear();
    rememberedLength = 0;
  }
  const lookedFor = tracked.map(({ role, names, hosts }) => [role, names, hosts]);
  const key = hash('sha256', JSON.stringify(lookedFor), 'base64');
  const ofTexts = known.get(key) ?? new Map<string, Branded>();
  known.set(key, ofTexts);
  return ofTexts;
}
