import { shownLine } from '../src/extract/judging/verbatim.ts';
import type { Asked } from './judging.ts';

/** A model that knows the labels, and errs at known rates. */

/** Shares of replies, and of verdicts in the others. */
export interface FaultRates {
  /** Refusals, and replies that break off. */
  readonly broken: number;
  /** Verdicts that point at a line that does not exist. */
  readonly lines: number;
  /** Verdicts with words that the answer does not have. */
  readonly words: number;
  /** Verdicts with the opposite direction and words that the answer does have. */
  readonly flipped: number;
}

export interface WeakReply {
  readonly reply: string;
  readonly isBroken: boolean;
  /** Verdicts without proof. */
  readonly unproven: number;
}

const OPPOSITE: Readonly<Record<string, string>> = { recommended: 'negative', negative: 'recommended' };

/** @param random from 0 up to 1 */
export function weakReply(
  { answer, label }: Asked<Readonly<Record<string, string>>>,
  rates: FaultRates,
  random: () => number,
): WeakReply | null {
  if (answer === null) return null;
  let unproven = 0;
  const lines = answer.lines.map(({ from, to }) => shownLine(answer.text.slice(from, to)).trim());
  const names = answer.names.map(({ name, territory }, index) => {
    const verdict = label[name] ?? 'neutral';
    const at = answer.lines.findIndex(
      (line, place) =>
        territory.some(({ from, to }) => from < line.to && to > line.from) &&
        /\p{L}{2}/u.test((lines[place] ?? '').replaceAll(name, '')),
    );
    const quote = { line: at + 1, words: lines[at] ?? '' };
    const right = { name: index + 1, verdict, evidence: verdict === 'neutral' ? [] : [quote] };
    if (verdict === 'neutral') return right;
    const drawn = random();
    if (drawn < rates.lines + rates.words) {
      unproven += 1;
      const wrong = drawn < rates.lines ? { ...quote, line: answer.lines.length + 1 } : invented(quote);
      return { ...right, evidence: [wrong] };
    }
    const isFlipped = drawn < rates.lines + rates.words + rates.flipped;
    return isFlipped ? { ...right, verdict: OPPOSITE[verdict] ?? verdict } : right;
  });
  const reply = JSON.stringify({ names, statements: [], facts: [] });
  if (random() >= rates.broken) return { reply, isBroken: false, unproven };
  return { reply: random() < 0.5 ? 'I cannot do that.' : reply.slice(0, -9), isBroken: true, unproven: 0 };
}

function invented({ line, words }: { readonly line: number; readonly words: string }) {
  return { line, words: `${words} and much more` };
}
