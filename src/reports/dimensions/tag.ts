import Type from 'typebox';
import { tagKey } from '../../domain/questions/tags.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { listTaggedPrompts } from '../../storage/directory/brand/prompts.ts';
import type { BrandSnapshot } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { ReportContext } from '../shape/report.ts';
import { text } from '../shape/schemas.ts';
import type { SliceQuery } from '../shape/slice.ts';
import type { Split } from './split.ts';

interface Tagged {
  readonly tag?: string;
}

/** The tag, with `by=tag`, in alphabetical order. */
export const TAG = {
  by: 'tag',
  description: 'With `tag`, rows for each tag on the chosen questions. A question counts under all its tags.',
  properties: { tag: Type.Optional(text('The tag, with `by=tag`.')) },
  columns: [
    {
      id: 'tag',
      label: 'Tag',
      kind: 'list',
      items: ({ tag }: Tagged): readonly string[] => (tag === undefined ? [] : [tag]),
      whereVaried: true,
    },
  ],
  filter: ({ tag }: Tagged) => (tag === undefined ? {} : { tag }),
  parts: async (context: Pick<ReportContext, 'db' | 'brand'>, answers: CountedAnswers, query: SliceQuery) => {
    const { only } = answers;
    return (await chosenTags(context, query)).flatMap(([tag, tagged]) => {
      const prompts = only.prompts === undefined ? tagged : tagged.intersection(only.prompts);
      return prompts.size === 0 ? [] : [{ answers: { ...answers, only: { ...only, prompts } }, of: { tag } }];
    });
  },
} as const satisfies Split;

/** The tags that a query does not leave out, each with its prompts. */
export async function chosenTags(
  { db, brand }: Pick<ReportContext, 'db' | 'brand'>,
  { tag: asked }: Pick<SliceQuery, 'tag'>,
): Promise<(readonly [tag: string, prompts: ReadonlySet<number>])[]> {
  const chosen = asked && new Set(asked.map(tagKey));
  return [...(await tagsOf(db, brand))].filter(([tag]) => chosen === undefined || chosen.has(tagKey(tag)));
}

/** A brand's tags in alphabetical order, each with its prompts' ids. */
export async function tagsOf(
  db: Database,
  { id }: Pick<BrandSnapshot, 'id'>,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const tags = new Map<string, Set<number>>();
  for (const prompt of await listTaggedPrompts(db, id)) {
    for (const tag of prompt.tags) tags.set(tag, (tags.get(tag) ?? new Set()).add(prompt.id));
  }
  return new Map([...tags].sort(([one], [other]) => one.localeCompare(other, 'en')));
}
