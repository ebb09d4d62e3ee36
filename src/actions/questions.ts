import Type, { type Static } from 'typebox';
import { SightlineError } from '../domain/errors.ts';
import { questionIdOf } from '../domain/questions/question-id.ts';
import { MOST_SAMPLES } from '../domain/questions/samples.ts';
import { LONGEST_TAG, MOST_TAGS } from '../domain/questions/tags.ts';
import {
  changedQuestions,
  MOST_PASTED,
  type QuestionChange,
  withQuestions,
} from '../pipeline/declare/change-questions.ts';
import { type DeclaredQuestion, questionOf } from '../pipeline/declare/document/declared-question.ts';
import { type BrandDocument, brandDocument } from '../pipeline/declare/document/document.ts';
import { CLOSED, Words } from '../pipeline/fields.ts';
import { quoted } from '../pipeline/problems.ts';
import { named, oneOf, readonlyList, text } from '../reports/shape/schemas.ts';
import { listPrompts, promptDigest } from '../storage/directory/brand/prompts.ts';
import { type BrandContext, defineBrandAction, type Outcome } from './action.ts';
import { declareParts, notFound } from './declare.ts';

/** More belong into an apply file. */
const MOST_QUESTIONS = 500;

const tags = (description: string) =>
  Type.Optional(Type.Array(Words(LONGEST_TAG), { maxItems: MOST_TAGS, description }));

const fields = {
  text: Type.String({ ...Words(10_000), description: 'The question, as people ask it.' }),
  tags: tags('Groups of questions.'),
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

export const QuestionInput = Type.Object(fields, { ...CLOSED, title: 'QuestionInput' });
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
  run: add,
});

export const pasteQuestions = defineBrandAction({
  ...addQuestions,
  name: 'paste_questions',
  command: null,
  summary: 'Add many questions, or resume paused ones.',
  description: '',
  route: null,
  example: null,
  input: { questions: Type.Array(QuestionInput, { maxItems: MOST_PASTED, description: 'Questions.' }) },
});

async function add(
  context: BrandContext,
  { questions }: { readonly questions: readonly QuestionInput[] },
): Promise<Outcome<Static<typeof QuestionsSchema>>> {
  const added = addedOf(questions);
  const before = await brandDocument(context.db, context.brand.publicId);
  const texts = added.map((each) => each.text);
  return await declared(context, before, withQuestions(before.prompts, added), texts);
}

/** Questions to add. @throws SightlineError `invalid_argument` if one is there twice */
export function addedOf(questions: readonly QuestionInput[]): DeclaredQuestion[] {
  const seen = new Set<string>();
  const repeated = questions.find((each) => seen.size === seen.add(each.text).size);
  if (repeated !== undefined)
    throw new SightlineError('invalid_argument', `The list has a question twice: ${quoted(repeated.text)}`);
  return questions.map(({ samples, weekly, ...each }) => ({
    tags: [],
    active: true,
    ...each,
    ...(weekly ? { every: 'week' as const } : {}),
    ...(samples === undefined || samples === null ? {} : { samples_per_day: samples }),
  }));
}

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
    tags: tags('Replace the earlier ones.'),
  },
  data: QuestionsSchema,
  example: { id: questionIdOf(promptDigest('which kanban app is easiest to learn')), active: false },
  run: async (context, { id, ...given }) => await changed(context, [id], given),
});

const { id: _, text: __, markets: ___, ...inAll } = changeQuestion.input;

export const changeQuestions = defineBrandAction({
  name: 'change_questions',
  command: null,
  summary: 'Change several questions in the same way.',
  description: 'Fields left out stay.',
  permission: 'brands',
  route: null,
  hasCost: true,
  input: {
    questions: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: MOST_PASTED,
        description: 'Ids from /questions; left out: all that Sightline asks.',
      }),
    ),
    ...inAll,
    add_tags: Type.Optional(Type.Array(Words(LONGEST_TAG), { description: 'In addition to its tags.' })),
    remove_tags: Type.Optional(Type.Array(Words(LONGEST_TAG), { description: 'From its tags.' })),
    add_market: Type.Optional(Type.String({ description: 'The name of a market that asks it too.' })),
    remove_market: Type.Optional(
      Type.String({ description: 'The name of a market that no longer asks it; another one must.' }),
    ),
    once_more: Type.Optional(
      Type.Boolean({ description: `One time a day more, up to ${MOST_SAMPLES}, unless it is weekly.` }),
    ),
  },
  data: QuestionsSchema,
  example: null,
  run: async (context, { questions, ...given }) => await changed(context, questions ?? null, given),
});

/** @param ids null for all that are asked */
async function changed(
  context: BrandContext,
  ids: readonly string[] | null,
  change: QuestionChange,
): Promise<Outcome<Static<typeof QuestionsSchema>>> {
  const before = await brandDocument(context.db, context.brand.publicId);
  const texts =
    ids === null
      ? before.prompts
          .map(questionOf)
          .filter(({ active }) => active)
          .map(({ text: each }) => each)
      : await textsOf(context, ids);
  const prompts = changedQuestions(before, texts, change);
  const after = change.text === undefined ? texts : [...new Set([...texts, change.text])];
  return await declared(context, before, prompts, after);
}

/** @throws SightlineError `not_found` */
async function textsOf({ db, brand }: BrandContext, ids: readonly string[]): Promise<string[]> {
  const known = new Map((await listPrompts(db, brand.id)).map((each) => [idOf(each), each.text]));
  return [...new Set(ids)].map((id) => {
    const found = known.get(id);
    if (found === undefined) throw notFound('question with this id');
    return found;
  });
}

function idOf({ text: asked }: Pick<DeclaredQuestion, 'text'>): string {
  return questionIdOf(promptDigest(asked));
}

/** Declares a brand's questions. @param texts of those to tell about */
async function declared(
  context: BrandContext,
  before: BrandDocument,
  prompts: BrandDocument['prompts'],
  texts: readonly string[],
): Promise<Outcome<Static<typeof QuestionsSchema>>> {
  const outcome = await declareParts(context, { prompts });
  const earlier = new Set(before.prompts.map((each) => questionOf(each).text));
  const now = new Map(prompts.map(questionOf).map((each) => [each.text, each]));
  const differing = new Set(outcome.changes.map(({ what }) => what));
  const questions = texts.flatMap((each) => {
    const question = now.get(each);
    if (question === undefined) return [];
    const isChanged = differing.has(`Question ${each}`);
    return [
      {
        ...rowOf(question),
        status: !earlier.has(each) ? 'added' : isChanged ? 'changed' : 'unchanged',
      } as const,
    ];
  });
  return { ...outcome, data: { questions } };
}

function rowOf(question: DeclaredQuestion) {
  const { text: asked, tags, markets = null, samples_per_day: samples = null, every, active } = question;
  return { id: idOf(question), text: asked, tags, markets, samples, weekly: every === 'week', active };
}
