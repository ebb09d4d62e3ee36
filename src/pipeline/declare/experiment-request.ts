import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { SightlineError } from '../../domain/errors.ts';
import { COMPARED_DAYS, DIRECTIONS, EXPERIMENT_MEASURES, MOST_PROMPTS } from '../../domain/experiment.ts';
import { LONGEST_NAME } from '../../domain/text.ts';
import { CLOSED, Names, OneOf, Words } from '../fields.ts';
import { problemsOf, sentenceOf } from '../problems.ts';
import { readValue, readYaml, type YamlFile } from './yaml.ts';

/** Ids of prompts, or their texts. */
const Prompts = Type.Array(Words(10_000), { minItems: 1, maxItems: MOST_PROMPTS });

const RequestSchema = Type.Object(
  {
    name: Words(LONGEST_NAME),
    /** The first day of UTC on which something is done to the treated prompts. */
    starts: Words(10),
    /** How many days are compared, before it and after the washout. */
    days: Type.Optional(Type.Integer({ minimum: COMPARED_DAYS.least, maximum: COMPARED_DAYS.most })),
    measure: Type.Optional(OneOf(EXPERIMENT_MEASURES)),
    direction: Type.Optional(OneOf(DIRECTIONS)),
    /** A name of a tracked brand; without it, the brand itself. */
    about: Type.Optional(Words(200)),
    /** Without it, the first. */
    market: Type.Optional(Words(200)),
    /** Without it, all that the brand is asked on. */
    engines: Type.Optional(Names),
    /** The arms are drawn from these; without prompts, tag, or arms, from all active prompts of the market. */
    prompts: Type.Optional(Prompts),
    tag: Type.Optional(Words(200)),
    treated: Type.Optional(Prompts),
    control: Type.Optional(Prompts),
  },
  CLOSED,
);

/** What somebody wants to find out, and with which prompts. */
export type ExperimentRequest = Static<typeof RequestSchema>;

/** The fields, as files and forms name them. */
export const REQUEST_FIELDS = Object.keys(RequestSchema.properties) as (keyof ExperimentRequest)[];

const validator = Compile(RequestSchema);

/** Reads a file, YAML or JSON, which the given fields override. @throws SightlineError `invalid_argument` or `invalid_file` */
export function readExperimentFile(text: string, given: object): ExperimentRequest {
  const { value, problems } = readYaml(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return checked({ value: isObject ? { ...value, ...given } : value, problems });
}

/** The same of a form, or of flags. @throws SightlineError `invalid_argument` */
export function readExperiment(given: object): ExperimentRequest {
  return checked(readValue(given));
}

function checked({ value, problems: unusable }: YamlFile): ExperimentRequest {
  const problems = unusable.map(({ text }) => text);
  if (problems.length === 0) problems.push(...problemsOf(validator, value));
  if (problems.length === 0) problems.push(...contradictions(value as ExperimentRequest));
  if (problems.length === 0) return value as ExperimentRequest;
  throw notRegistered(problems);
}

function contradictions({ prompts, tag, treated, control }: ExperimentRequest): string[] {
  const chosen = [prompts, tag, treated ?? control].filter((each) => each !== undefined);
  if (chosen.length > 1)
    return ['give prompts, a tag, or the arms treated and control, and only one of them'];
  if ((treated === undefined) !== (control === undefined))
    return ['give both arms, treated and control, or neither'];
  return [];
}

/** The refusal of an experiment. */
export function notRegistered(problems: readonly string[]): SightlineError {
  return new SightlineError('invalid_argument', `Nothing was registered: ${sentenceOf(problems)}`);
}
