import { hash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  FRAMINGS,
  MAX_ANSWER_CHARACTERS,
  type MentionReading,
  OUTCOMES,
  type Outcome,
} from '../../domain/answer-reading.ts';
import { ENGINE_SLUGS } from '../../domain/engine.ts';
import { parseInstant } from '../../domain/instant.ts';
import type { StatedMarket } from '../../domain/market.ts';
import { MINUTE_MS } from '../../domain/period.ts';
import { BRAND_ID } from '../../domain/public-id.ts';
import { storableText } from '../../domain/text.ts';
import { CLOSED, NullableInteger, NullableText, NullableWords, OneOf, Words } from '../fields.ts';
import { problemsOf, quoted } from '../problems.ts';
import { type Citation, citationsFrom } from './citations.ts';

/** A SHA-256 in base64url, which is made of a line that does not say it. */
const IDENTITY = /^[\w-]{43}$/;

const LineSchema = Type.Object(
  {
    brand: Type.String({ pattern: BRAND_ID.source }),
    engine: OneOf(ENGINE_SLUGS),
    prompt: Words(10_000),
    collected_at: Type.String(),
    outcome: Type.Optional(OneOf(OUTCOMES)),
    answer: Type.Optional(NullableText(MAX_ANSWER_CHARACTERS)),
    market: Type.Optional(NullableWords(100)),
    location_code: Type.Optional(NullableInteger(0)),
    language_code: Type.Optional(NullableText(20)),
    external_id: Type.Optional(NullableWords(1000)),
    identity: Type.Optional(Type.String({ pattern: IDENTITY.source })),
    model: Type.Optional(NullableWords(1000)),
    citations: Type.Optional(
      Type.Array(
        Type.Object(
          {
            url: Words(16_000),
            title: Type.Optional(NullableText(16_000)),
            rank: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
          },
          CLOSED,
        ),
        { maxItems: 2000 },
      ),
    ),
    searches: Type.Optional(Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 1000 })),
    mentions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            brand: Type.String(),
            mentioned: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
            rank: Type.Optional(NullableInteger(1)),
            count: Type.Optional(NullableInteger(0)),
            framing: Type.Optional(OneOf([...FRAMINGS, null])),
            framing_signals: Type.Optional(
              Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: Type.String() }),
            ),
            snippet: Type.Optional(NullableText(100_000)),
          },
          CLOSED,
        ),
        { maxItems: 1000 },
      ),
    ),
  },
  CLOSED,
);

/** A line of an import file, as it is written. */
export type ImportRecord = Static<typeof LineSchema>;

const lineValidator = Compile(LineSchema);

/** A line of an import file that makes sense by itself. */
export interface ImportLine extends StatedMarket {
  readonly brand: string;
  readonly engine: string;
  readonly prompt: string;
  readonly collectedAt: number;
  /** Null if it is to be derived. */
  readonly outcome: Outcome | null;
  readonly answer: string | null;
  /** The model that served it, as the engine names it; null if the line does not say. */
  readonly model: string | null;
  /** In the engine's order, every page once: where it came first. */
  readonly citations: readonly Citation[];
  /** What the engine searched for, in its own order, each once; null if the line does not say. */
  readonly searches: readonly string[] | null;
  /** How many searches were blank, and are not among them. */
  readonly blankSearches: number;
  /** Null if they are to be extracted. */
  readonly mentions: readonly (MentionReading & { readonly brand: string })[] | null;
  /** Brands about which it gives nothing, although it gives mentions: the text says what there is to say of them. */
  readonly notGiven: readonly string[];
  /** Two lines of one brand with the same identity are the same collection. */
  readonly identity: string;
}

/** A line that cannot be stored, with every reason. */
export class BadLine extends Error {
  override readonly name = 'BadLine';
}

/** Collection times may be at most this far ahead of our clock. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Reads one line of an import file.
 *
 * @param now the clock, in UTC milliseconds, for refusing answers from the future
 * @param brand of a line that names none
 * @throws BadLine naming each field that is wrong, and why
 */
export function readImportLine(json: string, now: number, brand?: string): ImportLine {
  const line = validLine(json, brand);
  const problems: string[] = [];
  const collectedAt = collectedAtOf(line, now, problems);
  const citations = citationsOf(line, problems);
  if (line.identity !== undefined && line.external_id != null) {
    problems.push('identity stands for an external_id, so only one of them may be given');
  }
  const mentions = mentionsOf(line, problems);
  if (problems.length > 0) throw new BadLine(problems.join('; '));
  return {
    brand: line.brand,
    engine: line.engine,
    prompt: storableText(line.prompt),
    collectedAt,
    outcome: line.outcome ?? null,
    answer: textOrNull(line.answer),
    model: textOrNull(line.model),
    market: line.market ?? null,
    locationCode: line.location_code ?? null,
    languageCode: line.language_code ?? null,
    citations,
    searches:
      line.searches === undefined ? null : [...new Set(line.searches.filter(isQuery).map(storableText))],
    blankSearches: (line.searches ?? []).filter((each) => !isQuery(each)).length,
    mentions,
    notGiven: (line.mentions ?? []).filter(({ mentioned }) => mentioned === null).map((each) => each.brand),
    identity: identityOf(line, collectedAt),
  };
}

