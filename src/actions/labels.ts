import Type from 'typebox';
import { LABEL_SAMPLES } from '../domain/answers/label.ts';
import { VERDICTS } from '../domain/brand/model-reading.ts';
import { labelAnswer, undoLabel } from '../pipeline/declare/labels.ts';
import { oneOf, text } from '../reports/shape/schemas.ts';
import { byActorId, defineBrandAction } from './action.ts';

/** Labels, by which the reader is calibrated. Only people make them. */
const common = {
  command: null,
  description: '',
  permission: 'brands',
  route: null,
  example: null,
} as const;

export const addLabel = defineBrandAction({
  ...common,
  name: 'label_answer',
  summary: 'Say how an answer treats a name.',
  input: {
    answer: Type.String({ maxLength: 40, description: "The answer's id." }),
    name: Type.String({ maxLength: 100, description: 'A tracked brand that it names.' }),
    sample: oneOf(LABEL_SAMPLES, 'How the sentence was chosen.'),
    label: oneOf([...VERDICTS, 'skip'], 'How the answer treats it; `skip`: no label.'),
  },
  data: Type.Object({ label: text('The label.') }),
  run: async (context, { answer, name, sample, label }) => {
    const given = { answer, name, sample, label: label === 'skip' ? null : label };
    await labelAnswer(byActorId(context), context.brand.publicId, given);
    return {
      data: { label },
      changes: [{ what: `Label of ${name}`, before: null, after: label }],
      notices: [],
    };
  },
});

export const takeBackLabel = defineBrandAction({
  ...common,
  name: 'undo_label',
  summary: 'Take back your newest label.',
  isDestructive: true,
  input: {},
  data: Type.Object({}),
  run: async (context) => {
    await undoLabel(byActorId(context), context.brand.publicId);
    return { data: {}, changes: [{ what: 'Newest label', before: 'set', after: null }], notices: [] };
  },
});
