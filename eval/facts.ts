import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { FACT_TYPES, type FactVerdict } from '../src/domain/brand/fact.ts';
import { extractorFor } from '../src/extract/extractor.ts';
import { type FactEntry, factOf } from '../src/pipeline/declare/document/fact-entries.ts';
import { brandOf } from './cases.ts';

/** Scores the checks of sentences against facts. */

type Label = FactVerdict | 'silent';

interface LabeledFacts {
  readonly facts: Readonly<Record<string, FactEntry>>;
  /** Each about its brand, Vexory by default. */
  readonly sentences: readonly (readonly [
    language: string,
    fact: string,
    text: string,
    label: Label,
    brand?: string,
  ])[];
}

/** For a language's or a type's sentences: how many got a verdict, and how many correctly. */
export interface FactCounts {
  readonly name: string;
  readonly sentences: number;
  /** Labeled `agrees` or `contradicts`, and how many got that verdict. */
  readonly decidable: number;
  readonly found: number;
  /** Read as `agrees` or `contradicts`, and how many have that label. */
  readonly decided: number;
  readonly right: number;
}

export interface FactMiss {
  readonly language: string;
  readonly fact: string;
  readonly text: string;
  readonly label: Label;
  readonly read: Label;
}

export async function labeledFactsIn(file: string): Promise<LabeledFacts> {
  return parse(await readFile(file, 'utf8')) as LabeledFacts;
}

export function scoreFacts({ facts, sentences }: LabeledFacts): { counts: FactCounts[]; misses: FactMiss[] } {
  const read = sentences.map(([language, fact, text, label, brand = 'Vexory']) => {
    const entry = facts[fact];
    const declared = entry && factOf(entry);
    if (!entry || !declared) throw new Error(`there is no fact ${fact}`);
    const brands = [brandOf(brand, 0), brandOf('Klentra', 1)];
    const reading = extractorFor(brands, { facts: [{ id: 1, ...declared }] }).readAll({
      text,
      citedHosts: [],
    });
    return {
      language,
      type: entry.type,
      fact,
      text,
      label,
      read: reading.facts[0]?.verdict ?? ('silent' as const),
    };
  });
  const languages = [...new Set(read.map(({ language }) => language))];
  return {
    counts: [
      countsOf('all', read),
      ...FACT_TYPES.map((type) =>
        countsOf(
          type,
          read.filter((each) => each.type === type),
        ),
      ),
      ...languages.map((name) =>
        countsOf(
          name,
          read.filter(({ language }) => language === name),
        ),
      ),
    ],
    misses: read.filter(({ label, read: found }) => label !== found).map(({ type: _, ...miss }) => miss),
  };
}

function countsOf(
  name: string,
  read: readonly { readonly label: Label; readonly read: Label }[],
): FactCounts {
  const isDecision = (label: Label) => label === 'agrees' || label === 'contradicts';
  const right = read.filter((each) => isDecision(each.label) && each.read === each.label).length;
  return {
    name,
    sentences: read.length,
    decidable: read.filter((each) => isDecision(each.label)).length,
    found: right,
    decided: read.filter((each) => isDecision(each.read)).length,
    right,
  };
}

/** A set's counts as a Markdown table. */
export function factsTable(counts: readonly FactCounts[]): string {
  return [
    '| | sentences | right, of those with a verdict | found, of those with a label |',
    '|---|---|---|---|',
    ...counts.map(
      ({ name, sentences, right, decided, found, decidable }) =>
        `| ${name} | ${sentences} | ${right} of ${decided} | ${found} of ${decidable} |`,
    ),
    '',
  ].join('\n');
}
