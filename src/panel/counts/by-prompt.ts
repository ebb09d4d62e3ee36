import { at } from '../bytes.ts';
import type { CountedAnswers } from '../panel.ts';
import { brandOf, type CountQuery, countGroups, isNamed, lookingForAll, type Rows } from '../scan.ts';
import { eachOf, hostAt, type Kind, pageAt } from '../segment.ts';
import { byName, numbered, type Tally } from '../tally.ts';
import { timesAt, timesIn } from './share-of-voice/share-of-voice.ts';

/** Counts several things at once by engine and prompt, to compare two windows over the prompts answered in both. */

interface Place<Thing> {
  readonly thing: Thing;
  readonly engine: string;
  readonly promptId: number;
}

/** Sums for one tracked brand over an engine's answers to one prompt, in which all given brands were looked for. */
export interface VoicePromptCount extends Place<number> {
  readonly answers: number;
  /** Mentions: x for the brand, t for all brands; with squares and product. */
  readonly x: number;
  readonly t: number;
  readonly xx: number;
  readonly xt: number;
  readonly tt: number;
}

const VOICE = numbered(['answers', 'x', 't', 'xx', 'xt', 'tt']);

/** Sums mentions for each of these tracked brands. */
export async function countVoicesByPrompt(
  answers: CountedAnswers,
  brands: readonly number[],
): Promise<VoicePromptCount[]> {
  const by = { name: `voices by prompt ${brands.join(' ')}`, kinds: ['mentions'], things: brands } as const;
  return await byPrompt(answers, { ...by, counts: VOICE }, ({ data: { mentions }, rows }, tally, groupOf) => {
    const own = brands.map((id) => brandOf(mentions, id));
    for (const row of lookingForAll(rows, own)) {
      const t = timesIn(own, row);
      own.forEach((brand, thing) => {
        const group = groupOf(row, thing);
        const x = timesAt(brand, row);
        tally.add(group, VOICE.answers);
        tally.add(group, VOICE.x, x);
        tally.add(group, VOICE.t, t);
        tally.add(group, VOICE.xx, x * x);
        tally.add(group, VOICE.xt, x * t);
        tally.add(group, VOICE.tt, t * t);
      });
    }
  });
}

/** An engine's answers to one prompt, and those that name the brand itself. */
interface PromptCount extends Place<null> {
  readonly answers: number;
  readonly named: number;
}

const ANSWERS = numbered(['answers', 'named']);

export async function countAnswersByPrompt(answers: CountedAnswers): Promise<PromptCount[]> {
  const { self } = answers.panel;
  const name = `answers by prompt ${self}`;
  const by = { name, kinds: ['mentions'], counts: ANSWERS, things: [null] } as const;
  return await byPrompt(answers, by, ({ data: { mentions }, rows }, tally, groupOf) => {
    const { cell } = brandOf(mentions, self);
    for (const row of rows) {
      tally.add(groupOf(row, 0), ANSWERS.answers);
      if (isNamed(at(cell, row))) tally.add(groupOf(row, 0), ANSWERS.named);
    }
  });
}

export interface CitingPromptCount<Thing> extends Place<Thing> {
  readonly citing: number;
}

/** Those that cite a host, and among them those that name the brand itself. */
export interface HostPromptCount extends CitingPromptCount<string> {
  readonly named: number;
}

const CITING = { name: null, kinds: ['mentions', 'sources'], counts: numbered(['citing']) } as const;
const CITING_HOST = { ...CITING, counts: numbered(['citing', 'named']) };

export async function countHostsByPrompt(
  answers: CountedAnswers,
  hosts: readonly string[],
): Promise<HostPromptCount[]> {
  const {
    names: { hosts: names },
    self,
  } = answers.panel;
  return await byPrompt(answers, { ...CITING_HOST, things: hosts }, ({ data, rows }, tally, groupOf) => {
    const { sources } = data;
    const { cell } = brandOf(data.mentions, self);
    const places = new Map(hosts.map((name, place) => [names.known(name), place]));
    for (const row of rows) {
      eachOf(sources, row, (index) => {
        const thing = places.get(hostAt(sources, index));
        if (thing === undefined || sources.isFirst[index] !== 1) return;
        tally.add(groupOf(row, thing), CITING_HOST.counts.citing);
        if (isNamed(at(cell, row))) tally.add(groupOf(row, thing), CITING_HOST.counts.named);
      });
    }
  });
}

export async function countPagesByPrompt(
  answers: CountedAnswers,
  pages: readonly number[],
): Promise<CitingPromptCount<number>[]> {
  const numbers = answers.panel.names.pages.numbersOf(pages);
  const places = new Map(Array.from(numbers, (number, place) => [number, place]));
  return await byPrompt(answers, { ...CITING, things: pages }, ({ data, rows }, tally, groupOf) => {
    for (const row of rows) {
      eachOf(data.sources, row, (index) => {
        const thing = places.get(pageAt(data.sources, index));
        if (thing !== undefined) tally.add(groupOf(row, thing), 0);
      });
    }
  });
}

type Key = [engine: number, prompt: number, thing: number];

/** @param add gets the group of an answer's engine and prompt with a thing, by its place */
async function byPrompt<Thing, Count extends string, Kinds extends Kind>(
  answers: CountedAnswers,
  {
    counts,
    things,
    ...of
  }: Pick<CountQuery<Kinds, Key>, 'name' | 'kinds'> & {
    readonly counts: Readonly<Record<Count, number>>;
    readonly things: readonly Thing[];
  },
  add: (rows: Rows<Kinds>, tally: Tally<Key>, groupOf: (row: number, thing: number) => number) => void,
): Promise<(Place<Thing> & Readonly<Record<Count, number>>)[]> {
  const tally = await countGroups<Kinds, Key>(answers, {
    ...of,
    key: ['engine', 'prompt', 'thing'],
    width: Object.keys(counts).length,
    byEngine: true,
    add: (rows, own) => {
      const { engine, prompt } = rows.data.mentions;
      add(rows, own, (row, thing) => own.groupOf([at(engine, row), at(prompt, row), thing]));
    },
  });
  const { engines, prompts } = answers.panel.names;
  const found = tally.map(([engine, prompt, place], count) =>
    things.slice(place, place + 1).map((thing) => ({
      thing,
      engine: engines.at(engine),
      promptId: prompts.at(prompt),
      ...byName(counts, count),
    })),
  );
  return found.flat();
}
