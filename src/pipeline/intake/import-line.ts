import { hash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { BRAND_ID } from '../../domain/access/public-id.ts';
import {
  FRAMINGS,
  MAX_ANSWER_CHARACTERS,
  type MentionReading,
  OUTCOMES,
  type Outcome,
} from '../../domain/answers/answer-reading.ts';
import { CARD_KINDS, type Card, MOST_CARDS } from '../../domain/answers/card.ts';
import { ENGINE_SLUGS, OWN_NAME } from '../../domain/answers/engine.ts';
import type { StatedMarket } from '../../domain/brand/market.ts';
import { storableText } from '../../domain/text.ts';
import { parseInstant } from '../../domain/time/instant.ts';
import { MINUTE_MS } from '../../domain/time/period.ts';
import { engineValidator } from '../engine-validator.ts';
import { CLOSED, NullableInteger, NullableText, NullableWords, OneOf, Words } from '../fields.ts';
import { problemsOf, quoted } from '../problems.ts';
import { type Citation, citationsFrom } from './citations.ts';

/** A SHA-256 in base64url, computed for lines without an identity. */
const IDENTITY = /^[\w-]{43}$/;

const LineSchema = Type.Object(
  {
    brand: Type.String({ pattern: BRAND_ID.source }),
    engine: Type.Unsafe<string>({ anyOf: [OneOf(ENGINE_SLUGS), { pattern: OWN_NAME.source }] }),
    prompt: Words(10_000),
    collected_at: Type.String(),
    outcome: Type.Optional(OneOf(OUTCOMES)),
    answer: Type.Optional(NullableText(MAX_ANSWER_CHARACTERS)),
    market: Type.Optional(NullableWords(100)),
    location_code: Type.Optional(NullableInteger(0)),
    language_code: Type.Optional(NullableText(20)),
    external_id: Type.Optional(NullableWords(1000)),
    identity: Type.Optional(Type.String({ pattern: IDENTITY.source })),
    imported: Type.Optional(Type.Boolean()),
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
    cards: Type.Optional(
      Type.Array(
        Type.Object(
          {
            kind: OneOf(CARD_KINDS),
            title: Type.Optional(NullableText(16_000)),
            url: Type.Optional(NullableText(16_000)),
            seller: Type.Optional(NullableText(16_000)),
            price: Type.Optional(NullableText(1000)),
            text: Type.Optional(NullableText(16_000)),
          },
          CLOSED,
        ),
        { maxItems: MOST_CARDS },
      ),
    ),
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

export type ImportRecord = Static<typeof LineSchema>;

const lineValidator = engineValidator(LineSchema);

export interface ImportLine extends StatedMarket {
  readonly brand: string;
  readonly engine: string;
  readonly prompt: string;
  readonly collectedAt: number;
  /** Null to derive it from the text. */
  readonly outcome: Outcome | null;
  readonly answer: string | null;
  /** The engine's own name for its model; null if the line has none. */
  readonly model: string | null;
  /** In the engine's order, each page once at its first position. */
  readonly citations: readonly Citation[];
  /** The engine's searches in its order, each once; null if the line has none. */
  readonly searches: readonly string[] | null;
  /** Blank searches, which `searches` omits. */
  readonly blankSearches: number;
  /** Advertisements and products in the engine's order; null if the line has none. */
  readonly cards: readonly Card[] | null;
  /** Null to extract them from the text. */
  readonly mentions: readonly (MentionReading & { readonly brand: string })[] | null;
  /** Brands that `mentions` leaves open: read the text for them. */
  readonly notGiven: readonly string[];
  /** Identifies the collection within its brand, so a second import skips it. */
  readonly identity: string;
  /** False for an exported answer that Sightline asked for. */
  readonly isImported: boolean;
}

/** A line that Sightline cannot store, with every reason. */
export class BadLine extends Error {
  override readonly name = 'BadLine';
}

/** Longest time that `collected_at` may lie in the future. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Reads one line of an import file.
 *
 * @param now UTC milliseconds; rejects answers from the future
 * @param brand default for lines without a brand
 * @throws BadLine with the reason for each bad field
 */
export function readImportLine(json: string, now: number, brand?: string): ImportLine {
  const line = validLine(json, brand);
  const problems: string[] = [];
  const collectedAt = collectedAtOf(line, now, problems);
  const citations = citationsOf(line, problems);
  if (line.identity !== undefined && line.external_id != null) {
    problems.push('identity stands for an external_id; give only one');
  }
  refuseBlankCards(line, problems);
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
    cards: line.cards === undefined ? null : line.cards.map(cardOf),
    mentions,
    notGiven: (line.mentions ?? []).filter(({ mentioned }) => mentioned === null).map((each) => each.brand),
    identity: identityOf(line, collectedAt),
    isImported: line.imported !== false,
  };
}

function cardOf({ kind, title, url, seller, price, text }: NonNullable<ImportRecord['cards']>[number]): Card {
  const words = { title: title ?? null, seller: seller ?? null, text: text ?? null };
  return { kind, ...words, url: url ?? null, price: price ?? null };
}

/** Reports tell cards apart by these fields. */
function refuseBlankCards({ cards = [] }: ImportRecord, problems: string[]): void {
  for (const [index, { title, url, seller }] of cards.entries()) {
    if ([title, url, seller].every((each) => (each ?? '').trim() === ''))
      problems.push(`cards[${index}] needs a title, url, or seller`);
  }
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
  const problems = problemsOf(lineValidator(), value);
  if (problems.length > 0) throw new BadLine(problems.join('; '));
  return value as ImportRecord;
}

/** The JSON parser silently drops repeated fields, so find the first one. */
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

/** `now-90m`: minutes before the import, so sample files stay fresh. */
const RELATIVE = /^now-(\d{1,7})m$/;

function collectedAtOf(line: ImportRecord, now: number, problems: string[]): number {
  const [, minutes] = RELATIVE.exec(line.collected_at) ?? [];
  if (minutes !== undefined) {
    // Without its own id, each import would store a new collection.
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
    if (rank <= last) problems.push(`citations[${index}].rank must be above the previous citation's rank`);
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
    };
    return [reading];
  });
}

/** Whether a mention has a field that requires a named brand. */
function saysMore(mention: NonNullable<ImportRecord['mentions']>[number]): boolean {
  const { rank, count, framing, framing_signals: signals, snippet } = mention;
  return (
    [rank, framing, snippet].some((each) => each != null) || (count ?? 0) > 0 || (signals?.length ?? 0) > 0
  );
}

function textOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : storableText(text);
}

/** Whether an import made this identity. */
export function isImportedIdentity(identity: string): boolean {
  return IDENTITY.test(identity);
}

/**
 * The exported identity, or a hash: engine and external_id, else engine, prompt, collected_at, and market. The store
 * adds the brand.
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
