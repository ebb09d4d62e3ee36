import { VERDICTS } from '../../domain/brand/model-reading.ts';

/** A statement's directions. */
export const DIRECTIONS = ['good', 'neutral', 'bad'] as const;

const LINE = { type: 'integer', description: 'The number of the line in which the words stand.' };
const WORDS = { type: 'string', description: 'Words of that line, copied character by character.' };
const NAME = { type: 'integer', description: "The name's number." };

function strict(properties: Readonly<Record<string, unknown>>) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function list(properties: Readonly<Record<string, unknown>>) {
  return { type: 'array', items: strict(properties) };
}

/** The reply's JSON Schema, in the subset that every provider's structured output has. */
export const JUDGE_SCHEMA = strict({
  names: list({
    name: NAME,
    verdict: { type: 'string', enum: VERDICTS },
    evidence: list({ line: LINE, words: WORDS }),
  }),
  statements: list({
    name: NAME,
    theme: { type: 'string' },
    direction: { type: 'string', enum: DIRECTIONS },
    line: LINE,
    words: WORDS,
  }),
  facts: list({
    fact: { type: 'integer', description: "The fact's number." },
    value: { type: 'string', description: 'The value as the answer has it, or unclear.' },
    line: LINE,
    words: WORDS,
  }),
});
