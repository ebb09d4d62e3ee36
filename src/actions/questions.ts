import Type, { type Static } from 'typebox';
import { SightlineError } from '../domain/errors.ts';
import { questionIdOf } from '../domain/questions/question-id.ts';
import { MOST_SAMPLES } from '../domain/questions/samples.ts';
import { LONGEST_TAG, MOST_TAGS } from '../domain/questions/tags.ts';
import { changedQuestions, type QuestionsChange } from '../pipeline/declare/change-questions.ts';
import { type DeclaredQuestion, questionOf } from '../pipeline/declare/document/declared-question.ts';
import { brandDocument } from '../pipeline/declare/document/document.ts';
import { CLOSED, Words } from '../pipeline/fields.ts';
import { quoted } from '../pipeline/problems.ts';
import { named, oneOf, readonlyList, text } from '../reports/shape/schemas.ts';
import { listPrompts, promptDigest } from '../storage/directory/brand/prompts.ts';
import { type BrandContext, defineBrandAction, type Outcome } from './action.ts';
import { declareParts, notFound } from './declare.ts';

/** More belong into an apply file. */
const MOST_QUESTIONS = 500;

const fields = {
  text: Type.String({ ...Words(10_000), description: 'The question, as people ask it.' }),
  tags: Type.Optional(
    Type.Array(Words(LONGEST_TAG), { maxItems: MOST_TAGS, description: 'Replace the earlier ones.' }),
  ),
  markets: Type.Optional(
    Type.Array(Words(100), {
      minItems: 1,
      uniqueItems: true,
      description: 'Names of the markets that ask it; left out: all.',
    }),
  ),
  samples: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: MOST_SAMPLES,
      description: 'Times a day, in each market and on each engine; null: as often as the brand.',
    }),
  ),
  weekly: Type.Optional(Type.Boolean({ description: 'Once a week instead; excludes `samples`.' })),
  active: Type.Optional(Type.Boolean({ description: 'Whether Sightline asks it.' })),
};

const QuestionInput = Type.Object(fields, { ...CLOSED, title: 'QuestionInput' });
type QuestionInput = Static<typeof QuestionInput>;

const STATUSES = ['added', 'changed', 'unchanged'] as const;

const QuestionSchema = named(
  'DeclaredQuestion',
  {
    id: text('The id in /questions and for `question`.'),
    text: text('As asked.'),
    tags: readonlyList(Type.String(), 'In order.'),
    markets: Type.Unsafe<readonly string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'Null: all.',
    }),
    samples: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Times a day; null: as often as the brand.',
    }),
    weekly: Type.Boolean({ description: 'Once a week.' }),
    active: Type.Boolean({ description: 'Whether Sightline asks it.' }),
    status: oneOf(STATUSES, '`unchanged`: it was so already.'),
  },
  'A question as it is declared now.',
);

const QuestionsSchema = Type.Object({ questions: Type.Array(QuestionSchema) });

export const addQuestions = defineBrandAction({
  name: 'add_questions',
  command: 'question add',
  summary: 'Add questions, or resume paused ones.',
  description:
    'One question, or a list. A question that Sightline asks already stays as it is; a paused one is resumed with its answers.',
  permission: 'brands',
  route: { scope: 'prompts:write', method: 'POST', path: '/questions', body: { list: 'questions' } },
  hasCost: true,
  input: {
    questions: Type.Array(QuestionInput, {
      minItems: 1,
      maxItems: MOST_QUESTIONS,
      description: 'Questions.',
    }),
  },
  data: QuestionsSchema,
  example: { questions: [{ text: 'What is the best kanban app for a team of ten?', tags: ['kanban'] }] },
  run: async (context, { questions }) => {
    const declared = questions.map((each) => ({ tags: [], active: true, ...declaredOf(each) }));
    const texts = declared.map((each) => each.text);
    const repeated = texts.find((each, index) => texts.indexOf(each) < index);
    if (repeated !== undefined)
      throw new SightlineError('invalid_argument', `The list has a question twice: ${quoted(repeated)}`);
    return await change(context, texts, { kind: 'add', questions: declared });
  },
});

const { text: newText, ...others } = fields;

export const changeQuestion = defineBrandAction({
  name: 'change_question',
  command: 'question change',
  summary: 'Change one question, pause it, or resume it.',
  description:
    'Fields left out stay. Answers belong to a text, so a new text makes a new question and pauses the earlier one.',
  permission: 'brands',
  route: { scope: 'prompts:write', method: 'PATCH', path: '/questions/:id' },
  hasCost: true,
  input: {
    id: Type.String({ description: 'The id from /questions.' }),
    text: Type.Optional(newText),
    ...others,
  },
  data: QuestionsSchema,
  example: { id: questionIdOf(promptDigest('which kanban app is easiest to learn')), active: false },
  run: async (context, { id, ...given }) => {
    const earlier = await questionWith(context, id);
    const by = { ...kept(earlier, given), ...declaredOf({ text: earlier.text, ...given }) };
    return await change(context, [...new Set([earlier.text, by.text])], {
      kind: 'replace',
      text: earlier.text,
      by,
    });
  },
});

/** The parts of a question that new ones would contradict are left out. */
function kept(earlier: DeclaredQuestion, { samples, weekly }: Partial<QuestionInput>): DeclaredQuestion {
  const { samples_per_day: _, every: __, ...rest } = earlier;
  return samples === undefined && weekly === undefined ? earlier : rest;
}

/** @throws SightlineError `not_found` */
async function questionWith({ db, brand }: BrandContext, id: string): Promise<DeclaredQuestion> {
  const known = (await listPrompts(db, brand.id)).find((each) => idOf(each) === id);
  if (known === undefined) throw notFound('question with this id');
  const { prompts } = await brandDocument(db, brand.publicId);
  const declared = prompts.map(questionOf).find(({ text: asked }) => asked === known.text);
  // Imported answers brought it.
  return declared ?? { text: known.text, tags: [], active: false };
}

function idOf({ text: asked }: Pick<DeclaredQuestion, 'text'>): string {
  return questionIdOf(promptDigest(asked));
}

function declaredOf({
  samples,
  weekly,
  ...rest
}: QuestionInput): Partial<DeclaredQuestion> & { text: string } {
  return {
    ...rest,
    ...(weekly ? { every: 'week' as const } : {}),
    ...(samples === undefined || samples === null ? {} : { samples_per_day: samples }),
  };
}

async function change(
  context: BrandContext,
  texts: readonly string[],
  made: QuestionsChange,
): Promise<Outcome<Static<typeof QuestionsSchema>>> {
  const before = await brandDocument(context.db, context.brand.publicId);
  const prompts = changedQuestions(before.prompts, made);
  const outcome = await declareParts(context, { prompts });
  const earlier = new Map(before.prompts.map(questionOf).map((each) => [each.text, each]));
  const now = new Map(prompts.map(questionOf).map((each) => [each.text, each]));
  const changed = new Set(outcome.changes.map(({ what }) => what));
  return {
    ...outcome,
    data: {
      questions: texts.flatMap((each) => {
        const question = now.get(each);
        if (question === undefined) return [];
        const status = !earlier.has(each)
          ? 'added'
          : changed.has(`Question ${each}`)
            ? 'changed'
            : 'unchanged';
        return [{ ...rowOf(question), status } as const];
      }),
    },
  };
}

function rowOf(question: DeclaredQuestion) {
  const { text: asked, tags, markets = null, samples_per_day: samples = null, every, active } = question;
  return { id: idOf(question), text: asked, tags, markets, samples, weekly: every === 'week', active };
}
