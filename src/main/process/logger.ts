import { writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import { redactorOf } from '../../domain/access/secrets.ts';
import type { Config } from '../settings/config.ts';
import type { Environment } from '../settings/engines.ts';
import { type SecretSettings, secretsOf } from '../settings/secrets.ts';
import { lossyLog } from './log-stream.ts';

/**
 * JSON lines on standard error, without secrets; standard output is for a command's result.
 *
 * @param env the environment, with the entered engine keys where a process has opened them
 */
export function loggerFor(
  config: Pick<Config, 'logLevel'> & SecretSettings,
  env: Environment = process.env,
): Logger {
  const redact = redactorOf(secretsOf(env, config));
  const options = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: redact },
    serializers: { err: withoutRows },
  };
  return pino(
    options,
    lossyLog((bytes) => writeSync(STANDARD_ERROR, bytes)),
  );
}

const STANDARD_ERROR = 2;

/** An error without the values that PostgreSQL quotes: "Failing row contains (…)" has whole rows. */
function withoutRows(error: Error): object {
  return { ...pino.stdSerializers.err(error), detail: undefined, where: undefined };
}
