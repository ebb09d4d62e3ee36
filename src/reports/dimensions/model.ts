import Type from 'typebox';
import { countModels } from '../../panel/counts/models.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { text } from '../shape/schemas.ts';
import { UNKNOWN_MODEL } from '../shape/slice.ts';
import type { Split } from './split.ts';

interface Served {
  readonly model?: string;
}

/** The model that served the answers, with `by=model`, by name; unknown ones last. Engines that it never served have no rows. */
export const MODEL = {
  by: 'model',
  description: 'With `model`, rows for each model that served answers, as engines name them.',
  properties: {
    model: Type.Optional(
      text(`The model, with \`by=model\`; \`${UNKNOWN_MODEL}\` if the engine did not say.`),
    ),
  },
  columns: [
    {
      id: 'model',
      label: 'Model',
      kind: 'list',
      items: ({ model }: Served): readonly string[] => (model === undefined ? [] : [model]),
      onlyWith: 'divided_by',
    },
  ],
  filter: ({ model }: Served) => (model === undefined ? {} : { model }),
  parts: async (_: unknown, answers: CountedAnswers) => {
    const served = [...(await countModels(answers)).keys()].sort(byName);
    return served.map((model) => ({
      answers: { ...answers, only: { ...answers.only, models: new Set([model]) } },
      of: { model: model ?? UNKNOWN_MODEL },
      onlyAnswering: true as const,
    }));
  },
} as const satisfies Split;

function byName(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -1 : 1;
}
