import { hash } from 'node:crypto';
import type { Branded } from '../../domain/branded.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';

/** The extractor is loaded only where a report is run. To import it again would look for its file each time. */
const load = () => import('../../extract/names/branded-prompts.ts');
let loading: ReturnType<typeof load> | undefined;

/** Whom texts name, by the names that are looked for: with the same names, a text says the same for good. */
const known = new Map<string, Map<string, Branded>>();
let rememberedLength = 0;

/** In characters of the texts: ten questions of a hundred characters of each of ten thousand brands. */
const MOST_REMEMBERED = 10_000_000;

/** A turn of the event loop may take this long. */
const LONGEST_TURN_MS = 8;

/**
 * Whom each prompt names, by its id. Reading a prompt that names somebody takes about a millisecond the first time, in turns
 * with other requests.
 */
export async function brandedPrompts(
  tracked: readonly TrackedBrand[],
  prompts: readonly { readonly id: number; readonly text: string }[],
): Promise<ReadonlyMap<number, Branded>> {
  const ofTexts = knownWith(tracked);
  if (prompts.some(({ text }) => !ofTexts.has(text))) await readAll(ofTexts, tracked, prompts);
  return new Map(prompts.map(({ id, text }) => [id, ofTexts.get(text) ?? 'none']));
}

/** What tells whether a text has a name of one of these brands, or a host, whatever it means by it. */
export async function nameIn(brands: readonly TrackedBrand[]): Promise<(text: string) => boolean> {
  loading ??= load();
  return (await loading).likeNamesOf(brands);
}

async function readAll(
  ofTexts: Map<string, Branded>,
  tracked: readonly TrackedBrand[],
  prompts: readonly { readonly text: string }[],
): Promise<void> {
  loading ??= load();
  const { brandedReader } = await loading;
  const read = brandedReader(tracked);
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

/** What is known with the names and hosts of these brands. */
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
