import { fileURLToPath } from 'node:url';
import { type JudgedAnswer, judgedAnswer } from '../src/extract/judging/judged-answer.ts';
import { NameFinder } from '../src/extract/names/find-names.ts';
import { factOf } from '../src/pipeline/declare/document/fact-entries.ts';
import { brandOf } from './cases.ts';
import { labeledFactsIn } from './facts.ts';
import { framingCasesIn } from './framing-sets.ts';
import { themeCasesIn } from './theme-sets.ts';

/** Labeled answers as a model is asked about them. */
export interface JudgedCase {
  readonly id: string;
  readonly language: string;
  readonly answer: JudgedAnswer;
}

/** The sets in the order of their worth, each with its folder and kind. */
export const JUDGED_SETS = [
  'unseen/answers.jsonl',
  'unseen/whole-answers.jsonl',
  'unseen/hard.jsonl',
  'themes/unseen.jsonl',
  'facts/unseen.yaml',
  'unseen/misleading.jsonl',
  'unseen/plain.jsonl',
  'themes/development.jsonl',
  'facts/development.yaml',
  'unseen/second-plain.jsonl',
] as const;

function pathOf(set: string): string {
  return fileURLToPath(new URL(set, import.meta.url));
}

/** A set's answers in which rules find a name, without their labels. */
export async function judgedCasesIn(set: string): Promise<JudgedCase[]> {
  const cases = set.startsWith('facts/')
    ? await factCases(set)
    : set.startsWith('themes/')
      ? (await themeCasesIn(pathOf(set))).map((each) => ({ ...each, brands: [each.brand], facts: [] }))
      : (await framingCasesIn(pathOf(set))).map((each) => ({
          ...each,
          brands: Object.keys(each.labels),
          facts: [],
        }));
  return cases.flatMap(({ id, language, text, brands, facts }) => {
    const finder = new NameFinder(brands.map(brandOf));
    const answer = judgedAnswer({ finder, facts, themes: [] }, { text, question: '', citedHosts: [] });
    return answer === null || 'problem' in answer ? [] : [{ id: `${set}#${id}`, language, answer }];
  });
}

async function factCases(set: string) {
  const { facts, sentences } = await labeledFactsIn(pathOf(set));
  return sentences.map(([language, fact, text, , brand = 'Vexory'], index) => {
    const entry = facts[fact];
    const declared = entry && factOf(entry);
    if (!declared) throw new Error(`there is no fact ${fact}`);
    return {
      id: String(index + 1),
      language,
      text,
      brands: [brand, 'Klentra'],
      facts: [{ id: 1, ...declared }],
    };
  });
}
