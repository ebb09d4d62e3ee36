import { readFile } from 'node:fs/promises';
import { namesOf, type TrackedBrand } from '../src/domain/brand/tracked-brand.ts';
import { hostOf } from '../src/domain/web/host.ts';
import { extractorFor } from '../src/extract/extractor.ts';

/** A collected answer with labels from a model. They name at most five products, and their ranks are weak. */
interface RealAnswer {
  readonly id: string;
  readonly engine: string;
  readonly prompt_set: string;
  readonly text: string;
  readonly citations: readonly string[];
  /** A label without a brand names only a product. */
  readonly labels: readonly { readonly brand: string | null; readonly rank: number }[];
}

/** One engine's readings against the labels. */
export interface Agreement {
  readonly engine: string;
  answers: number;
  /** Labeled brands, and how many of them the reader found. */
  labeled: number;
  found: number;
  /** Labeled brands at a list position, and how many readings agree. */
  ranked: number;
  sameRank: number;
  /** Found brands, by framing. */
  readonly framings: Record<string, number>;
}

export interface Disagreement {
  readonly id: string;
  readonly brand: string;
  readonly label: string;
  readonly read: string;
}

export interface RealScores {
  readonly agreements: readonly Agreement[];
  readonly disagreements: readonly Disagreement[];
}

/** Scores a JSON lines file with labeled answers. Each set of prompts tracks every brand labeled in it. */
export async function scoreRealAnswers(path: string): Promise<RealScores> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  const answers = lines.map((line) => JSON.parse(line) as RealAnswer);
  const agreements = new Map<string, Agreement>();
  const disagreements: Disagreement[] = [];
  for (const set of Map.groupBy(answers, (answer) => answer.prompt_set).values()) {
    const extractor = extractorFor(brandsOf(set));
    for (const answer of set) {
      const agreement = agreements.get(answer.engine) ?? emptyAgreement(answer.engine);
      agreements.set(answer.engine, agreement);
      const citedHosts = answer.citations.flatMap((url) => hostOf(url) ?? []);
      compare(answer, extractor.read({ text: answer.text, citedHosts }), agreement, disagreements);
    }
  }
  return { agreements: [...agreements.values()], disagreements };
}

function emptyAgreement(engine: string): Agreement {
  return { engine, answers: 0, labeled: 0, found: 0, ranked: 0, sameRank: 0, framings: {} };
}

function brandsOf(answers: readonly RealAnswer[]): TrackedBrand[] {
  const names = new Map(
    answers.flatMap(({ labels }) =>
      labels.map(({ brand }) => [(brand ?? '').trim().toLowerCase(), (brand ?? '').trim()]),
    ),
  );
  return [...names.values()]
    .filter((name) => name !== '')
    .map((name, index) => ({
      id: index + 1,
      role: 'competitor',
      name,
      names: namesOf(name, {}, []),
      hosts: [],
    }));
}

function compare(
  { id, labels }: RealAnswer,
  readings: ReturnType<ReturnType<typeof extractorFor>['read']>,
  agreement: Agreement,
  disagreements: Disagreement[],
): void {
  agreement.answers += 1;
  const byName = new Map(readings.map(({ brand, mention }) => [brand.name.toLowerCase(), mention]));
  const best = new Map<string, number>();
  for (const { brand, rank } of labels) {
    const name = (brand ?? '').trim().toLowerCase();
    if (name !== '') best.set(name, Math.min(rank, best.get(name) ?? rank));
  }
  for (const [name, rank] of best) {
    const mention = byName.get(name);
    agreement.labeled += 1;
    if (!mention?.mentioned) {
      disagreements.push({ id, brand: name, label: 'named', read: 'not named' });
      continue;
    }
    agreement.found += 1;
    if (mention.rank === null) continue;
    agreement.ranked += 1;
    if (mention.rank === rank) agreement.sameRank += 1;
    else disagreements.push({ id, brand: name, label: `rank ${rank}`, read: `rank ${mention.rank}` });
  }
  for (const { framing, framingSignals, mentioned } of byName.values()) {
    if (!mentioned) continue;
    const kind = framing ?? (framingSignals === null ? 'abstain' : 'ambivalent');
    agreement.framings[kind] = (agreement.framings[kind] ?? 0) + 1;
  }
}
