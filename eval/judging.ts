import { fileURLToPath } from 'node:url';
import type { Fact } from '../src/domain/brand/fact.ts';
import { type JudgedAnswer, judgedAnswer } from '../src/extract/judging/judged-answer.ts';
import { NameFinder } from '../src/extract/names/find-names.ts';
import { factOf } from '../src/pipeline/declare/document/fact-entries.ts';
import { brandOf } from './cases.ts';
import { type FactLabel, labeledFactsIn } from './facts.ts';
import { type FramingCase, framingCasesIn } from './framing-sets.ts';
import { type ThemeCase, themeCasesIn } from './theme-sets.ts';

/** A labeled answer as a model is asked about it. */
export interface Asked<Label> {
  /** Unique among all sets. */
  readonly id: string;
  readonly language: string;
  readonly text: string;
  readonly brands: readonly string[];
  /** Null if rules find no name, so that no model is asked. */
  readonly answer: JudgedAnswer | null;
  readonly label: Label;
}

export const FRAMING_SETS = ['answers', 'whole-answers', 'hard', 'misleading', 'plain', 'second-plain'].map(
  (name) => `unseen/${name}.jsonl`,
);
export const THEME_SETS = ['themes/unseen.jsonl', 'themes/development.jsonl'];
export const FACT_SETS = ['facts/unseen.yaml', 'facts/development.yaml'];

function pathOf(set: string): string {
  return fileURLToPath(new URL(set, import.meta.url));
}

export async function askedForFraming(set: string): Promise<Asked<FramingCase['labels']>[]> {
  return (await framingCasesIn(pathOf(set))).map(({ id, labels, ...each }) =>
    asked({ ...each, id: `${set}#${id}`, brands: Object.keys(labels), label: labels }),
  );
}

export async function askedForThemes(set: string): Promise<Asked<ThemeCase>[]> {
  return (await themeCasesIn(pathOf(set))).map((each) =>
    asked({ ...each, id: `${set}#${each.id}`, brands: [each.brand], label: each }),
  );
}

export async function askedForFacts(set: string): Promise<Asked<FactLabel>[]> {
  const { facts, sentences } = await labeledFactsIn(pathOf(set));
  return sentences.map(([language, fact, text, label, brand = 'Vexory'], index) => {
    const entry = facts[fact];
    const declared = entry && factOf(entry);
    if (!declared) throw new Error(`there is no fact ${fact}`);
    const brands = [brand, 'Klentra'];
    return asked({ id: `${set}#${index + 1}`, language, text, brands, label }, [{ id: 1, ...declared }]);
  });
}

function asked<Label>(given: Omit<Asked<Label>, 'answer'>, facts: readonly Fact[] = []): Asked<Label> {
  const { id, language, text, brands, label } = given;
  const finder = new NameFinder(brands.map(brandOf));
  const found = judgedAnswer({ finder, facts, themes: [] }, { text, question: '', citedHosts: [] });
  return { id, language, text, brands, label, answer: found === null || 'problem' in found ? null : found };
}
