import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Fact, FactType } from '../../domain/brand/fact.ts';
import type { AskedName, JudgedAnswer } from './judged-answer.ts';
import { JUDGE_SCHEMA } from './schema.ts';
import { shownLine } from './verbatim.ts';

const INSTRUCTIONS = readFileSync(new URL('./prompt.md', import.meta.url), 'utf8');

/** A request to a model. Instructions are the same for every answer, so that providers can cache them. */
export interface JudgeRequest {
  readonly instructions: string;
  readonly prompt: string;
}

export function judgeRequest(answer: JudgedAnswer): JudgeRequest {
  return { instructions: INSTRUCTIONS, prompt: promptOf(answer) };
}

function promptOf({ question, names, themes, facts, text, shown, lines }: JudgedAnswer): string {
  const parts = [
    `Question: ${question === '' ? '(not known)' : oneLine(question)}`,
    listOf(
      'Names',
      names.map(
        (each) => nameLine(each, text) + (each.isSelf && facts.length > 0 ? '; the facts are about it' : ''),
      ),
    ),
    themes.length === 0
      ? ''
      : [
          'Additional themes:',
          ...themes.map(({ name, words }) => `- \`${oneLine(name)}\`: ${words.map(oneLine).join(', ')}`),
        ].join('\n'),
    facts.length === 0 ? '' : listOf('Facts', facts.map(factLine)),
    [
      'Answer:',
      ...lines.map(({ from, to }, index) => `${index + 1}| ${shownLine(shown.slice(from, to))}`),
    ].join('\n'),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The most forms of a name in a prompt. */
const MOST_FORMS = 5;

/** A name, with the answer's forms of it. */
function nameLine({ name, places }: AskedName, text: string): string {
  const forms = new Set(places.map(({ from, to }) => oneLine(text.slice(from, to))));
  const others = [...forms].filter((form) => form.toLowerCase() !== name.toLowerCase()).slice(0, MOST_FORMS);
  return oneLine(name) + (others.length === 0 ? '' : ` (written ${others.join(', ')})`);
}

const KINDS: Readonly<Record<FactType, string>> = {
  price: 'a price',
  year: 'a year',
  place: 'a place',
  plan: 'names of plans',
  yes_no: 'yes or no',
  number: 'a number',
};

/** The declared value is not told: the model says what the answer has. */
function factLine({ name, about, value }: Fact): string {
  const unit =
    value.type === 'number' && value.units[0] !== undefined ? ` in ${oneLine(value.units[0])}` : '';
  return `${oneLine(name)} (${about.map(oneLine).join(', ')}): ${KINDS[value.type]}${unit}`;
}

function listOf(title: string, entries: readonly string[]): string {
  return [`${title}:`, ...entries.map((entry, index) => `${index + 1}. ${entry}`)].join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** An answer with everything that a prompt may have. */
const EVERYTHING: JudgedAnswer = {
  question: 'Q',
  text: 'A\n[B](https://example.com)',
  shown: 'A\n[B](https://example.com)',
  lines: [
    { from: 0, to: 2 },
    { from: 2, to: 26 },
  ],
  names: [
    { trackedId: 1, name: 'A', isSelf: true, places: [], territory: [] },
    { trackedId: 2, name: 'B', isSelf: false, places: [{ from: 0, to: 1 }], territory: [] },
  ],
  themes: [{ name: 'T', words: ['t'] }],
  facts: [
    { id: 1, name: 'N', about: ['n'], value: { type: 'number', numbers: [1], units: ['u'] } },
    { id: 2, name: 'F', about: ['f'], value: { type: 'yes_no', holds: true } },
  ],
};

/** The prompt's version: 8 hexadecimal digits for the instructions, the schema, and how a prompt is laid out. */
export const PROMPT_HASH = hash(
  'sha256',
  JSON.stringify([judgeRequest(EVERYTHING), KINDS, JUDGE_SCHEMA]),
  'hex',
).slice(0, 8);
