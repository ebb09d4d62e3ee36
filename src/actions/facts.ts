import Type from 'typebox';
import { brandDocument } from '../pipeline/declare/document/document.ts';
import { FactSchema } from '../pipeline/declare/document/fact-entries.ts';
import { text } from '../reports/shape/schemas.ts';
import { defineBrandAction } from './action.ts';
import { declareParts, notFound } from './declare.ts';

const { name, ...fields } = FactSchema.properties;

const data = Type.Object({ fact: text('Its name.') });

export const setFact = defineBrandAction({
  name: 'set_fact',
  command: 'fact set',
  summary: 'Declare a fact that answers are checked against, or replace it.',
  description: 'A fact is known by its name.',
  permission: 'brands',
  route: { scope: 'brands:write', method: 'PUT', path: '/facts/:name' },
  input: { name, ...fields },
  data,
  example: { name: 'Founded', type: 'year', values: [2012], about: ['founded', 'started'] },
  run: async (context, entry) => {
    const { facts } = await brandDocument(context.db, context.brand.publicId);
    const at = facts.findIndex((each) => each.name === entry.name);
    const outcome = await declareParts(context, {
      facts: at === -1 ? [...facts, entry] : facts.with(at, entry),
    });
    return { ...outcome, data: { fact: entry.name } };
  },
});

export const removeFact = defineBrandAction({
  name: 'remove_fact',
  command: 'fact remove',
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
