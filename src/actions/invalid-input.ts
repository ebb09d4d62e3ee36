import { SightlineError } from '../domain/errors.ts';
import { InvalidFile } from '../pipeline/declare/apply/apply-file.ts';
import { type Problem, sentenceOf } from '../pipeline/problems.ts';

/** Input that an action refuses. */
export class InvalidInput extends SightlineError {
  /** With places in the input. */
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const text = sentenceOf(problems.map((each) => each.text));
    super('invalid_parameter', text.charAt(0).toUpperCase() + text.slice(1));
    this.problems = problems;
  }
}

/** The place of an action's input in an apply file, which means nothing to a caller who sent one part. */
const PLACE = /organizations\[0\]\.brands\[0\]\.?/g;

const REFUSED_INPUT: ReadonlySet<string> = new Set(['invalid_argument', 'invalid_file', 'bad_line']);

/** An error as its action's caller may see it. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof InvalidFile)
    return new InvalidInput(
      error.problems.map(({ at, text }) => ({
        at: at.replace(PLACE, ''),
        text: text.replace(PLACE, '') || 'the input is not valid',
      })),
    );
  if (error instanceof SightlineError && REFUSED_INPUT.has(error.code))
    return new SightlineError('invalid_parameter', error.message);
  return error;
}
