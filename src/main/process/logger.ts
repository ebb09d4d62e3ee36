import { writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import { redactorOf } from '../../domain/access/secrets.ts';
import type { Config } from '../settings/config.ts';
import { type SecretSettings, secretsOf } from '../settings/secrets.ts';
import { lossyLog } from './log-stream.ts';

/** JSON lines on standard error, without secrets; standard output is for a command's result. */
export function loggerFor(config: Pick<Config, 'logLevel'> & SecretSettings): Logger {
  const redact = redactorOf(secretsOf(process.env, config));
  const options = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: redact },
  };
  return pino(
    options,
    lossyLog((bytes) => writeSync(STANDARD_ERROR, bytes)),
  );
}

const STANDARD_ERROR = 2;
