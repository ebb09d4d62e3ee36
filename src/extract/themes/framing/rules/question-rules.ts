import { type Range, within } from '../../../text/ranges.ts';
import type { Entity } from '../grammar/entities.ts';
import { joinedAfter } from '../grammar/joined-names.ts';
import type { MarkedBlock } from '../grammar/marked-block.ts';
import { isQuestion } from '../grammar/question.ts';
import { ASSESSING, AVOIDING, CHOOSING, LEAD, NO, YES } from '../words/questions.ts';
import { type Finding, PICK, REJECTION, type Verdict } from './findings.ts';
import { inheritedTopic } from './inherited-topic-rules.ts';

/** A question, and the sentence that answers it. */
interface AnsweredQuestion {
  /** In lower case. */
  readonly question: string;
  readonly answer: Range;
  /** The question's subject. */
  readonly subjects: readonly Entity[];
}

/** The answer's own questions, with their answers: `Is T any good? No.`, `Which one should I take? T.` */
export function answerFindings(marked: MarkedBlock): Finding[] {
  return answeredQuestionsIn(marked).flatMap((asked) => [
    ...assessmentFindings(marked, asked),
    ...choiceFindings(marked, asked),
  ]);
}

function answeredQuestionsIn(marked: MarkedBlock): AnsweredQuestion[] {
  const { sentences, text, entities, inherited } = marked;
  return sentences.flatMap((answer, index): AnsweredQuestion[] => {
    const before = sentences[index - 1];
    if (index === 0) {
      const subjects = inherited ? inheritedTopic(marked) : [];
      return marked.question === null ? [] : [{ question: marked.question, answer, subjects }];
    }
    const question = before ? text.slice(before.from, before.to) : '';
    return before && isQuestion(question)
      ? [{ question, answer, subjects: within(entities, before).filter(({ brands }) => brands.length > 0) }]
      : [];
  });
}

/** `Is T worth it?` and a plain yes or no. */
function assessmentFindings(
  { text }: MarkedBlock,
  { question, answer, subjects }: AnsweredQuestion,
): Finding[] {
  const [only] = subjects;
  if (only === undefined || subjects.length > 1 || !ASSESSING.test(question)) return [];
  const from = answer.from + (/^[\s"*]*/.exec(text.slice(answer.from, answer.to))?.[0].length ?? 0);
  const said = text.slice(from, answer.to);
  const match = YES.exec(said) ?? NO.exec(said);
  if (match === null) return [];
  const isGood = YES.test(said) !== AVOIDING.test(question);
  return [found(isGood ? PICK : REJECTION, subjects, { from, to: from + match[0].length })];
}

/** `Which is best?` and a name. */
function choiceFindings(
  { text, entities }: MarkedBlock,
  { question, answer, subjects }: AnsweredQuestion,
): Finding[] {
  const isWarning = AVOIDING.test(question);
  if (subjects.length > 0 || !(isWarning || CHOOSING.test(question))) return [];
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
