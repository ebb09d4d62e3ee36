import { hostOfDomain } from '../domain/web/host.ts';
import { cautionOf, lettersOf } from './names.ts';
import { duplicateFinder } from './near-duplicates.ts';
import { type Proposal, proposal } from './proposal.ts';

/** The prompt asks for these numbers, and the reader ignores more. */
const MOST_QUESTIONS = 20;
const MOST_COMPETITORS = 10;
/** A longer reply cannot answer this prompt. */
const LONGEST_REPLY = 50_000;
const LONGEST_QUESTION = 200;
const LONGEST_NAME = 60;
const MOST_NAME_WORDS = 5;

interface Brief {
  readonly host: string;
  readonly name: string;
  /** Its market: `Germany, de`. */
  readonly market: string;
  /** Questions already proposed, as examples. */
  readonly questions: readonly string[];
}

/** The prompt for a model. It names the site, but quotes its pages only through earlier proposals. */
export function modelPrompt({ host, name, market, questions }: Brief): string {
  const known = questions.slice(0, 10).map((text) => JSON.stringify(text));
  return [
    `Propose questions that people ask an AI assistant before they buy what ${JSON.stringify(name)} (${host}) sells, and its competitors.`,
    market === '' ? '' : `Market: ${market}. Write the questions in its language.`,
    `Do not name ${JSON.stringify(name)} in a question. Three to sixteen words each.`,
    known.length === 0 ? '' : `Already there: ${known.join(', ')}.`,
    `Reply with JSON alone: {"questions": [at most ${MOST_QUESTIONS} strings], "competitors": [at most ${MOST_COMPETITORS} of {"name": string, "domain": string or null}]}`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/**
 * The proposals in a model's reply, none ticked. Sightline doesn't trust the reply: only plain names, hosts, and
 * questions in the requested format pass.
 *
 * @param model its common name
 * @returns null for a reply without the requested JSON
 */
export function modelProposals(reply: string, model: string): Proposal[] | null {
  const value = objectIn(reply);
  if (value === null) return null;
  const evidence = [`proposed by ${model}, not read anywhere`];
  const competitors = listIn(value.competitors, MOST_COMPETITORS).flatMap((each) => {
    const { name, domain } = (typeof each === 'object' ? (each ?? {}) : {}) as Record<string, unknown>;
    const text = plainText(name, LONGEST_NAME);
    if (text === null || text.split(' ').length > MOST_NAME_WORDS || lettersOf(text) === '') return [];
    const host =
      typeof domain === 'string' && domain.length <= LONGEST_QUESTION ? hostOfDomain(domain) : null;
    const caution = cautionOf(text);
    return [proposal({ kind: 'competitor', text, host, evidence, caution, isAdvised: false })];
  });
  const questions = listIn(value.questions, MOST_QUESTIONS).flatMap((each) => {
    const text = plainText(each, LONGEST_QUESTION);
    const isQuestion = text !== null && text.split(' ').length >= 2;
    return isQuestion ? [proposal({ kind: 'question', text, evidence, isAdvised: false })] : [];
  });
  return [...competitors, ...questions];
}

/** The proposals, with a model's new ones. */
export function withModel(proposals: readonly Proposal[], added: readonly Proposal[]): Proposal[] {
  const names = new Set(
    proposals.filter(({ kind }) => kind !== 'question').map(({ text }) => lettersOf(text)),
  );
  const found: Proposal[] = [...proposals];
  for (const each of added) {
    const isLike = duplicateFinder(found.filter(({ kind }) => kind === 'question').map(({ text }) => text));
    const isKnown = each.kind === 'question' ? isLike(each.text) : names.has(lettersOf(each.text));
    if (isKnown) continue;
    names.add(lettersOf(each.text));
    found.push(each);
  }
  return found;
}

/** The one JSON object in a reply, which may have text around it. */
function objectIn(reply: string): Record<string, unknown> | null {
  if (reply.length > LONGEST_REPLY) return null;
  try {
    const value: unknown = JSON.parse(reply.slice(reply.indexOf('{'), reply.lastIndexOf('}') + 1));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && ('questions' in value || 'competitors' in value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function listIn(value: unknown, most: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : [];
}

/** A line without markup, addresses, and invisible characters; null for anything else. */
function plainText(value: unknown, longest: number): string | null {
  if (typeof value !== 'string' || value.length > 4 * longest) return null;
  const text = value.replace(/\s+/g, ' ').trim();
  const isPlain = !/[<>{}[\]|`\\]|https?:|[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.test(text) && /\p{L}/u.test(text);
  return isPlain && text.length <= longest ? text : null;
}
