import { hash } from 'node:crypto';
import type { RandomBytes } from '../../src/domain/access/base62.ts';
import { publicId } from '../../src/domain/access/public-id.ts';
import type { Framing } from '../../src/domain/answers/answer-reading.ts';
import { ENGINE_SLUGS, engineOf } from '../../src/domain/answers/engine.ts';
import type { TrackedBrand } from '../../src/domain/brand/tracked-brand.ts';
import type { NewCitation } from '../../src/storage/answers/citations.ts';
import {
  askedElsewhere,
  type NewAnswer,
  type NewCollection,
  type NewMention,
} from '../../src/storage/answers/new-collection.ts';
import { bytesFrom, oneOf, type Random, seeded, zipf } from './random.ts';

/** How one brand's generated answers look. */
export interface AnswerPlan {
  readonly tracked: readonly TrackedBrand[];
  readonly prompts: readonly string[];
  /** The reading's key, so that no answer is due for a rescan. */
  readonly reading: string;
  readonly count: number;
  /** The answers spread evenly over (from, to], UTC milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly seed: number;
}

/** The brands' engines: four, and two providers of one surface, the first of which shows cards. */
export const ASKED_ENGINES = [...ENGINE_SLUGS.slice(0, 4), 'chatgpt_app', 'chatgpt_app_cloro'];

/** The models in turn, each for half of the time. */
export const MODELS = ['model-1', 'model-2'] as const;

/** How many sites answers cite, and how often one answer cites. */
const SITES = 3000;
const CITATIONS_PER_ANSWER = 8;
/** An answer's minimum length. */
const TEXT_CHARACTERS = 2000;

/** How many search wordings a prompt has, and an answer's most searches. */
const WORDINGS = 300;
const MOST_SEARCHES = 5;

const SIGNALS: Readonly<Record<Framing, readonly string[]>> = {
  recommended: ['top pick', 'we recommend', 'best overall'],
  neutral: [],
  negative: ['falls short', 'not recommended'],
};

const SENTENCES = [
  'Small teams usually start with a board view and add automation once the work repeats.',
  'Pricing is per seat and month, with a free tier that is enough for a first project.',
  'Reviewers praise the onboarding, though reporting across several projects takes some setting up.',
  'If you need client access, check how guests are billed before you decide.',
  'Integrations with mail, calendar and chat are there in most of these tools.',
  'Time tracking is built in for some and an add-on for others.',
  'For agencies the deciding point is often how well it handles many small projects at once.',
  'Security reviews ask for single sign-on, audit logs and a place to keep data in the region.',
  'The mobile apps are good for checking on a task and less good for planning.',
  'A trial of two weeks with real work tells more than any comparison table.',
];

/** A plan's answers, oldest first, the same for the same seed. */
export function* generateAnswers(plan: AnswerPlan): Generator<NewCollection> {
  const random = seeded(plan.seed);
  const bytes = bytesFrom(random);
  const draws: Draws = { random, bytes, site: zipf(SITES, random), wording: zipf(WORDINGS, random) };
  const step = (plan.to - plan.from) / plan.count;
  for (let index = 0; index < plan.count; index += 1) {
    const collectedAt = Math.floor(plan.from + (index + random()) * step) + 1;
    const prompt = oneOf(plan.prompts, random);
    const engine = oneOf(ASKED_ENGINES, random);
    const answer = answerOf(plan, { engine, prompt }, draws);
    yield {
      identity: hash('sha256', `bench ${plan.seed} ${index}`, 'hex'),
      prompt,
      marketId: 1,
      engine,
      outcome: answer.outcome,
      collectedAt,
      answer,
      asking: askedElsewhere(MODELS[Math.floor((index * MODELS.length) / plan.count)] ?? null),
    };
  }
}

/** The pools for a brand's answers. */
interface Draws {
  readonly random: Random;
  readonly bytes: RandomBytes;
  readonly site: () => number;
  readonly wording: () => number;
}

function answerOf(
  plan: AnswerPlan,
  { engine, prompt }: { readonly engine: string; readonly prompt: string },
  { random, bytes, site, wording }: Draws,
): NewAnswer {
  const hosts = Array.from({ length: CITATIONS_PER_ANSWER }, () => siteHost(site()));
  const mentions = plan.tracked.map((brand, place) => mentionOf(brand, place, hosts, random));
  const namedBrands = plan.tracked.filter((_, place) => mentions[place]?.mentioned);
  return {
    publicId: publicId('ans', bytes),
    outcome: namedBrands.length > 0 ? 'ok' : 'empty',
    text: textOf(
      namedBrands.map((brand) => brand.name),
      TEXT_CHARACTERS,
      random,
    ),
    locationCode: 2840,
    reader: 'bench',
    reading: plan.reading,
    outcomeStated: false,
    searches: searchesFor(prompt, wording, random),
    cards: cardsOf(engine, site, random),
    mentions,
    citations: distinctPages(
      hosts.map((host, index) => ({
        ...citationOf(host, hosts.indexOf(host) === index, random),
        position: index + 1,
      })),
    ),
  };
}

/** This share of the answers of an engine with cards has some. */
const WITH_CARDS = 0.3;
const MOST_CARDS = 8;

function cardsOf(engine: string, site: () => number, random: Random): NewAnswer['cards'] {
  const kinds = engineOf(engine).cards ?? [];
  if (kinds.length === 0) return null;
  if (random() > WITH_CARDS) return [];
  return Array.from({ length: 1 + Math.floor(random() * MOST_CARDS) }, () => {
    const [kind, host, number] = [oneOf(kinds, random), siteHost(site()), Math.floor(random() * 300)];
    return {
      kind,
      title: `Project tool ${number}`,
      url: `https://www.${host}/offers/${number}`,
      host,
      seller: host,
      price: kind === 'product' ? `$${number}` : null,
      text: null,
    };
  });
}

/** From none to the most, in any wording. */
function searchesFor(prompt: string, wording: () => number, random: Random): string[] {
  const topic = prompt.slice(0, -1).toLowerCase();
  return Array.from({ length: Math.floor(random() * (MOST_SEARCHES + 1)) }, () => `${topic} ${wording()}`);
}

/** The k-th most cited site. Its host has a typical length. */
export function siteHost(index: number): string {
  return `site-${String(index).padStart(4, '0')}.example`;
}

/** The lower a brand is in the list, the less often answers name it. */
function mentionOf(brand: TrackedBrand, place: number, hosts: readonly string[], random: Random): NewMention {
  const cited = hosts.some((host) => brand.hosts.includes(host));
  const absent = { trackedId: brand.id, cited, rank: null, framing: null, framingSignals: null };
  if (random() > 0.6 / (1 + place / 4)) return { ...absent, mentioned: false, count: 0, snippet: null };
  const framing =
    random() < 0.4 ? null : oneOf(['recommended', 'neutral', 'neutral', 'negative'] as const, random);
  return {
    ...absent,
    mentioned: true,
    rank: random() < 0.7 ? 1 + Math.floor(random() * 8) : null,
    count: 1 + Math.floor(random() * 3),
    framing,
    framingSignals: framing === null ? null : SIGNALS[framing].slice(0, 1),
    snippet: `${brand.name} is worth a look: ${oneOf(SENTENCES, random)}`,
  };
}

/** The citations, without repeated pages. */
function distinctPages(citations: readonly NewCitation[]): NewCitation[] {
  return [...new Map(citations.toReversed().map((each) => [each.url, each])).values()].reverse();
}

function citationOf(host: string, firstOfHost: boolean, random: Random): Omit<NewCitation, 'position'> {
  const page = Math.floor(random() * 400);
  return {
    url: `https://www.${host}/guides/project-tools-compared-${page}`,
    host,
    title: `Project tools compared, part ${page}`,
    firstOfHost,
  };
}

function textOf(names: readonly string[], least: number, random: Random): string {
  const lines = names.map((name, index) => `${index + 1}. **${name}** ${oneOf(SENTENCES, random)}`);
  let text = `Here is how they compare.\n\n${lines.join('\n')}\n\n`;
  while (text.length < least) text += `${oneOf(SENTENCES, random)} `;
  return text;
}
