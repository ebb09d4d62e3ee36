import { EVALUATION_TIME } from '../../src/domain/alerts/alert-rules.ts';
import { isFindable } from '../../src/extract/names/name-pattern.ts';
import { catchUp } from '../../src/pipeline/watch/schedule.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { HOSTILE_ANSWERS, HOSTILE_TEXTS, HOSTILE_URLS } from './hostile-text.ts';
import { type Clock, DAY_MS, HOUR_MS, iso, pipelineOn, random } from './world.ts';

/** A hostile question and a hostile name. */
const LINES = [...new Set(HOSTILE_TEXTS.map((text) => text.trim()))].filter((text) => !text.includes('\0'));
const NAMES = LINES.filter((text) => text.length <= 150 && isFindable(text));

/** Brand names for the title, the header, and the headline. */
const BRAND_NAMES = [
  '</title><script>globalThis.hostile=1;alert(1)</script>',
  '" onmouseover="globalThis.hostile=1;alert(1)" x="',
  '\u202Egnp.exe <img src=x onerror=alert(1)>',
];

export interface HostileStore {
  readonly organization: string;
  readonly brands: readonly string[];
}

/**
 * Fills a store with hostile text wherever people, engines, or sites can put text: names, aliases, questions, tags,
 * answers, titles, addresses, searches, cues, and quotes. Each brand has alerts and comparisons.
 */
export async function fillWithHostileText(store: Store, clock: Clock): Promise<HostileStore> {
  const { apply, importLines } = pipelineOn(store, clock);
  const organization = `Org ${HOSTILE_TEXTS[0]}`;
  const brands = BRAND_NAMES.map((_name, index) => `hostile-${index}`);
  await apply({
    organizations: [
      {
        name: organization,
        plan: { name: 'agency', status: '<b>active</b>' },
        brands: brands.map((id, index) => brandOf(id, index)),
      },
    ],
  });
  for (const [index, id] of brands.entries()) {
    const lines = [
      ...falling(id, index, clock.at),
      ...answers(id, index, clock.at),
      ...failures(id, clock.at),
    ];
    const { bad_lines } = await importLines(lines);
    if (bad_lines > 0) throw new Error(`${bad_lines} hostile lines were not stored`);
  }
  const deps = { db: store.main, now: clock.now, random };
  await catchUp(deps, { timeOfDay: EVALUATION_TIME }, { now: clock.at });
  return { organization, brands };
}

/** Every third name belongs to each brand, half as competitors, half as aliases. */
const namesOf = (index: number) => NAMES.filter((_name, at) => at % BRAND_NAMES.length === index);

function brandOf(id: string, index: number): object {
  const names = namesOf(index);
  const half = Math.ceil(names.length / 2);
  return {
    id,
    name: BRAND_NAMES[index],
    domain: 'hostile.example',
    aliases: names.slice(half),
    market: { location_code: 2840, language_code: 'en' },
    configured: true,
    engines: ['chatgpt', 'claude'],
    competitors: names.slice(0, half).map((name, at) => ({ name, domain: `rival${at}.example` })),
    prompts: LINES.map((text, at) => ({ text, tags: [LINES[(at + 1) % 20], LINES[(at + 2) % 20]] })),
  };
}

/** Answers that named the brand and a rival until a week ago, so that there are alerts. */
function falling(brand: string, index: number, now: number): object[] {
  const [rival = ''] = namesOf(index);
  const name = BRAND_NAMES[index] ?? '';
  return Array.from({ length: 220 }, (_each, at) => {
    const hoursAgo = 4 * at + 1;
    const mentioned = hoursAgo > 7 * 24;
    return {
      brand,
      engine: 'chatgpt',
      prompt: HOSTILE_TEXTS[at % 4],
      collected_at: iso(now - hoursAgo * HOUR_MS),
      external_id: `falling-${at}`,
      answer: `${name} and ${rival} are fine. ${HOSTILE_ANSWERS[at % HOSTILE_ANSWERS.length]}`,
      citations: citationsOf(at),
      searches: [HOSTILE_TEXTS[at % HOSTILE_TEXTS.length]],
      mentions: [
        { brand: name, mentioned, ...(mentioned && SAID) },
        { brand: rival, mentioned: true, ...SAID },
      ],
    };
  });
}

const SAID = {
  rank: 1,
  count: 1,
  framing: 'recommended',
  framing_signals: HOSTILE_TEXTS.slice(0, 3),
  snippet: HOSTILE_TEXTS.slice(3, 8).join(' '),
};

/** Every hostile answer, extracted, with names that the extractor finds. */
function answers(brand: string, index: number, now: number): object[] {
  const names = namesOf(index);
  return HOSTILE_ANSWERS.map((text, at) => ({
    brand,
    engine: 'claude',
    prompt: HOSTILE_TEXTS[at % HOSTILE_TEXTS.length],
    collected_at: iso(now - at * HOUR_MS - DAY_MS / 2),
    external_id: `answer-${at}`,
    answer: `We recommend ${names[at % names.length]}.\n\n${text}\n\n1. **${BRAND_NAMES[index]}** ${text}`,
    citations: citationsOf(at),
    searches: [text],
  }));
}

function failures(brand: string, now: number): object[] {
  return HOSTILE_TEXTS.slice(0, 6).map((prompt, at) => ({
    brand,
    engine: 'claude',
    prompt,
    outcome: at % 2 === 0 ? 'error' : 'timeout',
    collected_at: iso(now - at * HOUR_MS),
    external_id: `failure-${at}`,
  }));
}

function citationsOf(at: number): object[] {
  return HOSTILE_URLS.map((url, place) => ({
    url,
    title: HOSTILE_TEXTS[(at + place) % HOSTILE_TEXTS.length],
  }));
}
