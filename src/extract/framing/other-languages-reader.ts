import type { Range } from '../text/ranges.ts';
import type { CueFamily, Direction } from './english-words.ts';
import type { Finding } from './found-cues.ts';
import type { Entity } from './marked-block.ts';
import type { MarkedSentence } from './marked-sentence.ts';
import { LANGUAGES, type LanguagePack } from './other-languages-words.ts';

/** How far a name may stand from a cue that could be meant for another name in its clause. */
const BESIDE = 14;

/** Cues of languages other than English: they act on the one name of their clause, or on the one beside them. */
export class LanguageCues {
  readonly #sentence: MarkedSentence;

  constructor(sentence: MarkedSentence) {
    this.#sentence = sentence;
  }

  findings(): Finding[] {
    const { text } = this.#sentence;
    return LANGUAGES.filter(({ script }) => script.test(text)).flatMap((pack) => this.#findingsOf(pack));
  }

  #findingsOf(pack: LanguagePack): Finding[] {
    const compared = [...this.#compared(pack), ...this.#than(pack)];
    const rejected = this.#phrases(pack.rejections, 'rejection', 'negative', pack);
    const picked = this.#phrases(pack.picks, 'pick', 'recommended', pack).filter(
      (pick) => ![...rejected, ...compared].some((each) => each.from < pick.to && each.to > pick.from),
    );
    return [...compared, ...rejected, ...picked];
  }

  #phrases(pattern: RegExp, family: CueFamily, direction: Direction, pack: LanguagePack): Finding[] {
    const { text } = this.#sentence;
    return [...text.matchAll(pattern)].flatMap((match) => {
      const cue = { from: match.index, to: match.index + match[0].length };
      if (this.#sentence.isConditional(cue.from)) return [];
      const subject = this.#subjectOf(cue);
      if (!subject) return [];
      if (!this.#isNegated(cue, pack)) return [this.#sentence.finding(family, direction, [subject], cue)];
      return direction === 'recommended'
        ? [this.#sentence.finding('rejection', 'negative', [subject], cue)]
        : [];
    });
  }

  #isNegated({ from, to }: Range, { negation, negationSide }: LanguagePack): boolean {
    const { text } = this.#sentence;
    if (negationSide === 'after') return negation.test(text.slice(to, to + 12));
    const clause = this.#sentence.clauseAt(from);
    if (
      negationSide === 'both' &&
      negation.test(text.slice(to, Math.min(clause.to, to + 40)).replace(/[,.].*$/, ''))
    )
      return true;
    return negation.test(text.slice(Math.max(clause.from, from - 30), from));
  }

  #subjectOf({ from, to }: Range): Entity | null {
    const clause = this.#sentence.clauseAt(from);
    const names = this.#sentence.entities.filter((each) => each.from >= clause.from && each.to <= clause.to);
    if (names.length <= 1) return names[0] ?? this.#onlyName();
    const beside = names.filter((each) => {
      if (each.from >= from && each.to <= to) return true;
      const distance = each.to <= from ? from - each.to : each.from - to;
      return distance >= 0 && distance <= BESIDE;
    });
    const touching = beside.filter((each) => each.to >= from - 1 && each.from <= to + 1);
    const [only, ...others] = touching.length > 0 ? touching : beside;
    return others.length === 0 ? (only ?? null) : null;
  }

  /** The sentence's only name, for a cue in another clause of it. */
  #onlyName(): Entity | null {
    const { entities } = this.#sentence;
    return entities.length === 1 ? (entities[0] ?? null) : null;
  }

  #compared({ betterThan }: LanguagePack): Finding[] {
    if (betterThan === null) return [];
    return [...this.#sentence.text.matchAll(betterThan)].flatMap((match) => {
      const end = match.index + match[0].length;
      const [up, down] = this.#sentence.entities.filter((each) => each.from >= match.index && each.to <= end);
      if (!up || !down) return [];
      const cue = { from: down.to, to: Math.max(end, down.to + 1) };
      return this.#pair(up, down, cue);
    });
  }

  #than(pack: LanguagePack): Finding[] {
    if (pack.than === null) return [];
    return [...this.#sentence.text.matchAll(pack.than)].flatMap((match) => {
      const end = match.index + match[0].length;
      const names = this.#sentence.entities;
      const down = names.find((each) => each.from > match.index && each.to <= end);
      const ups = names.filter((each) => each.to <= match.index);
      const clause = this.#sentence.clauseAt(match.index);
      const up = ups.length === 1 ? ups[0] : undefined;
      if (!down || this.#isNegated({ from: match.index, to: end }, pack) || clause.from > (up?.from ?? 0))
        return [];
      const cue = { from: match.index, to: down.from - 1 };
      return up ? this.#pair(up, down, cue) : [];
    });
  }

  #pair(up: Entity, down: Entity, cue: Range): Finding[] {
    return [
      this.#sentence.finding('comparison', 'recommended', [up], cue),
      this.#sentence.finding('comparison', 'negative', [down], cue),
    ];
  }
}