function isQuery(search: string): boolean {
  return search.trim() !== '';
}

function validLine(json: string, brand: string | undefined): ImportRecord {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new BadLine('is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadLine('is not a JSON object');
  const repeated = repeatedField(json);
  if (repeated !== null) throw new BadLine(`gives the field ${quoted(repeated)} more than once`);
  if (brand !== undefined && !('brand' in value)) Object.assign(value, { brand });
  const problems = problemsOf(lineValidator, value);
  if (problems.length > 0) throw new BadLine(problems.join('; '));
  return value as ImportRecord;
}

/** A repeated field of a valid JSON object, which the parser would lose. */
function repeatedField(json: string): string | null {
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const { 0: token } of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ':') last = token;
    else {
      const field = JSON.parse(last) as string;
      const fields = open.at(-1);
      if (fields?.has(field)) return field;
      fields?.add(field);
    }
  }
  return null;
}

/** `now-90m`: so many minutes before the import. For samples, which should be just as fresh in a year. */
const RELATIVE = /^now-(\d{1,7})m$/;

function collectedAtOf(line: ImportRecord, now: number, problems: string[]): number {
  const [, minutes] = RELATIVE.exec(line.collected_at) ?? [];
  if (minutes !== undefined) {
    // Without its own id, the line would be a new collection at every import.
    if (line.external_id == null)
      problems.push('collected_at may be relative to now only with an external_id');
    return now - Number(minutes) * MINUTE_MS;
  }
  const at = parseInstant(line.collected_at);
  if (at === null)
    problems.push(
      'collected_at must be an ISO 8601 time from 1970 on, with a time zone, such as 2026-11-20T08:00:00Z',
    );
  else if (at > now + CLOCK_SKEW_MS) problems.push('collected_at is in the future');
  return at ?? 0;
}

function citationsOf(line: ImportRecord, problems: string[]): Citation[] {
  let last = 0;
  for (const [index, { rank = last + 1 }] of (line.citations ?? []).entries()) {
    if (rank <= last) problems.push(`citations[${index}].rank must be above that of the citation before`);
    last = rank;
  }
  return citationsFrom(line.citations ?? [], (index) => {
    problems.push(`citations[${index}].url is not an http or https URL`);
  });
}

function mentionsOf(line: ImportRecord, problems: string[]): ImportLine['mentions'] {
  if (line.mentions === undefined) return null;
  const seen = new Set<string>();
  return line.mentions.flatMap((mention, index) => {
    const at = `mentions[${index}]`;
    if (seen.has(mention.brand)) problems.push(`${at}.brand repeats ${mention.brand}`);
    seen.add(mention.brand);
    const rank = mention.rank ?? null;
    const framing = mention.framing ?? null;
    if (!mention.mentioned && saysMore(mention)) {
      problems.push(`${at} is not mentioned, so it must not have a rank, count, framing, or snippet`);
    }
    if (mention.mentioned && mention.count === 0)
      problems.push(`${at} is mentioned, so its count must not be 0`);
    if (mention.mentioned && line.outcome === 'empty') {
      problems.push(`${at} is mentioned, so the outcome must not be "empty"`);
    }
    if (mention.mentioned === null) return [];
    const reading = {
      brand: mention.brand,
      mentioned: mention.mentioned,
      rank,
      count: mention.count ?? (mention.mentioned ? null : 0),
      framing,
      framingSignals: mention.framing_signals?.map(storableText) ?? null,
      snippet: textOrNull(mention.snippet),
      said: null,
    };
    return [reading];
  });
}

/** Whether a mention has something that only a named brand can have. */
function saysMore(mention: NonNullable<ImportRecord['mentions']>[number]): boolean {
  const { rank, count, framing, framing_signals: signals, snippet } = mention;
  return (
    [rank, framing, snippet].some((each) => each != null) || (count ?? 0) > 0 || (signals?.length ?? 0) > 0
  );
}

function textOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : storableText(text);
}

/** Whether an identity was made of a line of an import file. */
export function isImported(identity: string): boolean {
  return IDENTITY.test(identity);
}

/**
 * What an exported line says, else (engine, external_id), or without one (engine, prompt, collected_at) and what the line says of its
 * market; the brand is added by the store.
 */
function identityOf(line: ImportRecord, collectedAt: number): string {
  if (line.identity !== undefined) return line.identity;
  const { engine, external_id: externalId, market, location_code: location, language_code: language } = line;
  const said = [market, location, language].map((each) => each ?? null);
  const parts =
    externalId == null
      ? [
          'time',
          engine,
          storableText(line.prompt),
          collectedAt,
          ...(said.some((each) => each !== null) ? said : []),
        ]
      : ['external', engine, storableText(externalId)];
  return hash('sha256', JSON.stringify(parts), 'base64url');
}
