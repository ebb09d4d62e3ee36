import { type Range, within } from '../text/ranges.ts';
import { type Cue, cuesFor, PICK, REJECTION, type Subject } from './cue.ts';
import { joinedAfter } from './joined-names.ts';
import { isQuestion } from './lines.ts';
import type { MarkedBlock } from './marked-block.ts';
import { ASSESSING, AVOIDING, CHOOSING, LEAD, NO, YES } from './words/question-words.ts';

interface AnsweredQuestion {
  /** In lower case. */
  readonly question: string;
  readonly answer: Range;
  readonly subjects: readonly Subject[];
}

/** Cues in the answer's own questions with their answers: `Is T any good? No.`, `Which one should I take? T.` */
export function questionCues(marked: MarkedBlock): Cue[] {
  return answeredQuestionsIn(marked).flatMap((asked) => [
    ...assessmentCues(marked, asked),
    ...choiceCues(marked, asked),
  ]);
}

function answeredQuestionsIn(marked: MarkedBlock): AnsweredQuestion[] {
  const { sentences, text, entities, inherited, question: above } = marked;
  return sentences.flatMap((answer, index): AnsweredQuestion[] => {
    const before = sentences[index - 1];
    if (before === undefined)
      return above === null
        ? []
        : [{ question: above, answer, subjects: inherited ? [{ brands: [inherited.brand] }] : [] }];
    const question = text.slice(before.from, before.to);
    const subjects = within(entities, before).filter(({ brands }) => brands.length > 0);
    return isQuestion(question) ? [{ question, answer, subjects }] : [];
  });
}

/** `Is T worth it?` and a plain yes or no. */
function assessmentCues(
  { text, block }: MarkedBlock,
  { question, answer, subjects }: AnsweredQuestion,
): Cue[] {
  if (subjects.length !== 1 || !ASSESSING.test(question)) return [];
  const from = answer.from + (/^[\s"*]*/.exec(text.slice(answer.from, answer.to))?.[0].length ?? 0);
  const said = text.slice(from, answer.to);
  const yes = YES.exec(said);
  const match = yes ?? NO.exec(said);
  if (match === null) return [];
  const isGood = (yes !== null) !== AVOIDING.test(question);
  return cuesFor(subjects, isGood ? PICK : REJECTION, block, { from, to: from + match[0].length });
}

/** `Which is best?` and a name. */
function choiceCues(
  { text, entities, block }: MarkedBlock,
  { question, answer, subjects }: AnsweredQuestion,
): Cue[] {
  const isWarning = AVOIDING.test(question);
  if (subjects.length > 0 || !(isWarning || CHOOSING.test(question))) return [];
  const names = joinedAfter(
    text,
    entities,
    entities.findIndex(({ from }) => from >= answer.from),
  );
  const [name, last] = [names[0], names.at(-1)];
  if (!name || !last || name.from >= answer.to || !LEAD.test(text.slice(answer.from, name.from))) return [];
  if (!/^["*」』)\]\s\uFFFC]*(?:$|[.,;:!。—–(])/u.test(text.slice(last.to, answer.to + 1))) return [];
  return cuesFor(names, isWarning ? REJECTION : PICK, block, { from: name.from, to: last.to });
}
