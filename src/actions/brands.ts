import Type, { type Static } from 'typebox';
import { ENGINE_SLUGS } from '../domain/answers/engine.ts';
import { formatInstant } from '../domain/time/instant.ts';
import { removeBrand, undoBrandDeletion } from '../pipeline/declare/brands.ts';
import { MOST_PASTED, withQuestions } from '../pipeline/declare/change-questions.ts';
import { BrandSchema } from '../pipeline/declare/document/declared.ts';
import { type BrandDocument, brandDocument } from '../pipeline/declare/document/document.ts';
import { startTask } from '../pipeline/tasks/tasks-of-brand.ts';
import { instant, named, text } from '../reports/shape/schemas.ts';
import { findBrandByPublicId } from '../storage/directory/brand/declare.ts';
import type { Database } from '../storage/driver/database.ts';
import { type BrandContext, defineBrandAction, defineOrganizationAction } from './action.ts';
import { changeBrand, createdBrand, declareParts, noticesOf } from './declare.ts';
import { addedOf, QuestionInput } from './questions.ts';

const { id: _, market: __, prompts: ___, facts: ____, name, ...declarable } = BrandSchema.properties;

const fields = {
  ...declarable,
  questions: Type.Optional(
    Type.Array(QuestionInput, { maxItems: MOST_PASTED, description: 'Questions to add, or to resume.' }),
  ),
};

const BrandDeclaration = named(
  'DeclaredBrand',
  { id: text('Pass as `?brand=`.'), name: text('Display name.') },
  'A brand after the change; its declaration is what you sent, over what it had.',
);

export const createBrand = defineOrganizationAction({
  name: 'create_brand',
  command: 'brand create',
  summary: 'Create a brand, with its names, competitors, markets, and engines.',
  description:
    'The fields are those of an apply file. Sightline then fetches the pages of its domain. Without one its setup stays unfinished, and Sightline asks nothing for it.',
  permission: 'newBrands',
  route: { scope: 'brands:write', method: 'POST', path: '/brands' },
  hasCost: true,
  input: { name, ...fields },
  data: Type.Object({ brand: BrandDeclaration }),
  example: { name: 'Plotwise Studio', domain: 'plotwise-studio.example', engines: ENGINE_SLUGS.slice(0, 1) },
  run: async (context, { questions = [], ...parts }) => {
    const prompts = withQuestions([], addedOf(questions));
    const declared = { ...(parts as Partial<BrandDocument>), prompts };
    const result = await changeBrand(context, { scope: context.scope, brand: null, parts: declared });
    const id = createdBrand(result) ?? '';
    const changes = result.values.get(id) ?? [];
    const { organizationId, actor: user } = context;
    // Page facts exist before any engine has a key.
    if (parts.domain) await startTask(context, { brand: id, organizationId, user }, 'pages');
    const data = { brand: { id, name: parts.name } };
    return { data, changes, notices: noticesOf(result, id), madeBrand: id };
  },
});

export const changeBrandAction = defineBrandAction({
  name: 'change_brand',
  command: 'brand change',
  summary: "Change a brand's names, competitors, markets, engines, or other settings.",
  description:
    'Fields left out stay. A list that you send is complete: what it omits is no longer tracked or asked, and its answers stay.',
  permission: 'brands',
  route: { scope: 'brands:write', method: 'PATCH', path: '/brands/:brand' },
  hasCost: true,
  isDestructive: true,
  input: { name: Type.Optional(name), ...fields },
  data: Type.Object({ brand: BrandDeclaration }),
  example: { samples_per_day: 2 },
  run: async (context, { questions = [], ...parts }) => {
    const { db, brand } = context;
    const added = questions.length === 0 ? {} : { prompts: await withAdded(context, questions) };
    const outcome = await declareParts(context, { ...(parts as Partial<BrandDocument>), ...added });
    return { ...outcome, data: { brand: await referenceTo(db, brand.publicId) } };
  },
});

async function withAdded({ db, brand }: BrandContext, questions: readonly Static<typeof QuestionInput>[]) {
  const { prompts } = await brandDocument(db, brand.publicId);
  return withQuestions(prompts, addedOf(questions));
}

async function referenceTo(db: Database, id: string): Promise<Static<typeof BrandDeclaration>> {
  const found = await findBrandByPublicId(db, id);
  return { id, name: found?.name ?? id };
}

export const deleteBrand = defineBrandAction({
  name: 'delete_brand',
  command: 'brand delete',
  summary: 'Delete a brand.',
  description:
    'Keys no longer read it, and Sightline asks nothing for it. You can restore it until `restorable_until`; its id stays reserved.',
  permission: 'brands',
  route: { scope: 'brands:write', method: 'DELETE', path: '/brands/:brand' },
  hasCost: true,
  isDestructive: true,
  input: {},
  data: Type.Object({ restorable_until: instant('Later, the server may remove its data for good.') }),
  example: {},
  run: async ({ db, now, actor, brand, organizationId }) => {
    const until = await removeBrand(db, brand.publicId, now(), { actor: actor.id, organizationId });
    return {
      data: { restorable_until: formatInstant(until) },
      changes: [{ what: 'Brand', before: brand.name, after: null }],
      notices: [],
    };
  },
});

export const restoreBrand = defineOrganizationAction({
  name: 'restore_brand',
  command: null,
  summary: 'Restore a deleted brand with its data.',
  description: 'The days in between have no answers.',
  permission: 'newBrands',
  route: null,
  hasCost: true,
  input: { brand: Type.String({ description: 'Its id.' }) },
  data: Type.Object({ brand: BrandDeclaration }),
  example: null,
  run: async ({ db, now, actor, organizationId }, { brand: id }) => {
    await undoBrandDeletion(db, id, now(), { actor: actor.id, organizationId });
    const brand = await referenceTo(db, id);
    const changes = [{ what: 'Brand', before: null, after: brand.name }];
    return { data: { brand }, changes, notices: [], madeBrand: id };
  },
});
