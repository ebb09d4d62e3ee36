import { Compile } from 'typebox/compile';
import { SightlineError } from '../../domain/errors.ts';
import { type Problem, placedProblemsOf, sentenceOf } from '../problems.ts';
import { type DeclaredFile, type DeclaredOrganization, FileSchema } from './declared.ts';
import { inconsistencies } from './inconsistencies.ts';
import { readValue, readYaml, type YamlFile } from './yaml.ts';

const fileValidator = Compile(FileSchema);

/** The refusal of a file, with what is wrong in it and where. */
export class InvalidFile extends SightlineError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super('invalid_file', `Nothing was applied: ${sentenceOf(problems.map(({ text }) => text))}`);
    this.problems = problems;
  }
}

/**
 * Reads an apply file, YAML or JSON.
 *
 * @throws SightlineError `invalid_file` naming everything that is wrong with it
 */
export function readApplyFile(text: string): DeclaredOrganization[] {
  return declaredIn(readYaml(text));
}

/** The same of what a file says, as a form does without writing it down. @throws InvalidFile */
export function readDeclared(value: unknown): DeclaredOrganization[] {
  return declaredIn(readValue(value));
}

function declaredIn({ value, problems: unusable }: YamlFile): DeclaredOrganization[] {
  const problems = [...unusable];
  if (value === null) problems.push(whole('the file is empty; it must begin with `organizations:`'));
  else if (typeof value !== 'object' || Array.isArray(value))
    problems.push(whole('the file must be an object that begins with `organizations:`'));
  if (problems.length === 0) problems.push(...placedProblemsOf(fileValidator, value));
  if (problems.length === 0) problems.push(...inconsistencies(value as DeclaredFile));
  if (problems.length > 0) throw new InvalidFile(problems);
  return (value as DeclaredFile).organizations;
}

function whole(text: string): Problem {
  return { at: '', text };
}
