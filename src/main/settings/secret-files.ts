import { readFileSync } from 'node:fs';
import { SightlineError } from '../../domain/errors.ts';

type Environment = Record<string, string | undefined>;

/**
 * Reads settings from files: `SIGHTLINE_OPENAI_KEY_FILE` is the path of a file with `SIGHTLINE_OPENAI_KEY`. The values go into this
 * process's environment like all others, so each file is read once. No error quotes a variable's value: it may be the secret itself, put
 * there by mistake.
 *
 * @returns the environment it was given
 * @throws SightlineError `invalid_setting` naming the variable and the mistake
 */
export function withSecretFiles(env: Environment): Environment {
  for (const [name, path] of Object.entries(env)) {
    const variable = /^(SIGHTLINE_.+)_FILE$/.exec(name)?.[1];
    if (variable === undefined || !path) continue;
    if (env[variable]) throw invalid(`You set both ${variable} and ${name}; leave one of them empty.`);
    env[variable] = textIn(path, name);
    delete env[name];
  }
  return env;
}

function textIn(path: string, name: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw invalid(`${name} must be the path to a readable file (${code}).`);
  }
  if (text === '') throw invalid(`${name} names an empty file.`);
  return text;
}

function invalid(message: string): SightlineError {
  return new SightlineError('invalid_setting', message);
}
