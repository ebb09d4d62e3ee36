import { SightlineError } from '../../../domain/errors.ts';
import { engineValidator } from '../../engine-validator.ts';
import { type Problem, placedProblemsOf, sentenceOf } from '../../problems.ts';
import { type DeclaredFile, type DeclaredOrganization, FileSchema } from '../document/declared.ts';
import { readValue, readYaml, type YamlFile } from '../document/yaml.ts';
import { inconsistencies } from './inconsistencies.ts';

const fileValidator = engineValidator(FileSchema);

export class InvalidFile extends SightlineError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super('invalid_file', `Nothing was applied: ${sentenceOf(problems.map(({ text }) => text))}`);
    this.problems = problems;
  }
}

/** Reads an apply file, YAML or JSON. @throws SightlineError `invalid_file` with all problems */
export function readApplyFile(text: string): DeclaredOrganization[] {
  return declaredIn(readYaml(text));
}

/** Reads a parsed value, such as a form's. @throws InvalidFile */
export function readDeclared(value: unknown): DeclaredOrganization[] {
  return declaredIn(readValue(value));
}

function declaredIn({ value, problems: unusable }: YamlFile): DeclaredOrganization[] {
  const problems = [...unusable];
  if (value === null) problems.push(whole('the file is empty; it must begin with `organizations:`'));
  else if (typeof value !== 'object' || Array.isArray(value))
    problems.push(whole('the file must be an object that begins with `organizations:`'));
  if (problems.length === 0) problems.push(...placedProblemsOf(fileValidator(), value));
  if (problems.length === 0) problems.push(...inconsistencies(value as DeclaredFile));
  if (problems.length > 0) throw new InvalidFile(problems);
  return (value as DeclaredFile).organizations;
}

function whole(text: string): Problem {
  return { at: '', text };
}
