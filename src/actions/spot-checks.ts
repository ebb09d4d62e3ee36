import Type from 'typebox';
import { ENGINE_SLUGS } from '../domain/answers/engine.ts';
import { SPOT_CHECKS } from '../domain/brand/spot-check.ts';
import { addSpotCheck, pastedText, removeSpotCheck } from '../pipeline/declare/spot-checks.ts';
import { Words } from '../pipeline/fields.ts';
import { flag, nullableInteger, text } from '../reports/shape/schemas.ts';
import { byActorId, defineBrandAction } from './action.ts';

const id = text('The id in /spot-checks.');

export const checkAnswer = defineBrandAction({
  name: 'check_answer',
  command: 'spot-check add',
  summary: 'Store and read an answer that an engine gave a person.',
  description: 'It enters no rate. Kept for 90 days.',
  permission: 'spotChecks',
  route: { scope: 'brands:write', method: 'POST', path: '/spot-checks' },
  input: {
    text: Type.String({
      ...Words(SPOT_CHECKS.bytes),
      description: 'The answer, at most 20 KB.',
    }),
    engine: Type.String({ maxLength: 100, description: 'The slug of an engine of the brand.' }),
    question: Type.String({ ...Words(SPOT_CHECKS.question), description: 'What the person asked.' }),
    day: Type.Optional(Type.String({ maxLength: 10, description: 'Default: today.' })),
    person: Type.Optional(Type.String({ maxLength: SPOT_CHECKS.person, description: 'Who saw it.' })),
    replaces: Type.Optional(Type.String({ maxLength: 16, description: 'One of yours that this corrects.' })),
  },
  data: Type.Object({
    spot_check: Type.Object({
      id,
      named: flag('Whether it names the brand.'),
      position: nullableInteger('The list position; null without one.', 1),
    }),
  }),
  example: {
    text: '1. Kestrel Boards\n2. Tandemly',
    engine: ENGINE_SLUGS[0] ?? '',
    question: 'best project management tool for small agencies',
  },
  reads: ({ text: pasted }) => pastedText(pasted),
  run: async (context, { engine, question, day = '', person = '', replaces = '' }) => {
    const { reading, brand } = context;
    if (reading === null) throw new Error('The text is read before.');
    const given = { engine, question, day, person, replaces };
    const stored = await addSpotCheck(byActorId(context), brand.publicId, given, reading);
    const { named, rank: position } = reading;
    return {
      data: { spot_check: { id: stored, named, position } },
      changes: [{ what: 'Spot check', before: null, after: question }],
      notices: [],
    };
  },
});

export const dropSpotCheck = defineBrandAction({
  name: 'remove_spot_check',
  command: 'spot-check remove',
  summary: 'Remove a spot check.',
  description: '',
  permission: 'brands',
  route: { scope: 'brands:write', method: 'DELETE', path: '/spot-checks/:id' },
  isDestructive: true,
  input: { id },
  data: Type.Object({ spot_check: Type.Object({ id }) }),
  example: { id: 'spt_000000000000' },
  run: async (context, { id: which }) => {
    const question = await removeSpotCheck(byActorId(context), context.brand.publicId, which);
    return {
      data: { spot_check: { id: which } },
      changes: [{ what: 'Spot check', before: question, after: null }],
      notices: [],
    };
  },
});
