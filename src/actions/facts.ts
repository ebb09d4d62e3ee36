import Type from 'typebox';
import { LONGEST_FACT_NAME } from '../domain/brand/fact.ts';
import { brandDocument } from '../pipeline/declare/document/document.ts';
import { FactSchema } from '../pipeline/declare/document/fact-entries.ts';
import { Words } from '../pipeline/fields.ts';
import { text } from '../reports/shape/schemas.ts';
import { defineBrandAction } from './action.ts';
import { declareParts, notFound } from './declare.ts';

const { name, ...fields } = FactSchema.properties;

const data = Type.Object({ fact: text('Its name.') });

export const setFact = defineBrandAction({
  name: 'set_fact',
  command: null,
  summary: 'Declare a fact that answers are checked against, or replace it.',
  description: 'A fact is known by its name; give `replaces` to rename one.',
  permission: 'brands',
  route: { scope: 'brands:write', method: 'PUT', path: '/facts/:name' },
  input: {
    name,
    ...fields,
    replaces: Type.Optional(
      Type.String({
        ...Words(LONGEST_FACT_NAME),
        description: 'The earlier name of the fact; default: this one.',
      }),
    ),
  },
  data,
  example: { name: 'Founded', type: 'year', values: [2012], about: ['founded', 'started'] },
  run: async (context, { replaces, ...entry }) => {
    const { facts } = await brandDocument(context.db, context.brand.publicId);
    const at = facts.findIndex((each) => each.name === (replaces ?? entry.name));
    if (replaces !== undefined && at === -1) throw notFound('fact with the name that this one replaces');
    const outcome = await declareParts(context, {
      facts: at === -1 ? [...facts, entry] : facts.with(at, entry),
    });
    return { ...outcome, data: { fact: entry.name } };
  },
});

export const removeFact = defineBrandAction({
  name: 'remove_fact',
  command: null,
  summary: 'Remove a fact, with its readings.',
  description: '',
  permission: 'brands',
  route: { scope: 'brands:write', method: 'DELETE', path: '/facts/:name' },
  isDestructive: true,
  input: { name },
  data,
  example: { name: 'Founded' },
  run: async (context, { name: removed }) => {
    const { facts } = await brandDocument(context.db, context.brand.publicId);
    const left = facts.filter((each) => each.name !== removed);
    if (left.length === facts.length) throw notFound('fact with this name');
    return { ...(await declareParts(context, { facts: left })), data: { fact: removed } };
  },
});
