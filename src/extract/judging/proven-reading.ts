import type { Framing, Said } from '../../domain/answers/answer-reading.ts';
import type { Fact, FactReading, FactVerdict } from '../../domain/brand/fact.ts';
import type { JudgedName, ModelReading, ProvenWords } from '../../domain/brand/model-reading.ts';
import { MOST_THEMES, THEMES } from '../../domain/brand/theme.ts';
import { compareFact } from '../facts/compare-fact.ts';
import { hasNegation, isNegatedAround, isNo } from '../text/negation.ts';
import { indexFrom, type Range } from '../text/ranges.ts';
import { clauseAround, hasOtherName } from './clauses.ts';
import type { AskedName, JudgedAnswer, NotJudged } from './judged-answer.ts';
import { type Quote, type Reply, replyFrom } from './reply.ts';
import { type FoldedLine, folded, placesOfWords } from './verbatim.ts';
import { contentOf } from './words.ts';

/** The longest stored sentence, in UTF-16 units. */
const LONGEST_SENTENCE = 500;

/** How much text around a quotation may belong to its clause, in UTF-16 units. */
const NEAR = 200;

const WORD =
  /[\p{L}\p{M}]{2}|[\p{L}\p{M}\p{N}]{3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|\p{Extended_Pictographic}/u;

/**
 * The least of evidence besides the name and words that say nothing: a verdict's is two letters or three digits in a row,
 * a character of a script without spaces, or a pictograph; a statement's also a number. A fact's value is compared by our
 * code.
 */
const LEAST = {
  verdict: WORD,
  statement: new RegExp(`${WORD.source}|\\p{N}`, 'u'),
  value: /[\p{L}\p{N}\p{Extended_Pictographic}]/u,
};

const FRAMING_OF = { good: 'recommended', neutral: 'neutral', bad: 'negative' } as const satisfies Record<
  Reply['statements'][number]['direction'],
  Framing
>;

/**
 * What is left of a model's reply: its line must exist, its words must stand in it verbatim, and their place must belong
 * to the name. A verdict without any proven words is dropped, and the name is then not judged, rather than neutral; its
 * proven statements count, because each stands on its own words.
 * Takes any text, and never throws.
 */
export function provenReading(answer: JudgedAnswer, text: string): ModelReading | NotJudged {
  const reply = replyFrom(text);
  if (typeof reply === 'string') return { problem: reply };
  const proof = new Proof(answer);
  const names = proof.namesOf(reply);
  const facts = proof.factsOf(reply);
  if (names.every(({ verdict }) => verdict === null)) return { problem: 'no_verdict' };
  return { names, facts, dropped: proof.dropped + reply.unreadable };
}

class Proof {
  /** Verdicts, words, statements, and values without proof. */
  dropped = 0;
  readonly #answer: JudgedAnswer;
  readonly #forms = new Map<AskedName, readonly string[]>();
  readonly #folded = new Map<number, FoldedLine>();

  constructor(answer: JudgedAnswer) {
    this.#answer = answer;
  }

  namesOf({ names, statements }: Reply): JudgedName[] {
    const { names: asked } = this.#answer;
    this.dropped += [...names, ...statements].filter(({ name }) => asked[name - 1] === undefined).length;
    return asked.map((name, index) => {
      const [entry, ...others] = names.filter((each) => each.name === index + 1);
      const said = this.#saidOf(
        name,
        statements.filter((each) => each.name === index + 1),
      );
      const none = { trackedId: name.trackedId, verdict: null, words: [], said };
      if (entry === undefined) return none;
      const words = this.#wordsOf(name, entry.evidence);
      const isProven = entry.verdict === 'neutral' || words.length > 0;
      const isOne = others.every(({ verdict }) => verdict === entry.verdict);
      if (isProven && isOne) return { ...none, verdict: entry.verdict, words };
      this.dropped += 1;
      return none;
    });
  }

  factsOf({ facts }: Reply): FactReading[] {
    const { facts: asked, names } = this.#answer;
    const self = names.find(({ isSelf }) => isSelf);
    this.dropped += facts.filter(({ fact }) => self === undefined || asked[fact - 1] === undefined).length;
    if (self === undefined) return [];
    return asked.flatMap((fact, index) => {
      const said = facts.filter((each) => each.fact === index + 1);
      const readings = said.flatMap((entry) => {
        const place = this.#placeOf(self, entry, 'value');
        const verdict = place === null ? null : this.#compared(self, fact, entry, place);
        if (verdict === null) this.dropped += 1;
        return verdict === null ? [] : [{ verdict, sentence: this.#sentenceAt(entry.line) }];
      });
      const reading = agreed(readings);
      return reading === null ? [] : [{ factId: fact.id, ...reading }];
    });
  }

  /** A value must be about the brand itself: its clause has no other name, nor a negation that the words leave out. */
  #compared(self: AskedName, fact: Fact, { line, value }: Reply['facts'][number], place: Range) {
    const around = this.#around(this.#answer.lines[line - 1] ?? place, place);
    const clause = around.before + around.words + around.after;
    if (fact.value.type !== 'yes_no' && isNegatedAround(around.before, around.words, around.after))
      return null;
    const others = this.#answer.names.filter((name) => name !== self);
    if (others.some((name) => this.#formsOf(name).some((form) => clause.includes(form)))) return null;
    const rest = [value, ...this.#formsOf(self)].reduce((text, form) => text.replaceAll(form, ' '), clause);
    return hasOtherName(rest) ? null : compareFact(fact, value, { ...around.sentence, clause });
  }

  /** A name as the answer writes it, the longest first. */
  #formsOf(name: AskedName): readonly string[] {
    const known =
      this.#forms.get(name) ??
      [...new Set(name.places.map(({ from, to }) => folded(this.#answer.text.slice(from, to)).text))].sort(
        (a, b) => b.length - a.length,
      );
    this.#forms.set(name, known);
    return known;
  }

  #wordsOf(name: AskedName, evidence: readonly Quote[]): ProvenWords[] {
    const places = evidence.flatMap((quote) => this.#placeOf(name, quote, 'verdict') ?? []);
    this.dropped += evidence.length - places.length;
    return inOrder(places).map(({ from, to }) => ({
      from,
      to,
      words: this.#answer.text.slice(from, to),
    }));
  }

  #saidOf(name: AskedName, statements: Reply['statements']): Said[] {
    const { themes } = this.#answer;
    const known = new Map(
      [...themes.map(({ name: own }) => own), ...THEMES].map((each) => [each.toLowerCase(), each] as const),
    );
    const inLine = new Map<number, Map<string, Said>>();
    for (const statement of statements) {
      const { direction, line } = statement;
      const theme = known.get(statement.theme);
      const place = this.#placeOf(name, statement, 'statement');
      const said = inLine.get(line) ?? new Map<string, Said>();
      const framing = FRAMING_OF[direction];
      const key = `${framing} ${theme}`;
      const isRepeat = said.has(key);
      if (place === null || theme === undefined || (!isRepeat && said.size >= MOST_THEMES)) this.dropped += 1;
      else if (!isRepeat) inLine.set(line, said.set(key, { theme, framing, ...place }));
    }
    const said = [...inLine.values()].flatMap((ofLine) => [...ofLine.values()]);
    return said.toSorted((a, b) => a.from - b.from);
  }

  /**
   * Where words stand that are about a name; null for nowhere. The name alone is no evidence, nor is `is a`, nor are
   * words that leave out a negation.
   */
  #placeOf({ territory, places }: AskedName, { line, words }: Quote, of: keyof typeof LEAST): Range | null {
    const range = this.#answer.lines[line - 1];
    if (range === undefined) return null;
    const { text } = this.#answer;
    const own = placesOfWords(this.#foldedLine(line, range), words)
      .map(({ from, to }) => ({ from: range.from + from, to: range.from + to }))
      .find((each) => !/[\p{L}\p{N}]/u.test(withoutRanges(text, each, territory)));
    if (own === undefined) return null;
    if (!LEAST[of].test(contentOf(withoutRanges(text, own, places)))) return null;
    const { before, words: quoted, after, isDenied } = this.#around(range, own);
    if (isDenied) return null;
    return of !== 'value' && isNegatedAround(before, quoted, after) ? null : own;
  }

  /** A quotation with what stands before and after it in its clause. */
  #around({ from: start, to: end }: Range, { from, to }: Range) {
    const shown = (first: number, last: number) => {
      const part = this.#answer.shown
        .slice(Math.max(start, first), Math.min(end, last))
        .replace(/~(?=\s?(?:[\p{Sc}\d]|$))/gu, '≈');
      // A mark in front keeps the blank at the beginning.
      return folded(`.${part.replaceAll('|', ';')}`).text.slice(1);
    };
    const words = shown(from, to);
    const [lead, rest] = [shown(start, from), shown(to, to + NEAR)];
    const { next, isTakenBack, ...around } = clauseAround(lead.slice(-NEAR), words, rest);
    const isLast = /[?？؟:：]/u.test(next) && !/\p{L}/u.test(next);
    const following = isLast ? next + folded(this.#answer.shown.slice(end, end + NEAR)).text : next;
    const isCell = next.startsWith(';') && /\p{L}/u.test(lead);
    const sentence = { before: lead.slice(-NEAR), words, after: rest };
    return { sentence, words, ...around, isDenied: isTakenBack || (!isCell && isDenied(following)) };
  }

  #foldedLine(line: number, { from, to }: Range): FoldedLine {
    const known = this.#folded.get(line) ?? folded(this.#answer.shown.slice(from, to));
    this.#folded.set(line, known);
    return known;
  }

  #sentenceAt(line: number): string {
    const { from, to } = this.#answer.lines[line - 1] ?? { from: 0, to: 0 };
    const sentence = this.#answer.text.slice(from, to).trim();
    return sentence.slice(0, LONGEST_SENTENCE).replace(/[\uD800-\uDBFF]$/u, '');
  }
}

/** `Wir empfehlen, Vexory nicht zu kaufen`. */
const NOT_TO = /^,[^,.;!?]*\s(?:nicht|nie|niet)\s(?:\p{L}+\s)?(?:zu|te)\s/iu;

/** Whether what follows a clause takes it back: `the best? Not at all.`, `Recommended: no`. */
function isDenied(next: string): boolean {
  const [, answer] = /^\s*[?？؟]\P{L}*([^.!?。！？]*)/u.exec(next) ?? [];
  if (answer !== undefined) return isNo(answer) || hasNegation(answer);
  return NOT_TO.test(next) || (/^\s*[:：;(（-]/u.test(next) && isNo(next));
}

/** Several readings of a fact as one: unclear, with the contradiction, if they differ. */
function agreed<Reading extends { readonly verdict: FactVerdict }>(
  readings: readonly Reading[],
): Reading | null {
  const first = (verdict: FactVerdict) => readings.find((each) => each.verdict === verdict);
  const [agrees, contradicts] = [first('agrees'), first('contradicts')];
  if (agrees && contradicts) return { ...contradicts, verdict: 'unclear' };
  return agrees ?? contradicts ?? first('unclear') ?? null;
}

function inOrder(ranges: readonly Range[]): Range[] {
  const once = new Map(ranges.map((range) => [`${range.from}:${range.to}`, range]));
  return [...once.values()].sort((a, b) => a.from - b.from || a.to - b.to);
}

/** A range's text without other ranges, which are in order and may overlap it. */
function withoutRanges(text: string, { from, to }: Range, others: readonly Range[]): string {
  let rest = text.slice(from, to);
  for (let index = Math.max(0, indexFrom(others, from) - 1); index < others.length; index += 1) {
    const { from: first, to: last } = others[index] ?? { from: to, to };
    if (first >= to) break;
    const [start, end] = [Math.max(first, from) - from, Math.min(last, to) - from];
    if (start < end) rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  }
  return rest;
}
