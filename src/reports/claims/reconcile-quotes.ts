import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type DisputedAnswer, listDisputed, type RowsAsked } from '../../storage/answers/judged-rows.ts';
import type { ReportContext } from '../shape/report.ts';

/**
 * What Sightline has in an answer that two tools read differently: the sentence that names the brand; the letters of its
 * name, which it does not take for the brand; its address; only a citation of its site; or nothing.
 */
export const QUOTE_REASONS = ['named', 'letters', 'address', 'cited', 'absent'] as const;
type QuoteReason = (typeof QUOTE_REASONS)[number];

export interface Quote {
  readonly answer_id: string;
  readonly collected_at: string;
  readonly question: string;
  readonly theirs: boolean;
  readonly reason: QuoteReason;
  /** Verbatim, with its Markdown; null if nothing of the brand is in the text. */
  readonly sentence: string | null;
}

const MOST_QUOTES = 5;

/** The fewest of the rarer direction, if it has as many. */
const LEAST_OF_RARER = 2;

interface Place {
  readonly rows: RowsAsked;
  readonly engine: string;
  readonly marketId: number;
}

/** The newest answers that differ, in both directions if there are some. */
export async function quotesOf(
  { db, brand }: Pick<ReportContext, 'db' | 'brand'>,
  { rows, engine, marketId }: Place,
): Promise<Quote[]> {
  const self = brand.tracked.find(({ id }) => id === rows.trackedId);
  if (self === undefined) return [];
  const listed = async (theirs: boolean) => {
    const found = await listDisputed(db, brand.id, rows, { engine, marketId, theirs, limit: MOST_QUOTES });
    return [...new Map(found.map((each) => [each.publicId, { ...each, theirs }])).values()];
  };
  const [one, other] = [await listed(true), await listed(false)];
  const ofOther = Math.max(Math.min(other.length, LEAST_OF_RARER), MOST_QUOTES - one.length);
  const chosen = [...one.slice(0, MOST_QUOTES - Math.min(ofOther, other.length)), ...other.slice(0, ofOther)];
  // Loaded here, so that commands for other things start without the extractor.
  const { sentenceAround } = await import('../../extract/snippets.ts');
  return chosen.map((answer) => ({
    answer_id: answer.publicId,
    collected_at: formatInstant(answer.collectedAt),
    question: answer.question,
    theirs: answer.theirs,
    ...wordsOf(answer, self, sentenceAround),
  }));
}

type SentenceAround = (text: string, words: { readonly from: number; readonly to: number }) => string;

function wordsOf(
  { text, snippet, cites, theirs }: DisputedAnswer & { readonly theirs: boolean },
  { names, hosts }: TrackedBrand,
  sentenceAround: SentenceAround,
): Pick<Quote, 'reason' | 'sentence'> {
  if (!theirs) return { reason: 'named', sentence: snippet };
  const first = (some: readonly string[]) => firstOf(text ?? '', some);
  const [address, letters] = [first(hosts), first(names.map((name) => name.text))];
  const isInAddress =
    address !== null && letters !== null && address.from <= letters.from && letters.to <= address.to;
  const found = isInAddress ? address : (letters ?? address);
  if (found === null) return { reason: cites ? 'cited' : 'absent', sentence: null };
  return { reason: found === address ? 'address' : 'letters', sentence: sentenceAround(text ?? '', found) };
}

/** The first of some texts in a text, whatever their case. */
function firstOf(text: string, some: readonly string[]) {
  const found = new RegExp(some.map((each) => RegExp.escape(each)).join('|') || '(?!)', 'iu').exec(text);
  return found && { from: found.index, to: found.index + found[0].length };
}
