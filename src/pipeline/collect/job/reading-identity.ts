import { hash } from 'node:crypto';
import type { Fact } from '../../../domain/brand/fact.ts';
import type { OwnTheme } from '../../../domain/brand/theme.ts';
import type { TrackedBrand } from '../../../domain/brand/tracked-brand.ts';
import { PROMPT_HASH } from '../../../extract/judging/judge-request.ts';
import type { ReadyEngine } from './ready-engine.ts';

/** The identity of a model's reading: equal ones ask the same model the same about an answer. */
export function readingIdentityOf(
  { id, named }: { readonly id: number; readonly named: readonly number[] },
  { adapter, access }: Pick<ReadyEngine, 'adapter' | 'access'>,
  { tracked, facts, themes }: LookedFor,
): string {
  const names = tracked.filter((brand) => named.includes(brand.id));
  const ofSelf = names.some(({ role }) => role === 'self') ? facts : [];
  const told = [names.map((brand) => [brand.id, brand.name]), ofSelf.map((fact) => fact.id), themes];
  return hash('sha256', `read ${JSON.stringify([id, adapter.slug, access.model, PROMPT_HASH, told])}`, 'hex');
}

/** What a brand declares that a model is told. */
export interface LookedFor {
  readonly tracked: readonly TrackedBrand[];
  readonly facts: readonly Fact[];
  readonly themes: readonly OwnTheme[];
}
