import Type from 'typebox';
import { dollars } from '../domain/figures/usd.ts';
import { chooseReader, type MonthOfReading, monthOfReading } from '../pipeline/judge/choose-reader.ts';
import { text } from '../reports/shape/schemas.ts';
import { byActorId, defineOrganizationAction } from './action.ts';

export const setReader = defineOrganizationAction({
  name: 'set_reader',
  command: 'reader set',
  summary: "Choose who reads what an organization's answers say: a model, or rules alone.",
  description:
    'It reads the answers that come from now on; a rescan has stored ones read. A reader that costs money needs a ceiling of dollars a day.',
  permission: 'reader',
  route: null,
  input: {
    reader: Type.String({
      maxLength: 40,
      description:
        'A provider with a key on this server, `own` for your own endpoint, or `off` for rules alone.',
    }),
    model: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "The provider's id of a model; left out: the usual one.",
      }),
    ),
  },
  data: Type.Object({
    reader: text('Who reads now.'),
    answers: Type.Integer({ description: 'Answers of the last 30 days that name somebody.' }),
    estimated_usd: Type.Number({ description: 'What reading as many costs, about, in US dollars.' }),
  }),
  example: null,
  run: async (context, { reader, model = null }) => {
    const { db, now, organizationId } = context;
    const { readers = [] } = await context.engines();
    const chosen = await chooseReader(byActorId(context), organizationId, { reader, model }, readers);
    const { before, after } = chosen;
    const cost = await monthOfReading(db, now(), organizationId, readers);
    return {
      data: { reader: after, answers: cost?.answers ?? 0, estimated_usd: cost?.estimated_usd ?? 0 },
      changes: before === after ? [] : [{ what: 'Reader', before, after }],
      notices: cost === null ? [] : [costNotice(cost)],
    };
  },
});

function costNotice({ answers, estimated_usd: usd }: MonthOfReading): string {
  const cost = usd === 0 ? 'nothing' : `about ${dollars(usd)}`;
  return `Reading as many answers as the last 30 days had (${answers.toLocaleString('en-US')}) costs ${cost} a month`;
}
