import { type LabelSample, ROUND } from '../../domain/answers/label.ts';
import type { Verdict } from '../../domain/brand/model-reading.ts';
import { type ModelReader, modelReaderOf } from '../../domain/brand/reader.ts';
import { SightlineError } from '../../domain/errors.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import {
  exportLabels,
  findNamedIn,
  listLabels,
  type NameToLabel,
  nextToLabel,
  removeLastLabel,
  type StoredLabel,
  storeLabel,
} from '../../storage/answers/labels.ts';
import { findBrandJudge } from '../../storage/directory/reader-choices.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type EditDeps, editBrand, existingBrand } from './edit-brand.ts';

/** A person's label for how an answer treats a name. */
export interface LabelInput {
  /** The answer's id, `ans_…`. */
  readonly answer: string;
  /** The name of a tracked brand that the answer names. */
  readonly name: string;
  readonly sample: LabelSample;
  /** Null: skipped. */
  readonly label: Verdict | null;
}

/** Stores a label. @throws SightlineError `not_found`, or `no_such_brand` */
export async function labelAnswer(deps: EditDeps, brand: string, given: LabelInput): Promise<void> {
  await editBrand(deps, brand, 'brand.label', async (db, brandId) => {
    const place = await findNamedIn(db, brandId, given.answer, given.name);
    if (place === null) throw new SightlineError('not_found', 'This answer names no such brand.');
    const { sample, label } = given;
    await storeLabel(db, brandId, { ...place, sample, label, by: deps.actor, at: deps.now() });
    return `${given.answer}, ${given.name}: ${label ?? 'skipped'}`;
  });
}

/** Removes the actor's newest label. @throws SightlineError `not_found`, or `no_such_brand` */
export async function undoLabel(deps: EditDeps, brand: string): Promise<void> {
  await editBrand(deps, brand, 'brand.label-undo', async (db, brandId) => {
    if (await removeLastLabel(db, brandId, deps.actor)) return 'the newest';
    throw new SightlineError('not_found', 'You have no label to take back.');
  });
}

/** Only newer answers are labeled. */
const LABELED_DAYS = 90;

/** Where a person stands in labeling a brand's answers. */
export interface Labeling {
  /** Labels and skipped names so far. */
  readonly done: Readonly<Record<LabelSample, number>>;
  /** Null: no answer is left to label. */
  readonly next: (NameToLabel & { readonly sample: LabelSample }) | null;
  readonly labels: readonly StoredLabel[];
  /** The model that reads the brand's answers now; null for rules alone. */
  readonly model: ModelReader | null;
}

/** The next name to label: random ones and disagreements in turn, so that who stops early has both. */
export async function labelingOf(db: Database, brand: string, now: number): Promise<Labeling> {
  const brandId = await existingBrand(db, brand);
  const labels = await listLabels(db, brandId);
  const countOf = (sample: LabelSample) => labels.filter((label) => label.sample === sample).length;
  const done = { random: countOf('random'), disagreement: countOf('disagreement') };
  const next = await nextOf(db, brandId, { done, now });
  const { reader: name, prompt } = await findBrandJudge(db, brandId);
  return { done, next, labels, model: modelReaderOf(name, prompt) };
}

async function nextOf(
  db: Database,
  brandId: number,
  { done, now }: Pick<Labeling, 'done'> & { readonly now: number },
): Promise<Labeling['next']> {
  const isRandom = done.random * ROUND.disagreement <= done.disagreement * ROUND.random;
  const samples: readonly LabelSample[] = isRandom ? ['random', 'disagreement'] : ['disagreement', 'random'];
  for (const sample of samples) {
    const next = await nextToLabel(db, brandId, { sample, since: now - LABELED_DAYS * DAY_MS });
    if (next !== null) return { ...next, sample };
  }
  return null;
}

/** Labels with their answers as JSON Lines. @throws SightlineError `no_such_brand` */
export async function labelLines(db: Database, brand: string): Promise<string> {
  const labels = await exportLabels(db, await existingBrand(db, brand));
  return labels.map((label) => `${JSON.stringify(label)}\n`).join('');
}
