import type { MentionReading } from '../src/domain/answers/answer-reading.ts';
import { extractorFor } from '../src/extract/extractor.ts';
import type { Case, Label } from './cases.ts';

/** A label and the actual reading. */
export interface Miss {
  readonly id: string;
  readonly trap: string;
  readonly brand: string;
  readonly what: 'mention' | 'count' | 'rank' | 'framing' | 'snippet' | 'outcome';
  readonly expected: unknown;
  readonly read: unknown;
}

/** How many labels the reader got right. */
export interface Score {
  right: number;
  of: number;
}

export interface Scores {
  readonly cases: number;
  readonly languages: readonly string[];
  readonly labels: number;
  readonly mentions: { truePositives: number; falsePositives: number; falseNegatives: number };
  readonly count: Score;
  readonly rank: Score;
  readonly snippet: Score;
  readonly outcome: Score;
  /**
   * Precision: how often the label agrees with a framing in the reading. Recall: how often the reading has a
   * labeled framing.
   */
  readonly precision: Record<string, Score>;
  readonly recall: Record<string, Score>;
  readonly misses: readonly Miss[];
}

/** A reading's framing in the labels' words. */
function framingOf({ framing, framingSignals }: MentionReading): string {
  return framing ?? (framingSignals === null ? 'abstain' : 'ambivalent');
}

export function scoreCases(cases: readonly Case[]): Scores {
  const scores: Scores & { labels: number; misses: Miss[] } = {
    cases: cases.length,
    languages: [...new Set(cases.map(({ language }) => language))].sort(),
    labels: 0,
    mentions: { truePositives: 0, falsePositives: 0, falseNegatives: 0 },
    count: { right: 0, of: 0 },
    rank: { right: 0, of: 0 },
    snippet: { right: 0, of: 0 },
    outcome: { right: 0, of: 0 },
    precision: {},
    recall: {},
    misses: [],
  };
  for (const each of cases) scoreCase(each, scores);
  return scores;
}

function scoreCase(each: Case, scores: Scores & { labels: number; misses: Miss[] }): void {
  const { id, trap } = each;
  const readings = extractorFor(each.brands).read({ text: each.answer, citedHosts: each.citedHosts });
  const check = (score: Score, what: Miss['what'], brand: string, expected: unknown, read: unknown) => {
    score.of += 1;
    if (expected === read) score.right += 1;
    else scores.misses.push({ id, trap, brand, what, expected, read });
  };
  for (const { brand, mention } of readings) {
    const label = each.expect[brand.name];
    if (label === undefined) throw new Error(`${id}: ${brand.name} has no label`);
    scores.labels += 1;
    const isNamed = label !== 'absent';
    if (isNamed && mention.mentioned) scores.mentions.truePositives += 1;
    else if (isNamed) scores.mentions.falseNegatives += 1;
    else if (mention.mentioned) scores.mentions.falsePositives += 1;
    if (isNamed !== mention.mentioned) {
      scores.misses.push({
        id,
        trap,
        brand: brand.name,
        what: 'mention',
        expected: isNamed,
        read: mention.mentioned,
      });
    }
    if (isNamed && mention.mentioned) scoreLabel(label, mention, brand.name, scores, check);
  }
  if (each.outcome !== null) {
    const outcome = readings.some(({ mention }) => mention.mentioned) ? 'ok' : 'empty';
    check(scores.outcome, 'outcome', '', each.outcome, outcome);
  }
}

function scoreLabel(
  label: Label,
  mention: MentionReading,
  brand: string,
  scores: Scores,
  check: (score: Score, what: Miss['what'], brand: string, expected: unknown, read: unknown) => void,
): void {
  if (label.count !== undefined) check(scores.count, 'count', brand, label.count, mention.count);
  if (label.rank !== undefined) check(scores.rank, 'rank', brand, label.rank, mention.rank);
  if (label.snippet !== undefined)
    check(scores.snippet, 'snippet', brand, label.snippet.trim(), mention.snippet);
  if (label.framing === undefined) return;
  const read = framingOf(mention);
  const isRight = read === label.framing;
  const precision = scores.precision[read] ?? { right: 0, of: 0 };
  scores.precision[read] = { right: precision.right + Number(isRight), of: precision.of + 1 };
  const recall = scores.recall[label.framing] ?? { right: 0, of: 0 };
  scores.recall[label.framing] = recall;
  check(recall, 'framing', brand, label.framing, read);
}
