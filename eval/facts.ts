import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { FactVerdict } from '../src/domain/brand/fact.ts';
import type { FactEntry } from '../src/pipeline/declare/document/fact-entries.ts';

/** What a sentence says about a fact. */
export type FactLabel = FactVerdict | 'silent';

interface LabeledFacts {
  readonly facts: Readonly<Record<string, FactEntry>>;
  /** Each about its brand, Vexory by default. */
  readonly sentences: readonly (readonly [
    language: string,
    fact: string,
    text: string,
    label: FactLabel,
    brand?: string,
  ])[];
}

export async function labeledFactsIn(file: string): Promise<LabeledFacts> {
  return parse(await readFile(file, 'utf8')) as LabeledFacts;
}
