import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  COMPARED_DAYS,
  DIRECTIONS,
  EXPERIMENT_MEASURES,
  MOST_PROMPTS,
} from '../../domain/alerts/experiment.ts';
import { SightlineError } from '../../domain/errors.ts';
import { LONGEST_NAME } from '../../domain/text.ts';
import { CLOSED, Names, OneOf, Words } from '../fields.ts';
import { problemsOf, sentenceOf } from '../problems.ts';
import { readValue, readYaml, type YamlFile } from './document/yaml.ts';

/** Ids or texts of prompts. */
const Prompts = Type.Array(Words(10_000), { minItems: 1, maxItems: MOST_PROMPTS });

const RequestSchema = Type.Object(
  {
    name: Words(LONGEST_NAME),
    /** First UTC day of the treatment. */
    starts: Words(10),
    /** Compared days, before the treatment and after the washout. */
    days: Type.Optional(Type.Integer({ minimum: COMPARED_DAYS.least, maximum: COMPARED_DAYS.most })),
    measure: Type.Optional(OneOf(EXPERIMENT_MEASURES)),
    direction: Type.Optional(OneOf(DIRECTIONS)),
    /** A tracked brand's name; default: the brand itself. */
    about: Type.Optional(Words(200)),
    /** Default: the first. */
    market: Type.Optional(Words(200)),
    /** Default: all of the brand's engines. */
    engines: Type.Optional(Names),
    /** Draw the arms from these; without prompts, tag, or arms, from all active prompts of the market. */
    prompts: Type.Optional(Prompts),
    tag: Type.Optional(Words(200)),
    treated: Type.Optional(Prompts),
    control: Type.Optional(Prompts),
  },
  CLOSED,
);

export type ExperimentRequest = Static<typeof RequestSchema>;

const validator = Compile(RequestSchema);

/**
 * Reads a YAML or JSON file; the given fields override it.
 *
 * @throws SightlineError `invalid_argument` or `invalid_file`
 */
export function readExperimentFile(text: string, given: object): ExperimentRequest {
  const { value, problems } = readYaml(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return checked({ value: isObject ? { ...value, ...given } : value, problems });
}

/** Validates a request from a form or flags. @throws SightlineError `invalid_argument` */
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

export function notRegistered(problems: readonly string[]): SightlineError {
  return new SightlineError('invalid_argument', `Registered nothing: ${sentenceOf(problems)}`);
}
