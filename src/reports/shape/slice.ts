import Type from 'typebox';
import { BRANDED } from '../../domain/brand/branded.ts';
import { nearestName } from '../../domain/brand/nearest.ts';
import { SightlineError } from '../../domain/errors.ts';
import { questionIdOf } from '../../domain/questions/question-id.ts';
import { tagKey } from '../../domain/questions/tags.ts';
import type { Period } from '../../domain/time/period.ts';
import { countModels } from '../../panel/counts/models.ts';
import { EVERY_ANSWER, type Panel, type Slice } from '../../panel/panel.ts';
import { listTaggedPrompts, type TaggedPrompt } from '../../storage/directory/brand/prompts.ts';
import type { BrandSnapshot } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { brandedPrompts } from './branded.ts';
import { marketQuery } from './markets.ts';
import { listParameter, type QueryOf, type ReportContext } from './report.ts';
import { oneOf } from './schemas.ts';

/** `model` for answers whose engine did not name one. */
export const UNKNOWN_MODEL = 'unknown';

/** Question filters. A question has to match all. */
const questionsQuery = {
  tag: Type.Optional(listParameter('Only questions with this tag, or with any in a list.')),
  tag_not: Type.Optional(listParameter('Only questions without this tag, or without every tag in a list.')),
  branded: Type.Optional(
    oneOf(
      BRANDED,
      'Only questions that name the brand (`self`), a competitor but not the brand, or neither (`none`).',
    ),
  ),
  question: Type.Optional(listParameter('Only this question, or any in a list: ids from /questions.')),
};

export type QuestionsQuery = QueryOf<typeof questionsQuery>;

/**
 * Answer filters: questions, models, imports, and market. Every report takes them; its figures, floors, and intervals count only answers that match
 * all.
 */
export const sliceQuery = {
  ...questionsQuery,
  model: Type.Optional(
    listParameter(
      `Only answers by this model, or any in a list, as the engine names it; \`${UNKNOWN_MODEL}\` if it did not say.`,
    ),
  ),
  imported: Type.Optional(
    oneOf(['yes', 'no'], 'Only imported answers, or only those that Sightline asked for.'),
  ),
  ...marketQuery,
};

export type SliceQuery = QueryOf<typeof sliceQuery>;

/** What a query's filters choose; undefined without a filter. */
export type ChosenAnswers = Pick<Slice, 'prompts' | 'models' | 'isImported'>;

/**
 * Resolves a query's filters for a brand.
 *
 * @param period the report's window, which is searched first for models
 * @throws SightlineError as promptsOf does, and for a model without answers
 */
export async function sliceOf(
  { db, brand, panel }: Pick<ReportContext, 'db' | 'brand' | 'panel'>,
  period: Period,
  query: SliceQuery,
): Promise<ChosenAnswers> {
  const prompts = await promptsOf(db, brand, query);
  const isImported = query.imported === undefined ? undefined : query.imported === 'yes';
  return { prompts, models: await modelsOf(panel, period, query), isImported };
}

export const ALL_TIME: Period = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };

/** The models in a query, null for an unknown one; undefined without a filter. @throws as sliceOf does */
async function modelsOf(
  panel: Panel,
  period: Period,
  { model: given }: Pick<SliceQuery, 'model'>,
): Promise<ReadonlySet<string | null> | undefined> {
  if (given === undefined) return undefined;
  const named = given.filter((model) => model !== UNKNOWN_MODEL);
  const inWindow = await countModels({ panel, period, only: EVERY_ANSWER });
  if (!named.every((model) => inWindow.has(model))) {
    const ever = await countModels({ panel, period: ALL_TIME, only: EVERY_ANSWER });
    const unknown = named.find((model) => !ever.has(model));
    if (unknown !== undefined)
      throw unknownModel(
        unknown,
        [...ever.keys()].filter((model) => model !== null),
      );
  }
  return new Set([...named, ...(given.includes(UNKNOWN_MODEL) ? [null] : [])]);
}

function unknownModel(model: string, models: readonly string[]): SightlineError {
  return unknownValue('model', model, 'this brand has no answer by the model', models);
}

/** Refuses an unknown value and lists the known ones. */
function unknownValue(
  parameter: string,
  value: string,
  problem: string,
  known: readonly string[],
): SightlineError {
  const because = value.trim() === '' ? 'it is empty' : `${problem} \`${value.slice(0, 60)}\``;
  return new SightlineError('invalid_parameter', `\`${parameter}\`: ${because}; ${choices(value, known)}`);
}

/** Maximum values in the list. */
const MOST_LISTED = 12;

function choices(value: string, known: readonly string[]): string {
  const near = nearestName(value, known);
  if (near !== undefined) return `did you mean \`${near}\`?`;
  if (known.length === 0) return 'there is none yet.';
  const listed = known
    .toSorted((one, other) => one.localeCompare(other, 'en'))
    .slice(0, MOST_LISTED)
    .map((each) => `\`${each}\``);
  const more = known.length - listed.length;
  return `there ${known.length === 1 ? 'is' : 'are'} ${listed.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
}

/**
 * The prompt ids that a query selects; undefined without a filter. Empty if no prompt matches all filters.
 *
 * @throws SightlineError `invalid_parameter` for an unknown tag or question, because an empty result would look like a finding
 */
async function promptsOf(
  db: Database,
  { id, tracked }: Pick<BrandSnapshot, 'id' | 'tracked'>,
  { tag, tag_not: tagNot, branded, question }: QuestionsQuery,
): Promise<ReadonlySet<number> | undefined> {
  if ([tag, tagNot, branded, question].every((each) => each === undefined)) return undefined;
  const all = await listTaggedPrompts(db, id);
  const [wanted, unwanted] = [tagsIn('tag', tag, all), tagsIn('tag_not', tagNot, all)];
  const asked = questionsIn(question, all);
  const named = branded === undefined ? null : await brandedPrompts(tracked, all);
  const chosen = all.filter(
    (prompt) =>
      (wanted === undefined || prompt.tags.some((each) => wanted.has(tagKey(each)))) &&
      !prompt.tags.some((each) => unwanted?.has(tagKey(each))) &&
      (asked === undefined || asked.has(prompt.id)) &&
      (named === null || named.get(prompt.id) === branded),
  );
  return new Set(chosen.map((prompt) => prompt.id));
}

function tagsIn(
  parameter: 'tag' | 'tag_not',
  given: readonly string[] | undefined,
  prompts: readonly TaggedPrompt[],
): ReadonlySet<string> | undefined {
  if (given === undefined) return undefined;
  const tags = [...new Set(prompts.flatMap((prompt) => prompt.tags))];
  const keys = new Set(tags.map(tagKey));
  const unknown = given.find((tag) => !keys.has(tagKey(tag)));
  if (unknown !== undefined) throw unknownTag(parameter, unknown, tags);
  return new Set(given.map(tagKey));
}

function unknownTag(parameter: string, tag: string, tags: readonly string[]): SightlineError {
  return unknownValue(parameter, tag, 'this brand has no question with the tag', tags);
}

function questionsIn(
  given: readonly string[] | undefined,
  prompts: readonly TaggedPrompt[],
): ReadonlySet<number> | undefined {
  if (given === undefined) return undefined;
  const ids = new Map(prompts.map(({ id, digest }) => [questionIdOf(digest), id]));
  return new Set(
    given.map((question) => {
      const id = ids.get(question);
      if (id !== undefined) return id;
      throw new SightlineError('invalid_parameter', "`question` must be an id from this brand's /questions.");
    }),
  );
}
