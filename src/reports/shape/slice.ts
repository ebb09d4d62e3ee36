import Type from 'typebox';
import { BRANDED } from '../../domain/branded.ts';
import { SightlineError } from '../../domain/errors.ts';
import { nearestName } from '../../domain/nearest.ts';
import { questionIdOf } from '../../domain/question-id.ts';
import { tagKey } from '../../domain/tags.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import type { SeenBrand } from '../../storage/directory/brands.ts';
import { listTaggedPrompts, type TaggedPrompt } from '../../storage/directory/prompts.ts';
import type { Database } from '../../storage/driver/database.ts';
import { brandedPrompts } from './branded.ts';
import { listParameter, type QueryOf } from './report.ts';
import { oneOf } from './schemas.ts';

/** The parameters that choose questions. Together they choose those that meet all of them. */
export const questionsQuery = {
  tag: Type.Optional(listParameter('Only questions with this tag, or any of several.')),
  tag_not: Type.Optional(listParameter('Only questions without this tag, or any of several.')),
  branded: Type.Optional(
    oneOf(
      BRANDED,
      'Only questions that name the brand (`self`), a competitor but not the brand, or neither (`none`).',
    ),
  ),
  question: Type.Optional(listParameter('Only this question, or any of several: ids from /questions.')),
};

export type QuestionsQuery = QueryOf<typeof questionsQuery>;

/**
 * The ids of the prompts that a query chooses; undefined if it does not choose. There may be none that meets all of it.
 *
 * @throws SightlineError `invalid_parameter` if the brand has no such tag or question: nothing found would look like a finding
 */
export async function promptsOf(
  db: Database,
  { id, tracked }: Pick<SeenBrand, 'id' | 'tracked'>,
  query: QuestionsQuery,
): Promise<ReadonlySet<number> | undefined> {
  return chooses(query) ? await promptsAmong(await listTaggedPrompts(db, id), tracked, query) : undefined;
}

/** The same among all prompts of a brand. */
export async function promptsAmong(
  all: readonly TaggedPrompt[],
  tracked: readonly TrackedBrand[],
  query: QuestionsQuery,
): Promise<ReadonlySet<number> | undefined> {
  if (!chooses(query)) return undefined;
  const { tag, tag_not: tagNot, branded, question } = query;
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

function chooses({ tag, tag_not: tagNot, branded, question }: QuestionsQuery): boolean {
  return [tag, tagNot, branded, question].some((each) => each !== undefined);
}

/** The tags of a brand in alphabetical order, each with the ids of its prompts. */
export async function tagsOf(
  db: Database,
  { id }: Pick<SeenBrand, 'id'>,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const tags = new Map<string, Set<number>>();
  for (const prompt of await listTaggedPrompts(db, id)) {
    for (const tag of prompt.tags) tags.set(tag, (tags.get(tag) ?? new Set()).add(prompt.id));
  }
  return new Map([...tags].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The keys of the tags that are given. */
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
  const near = nearestName(tag, tags);
  const hint = near === undefined ? '/questions has the tags of each question.' : `did you mean \`${near}\`?`;
  const shown = tag.slice(0, 60);
  return new SightlineError(
    'invalid_parameter',
    `\`${parameter}\`: no question of this brand has the tag \`${shown}\`; ${hint}`,
  );
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
      throw new SightlineError(
        'invalid_parameter',
        '`question` must be the id of a question of this brand, from /questions.',
      );
    }),
  );
}
