import { type Range, within } from '../../text/ranges.ts';
import type { Entity } from '../grammar/entities.ts';
import { joinedAfter } from '../grammar/joined-names.ts';
import type { MarkedBlock } from '../grammar/marked-block.ts';
import { isQuestion } from '../grammar/question.ts';
import { ASSESSING, AVOIDING, CHOOSING, LEAD, NO, YES } from '../words/questions.ts';
import { inheritedTopic } from './carried-reader.ts';
import { type Finding, PICK, REJECTION, type Verdict } from './findings.ts';

/** A question, and where the sentence that answers it stands. */
interface Asked {
  /** In lower case. */
  readonly question: string;
  readonly answer: Range;
  /** Whom it asks about. */
  readonly about: readonly Entity[];
}

/** Questions that an answer asks and answers itself: `Is T any good? No.`, `Which one should I take? T.` */
export function answerFindings(marked: MarkedBlock): Finding[] {
  return askedIn(marked).flatMap((asked) => [...assessment(marked, asked), ...choice(marked, asked)]);
}

function askedIn(marked: MarkedBlock): Asked[] {
  const { sentences, text, entities, inherited } = marked;
  return sentences.flatMap((answer, index): Asked[] => {
    const before = sentences[index - 1];
    if (index === 0) {
      const about = inherited ? inheritedTopic(marked) : [];
      return marked.question === null ? [] : [{ question: marked.question, answer, about }];
    }
    const question = before ? text.slice(before.from, before.to) : '';
    return before && isQuestion(question)
      ? [{ question, answer, about: within(entities, before).filter(({ brands }) => brands.length > 0) }]
      : [];
  });
}

/** `Is T worth it?` and a plain yes or no. */
function assessment({ text }: MarkedBlock, { question, answer, about }: Asked): Finding[] {
  const [only] = about;
  if (only === undefined || about.length > 1 || !ASSESSING.test(question)) return [];
  const from = answer.from + (/^[\s"*]*/.exec(text.slice(answer.from, answer.to))?.[0].length ?? 0);
  const said = text.slice(from, answer.to);
  const match = YES.exec(said) ?? NO.exec(said);
  if (match === null) return [];
  const isGood = YES.test(said) !== AVOIDING.test(question);
  return [found(isGood ? PICK : REJECTION, about, { from, to: from + match[0].length })];
}

/** `Which is best?` and a name. */
function choice({ text, entities }: MarkedBlock, { question, answer, about }: Asked): Finding[] {
  const isWarning = AVOIDING.test(question);
  if (about.length > 0 || !(isWarning || CHOOSING.test(question))) return [];
  const first = entities.findIndex(({ from }) => from >= answer.from);
  const names = joinedAfter(text, entities, first);
  const [name, last] = [names[0], names.at(-1)];
  if (!name || !last || name.from >= answer.to || !LEAD.test(text.slice(answer.from, name.from))) return [];
  if (!/^["*」』)\]\s\uFFFC]*(?:$|[.,;:!。—–(])/u.test(text.slice(last.to, answer.to + 1))) return [];
  return [found(isWarning ? REJECTION : PICK, names, { from: name.from, to: last.to })];
}

function found(verdict: Verdict, subjects: readonly Entity[], range: Range): Finding {
  return { ...verdict, isVerdict: true, subjects, ...range };
}
