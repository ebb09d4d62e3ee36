import { ownReader } from '../../src/engines/openai_compatible/reader.ts';
import { READERS } from '../../src/engines/readers.ts';
import { type CollectedQuestion, collect, type ReadyEngine } from '../../src/pipeline/collect/collect.ts';
import type { Fetch } from '../../src/pipeline/collect/job/transport.ts';
import { planNewReadings, switchReader } from '../../src/pipeline/judge/plan-readings.ts';
import { saveCollectLimits } from '../../src/storage/collect/spending.ts';
import { saveReaderChoice } from '../../src/storage/directory/reader-choices.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { readyAt } from './ready-engine.ts';
import { acmeFile, Clock, line, pipelineOn, random } from './world.ts';

/** What reading an answer costs with `PAID`, in millionths of a dollar. */
export const PRICE = 1000;

/** Readers without a network: one that costs money, and the operator's own. */
export const PAID = readyAt(READERS[0] ?? ownReader, 'http://reader.example', { micros: PRICE });
export const OWN = readyAt(ownReader, 'http://own.example', { micros: 0 });

/** A model's verdict on Acme with its proof, as a reply's text. */
export function verdictOn(line: number, words: string, verdict = 'recommended'): string {
  return JSON.stringify({
    names: [{ name: 1, verdict, evidence: [{ line, words }] }],
    statements: [{ name: 1, theme: 'price', direction: 'good', line, words }],
    facts: [],
  });
}

/** An answer that `RECOMMENDED` reads. */
export const ANSWER = 'Take Acme, which is cheap.';
export const RECOMMENDED = verdictOn(1, 'Take Acme, which is cheap');

/** A reply of an endpoint like OpenAI's chat completions. */
export function chatReply(content: string, more: object = {}): Response {
  const choices = [{ message: { content }, finish_reason: 'stop' }];
  return Response.json({ choices, usage: { prompt_tokens: 900, completion_tokens: 80 }, ...more });
}

/** A reply of the Responses API. */
export function responsesReply(text: string, more: object = {}): Response {
  const output = [{ type: 'message', content: [{ type: 'output_text', text }] }];
  return Response.json({
    status: 'completed',
    output,
    usage: { input_tokens: 900, output_tokens: 80 },
    ...more,
  });
}

export interface Readings {
  readonly results: CollectedQuestion[];
  readonly asked: number;
}

/** A store whose organization has a reader, and a brand with this many answers that name Acme. */
export class ReadingWorld {
  readonly store: Store;
  readonly readers: readonly ReadyEngine[];
  readonly clock = new Clock();

  constructor(store: Store, readers: readonly ReadyEngine[] = [OWN]) {
    this.store = store;
    this.readers = readers;
  }

  get deps() {
    return { db: this.store.main, now: this.clock.now, random };
  }

  async open(file: object = acmeFile()): Promise<void> {
    await pipelineOn(this.store).apply(file);
    await switchReader(this.deps, 1, this.readers);
  }

  async choose(reader: string | null, model: string | null = null): Promise<void> {
    await saveReaderChoice(this.store.main, 1, { reader, model });
    await switchReader(this.deps, 1, this.readers);
  }

  async limit(microsPerDay: number | null): Promise<void> {
    await saveCollectLimits(this.store.main, 1, { callsPerDay: 0, microsPerDay });
  }

  async import(answers: readonly string[]): Promise<void> {
    await pipelineOn(this.store).importLines(answers.map((answer) => line({ answer })));
  }

  /** Plans, and reads until no retry is due within a day, in no time. */
  async read(fetch: Fetch, patienceMs = 86_400_000): Promise<Readings> {
    const results: CollectedQuestion[] = [];
    let asked = 0;
    await planNewReadings(this.deps, this.readers);
    await collect(
      {
        ...this.deps,
        fetch: async (url, init) => {
          asked += 1;
          return await fetch(url, init);
        },
        sleep: async (milliseconds) => {
          this.clock.at += milliseconds;
        },
      },
      {
        engines: this.readers,
        stop: new AbortController().signal,
        patienceMs,
        onCollected: (each) => results.push(each),
        onBreaker: () => {},
      },
    );
    return { results, asked };
  }

  /** What is stored of Acme, in answer order, and of attempts. */
  async stored() {
    const mentions = await this.store.main
      .selectFrom('mentions')
      .select(['model_framing', 'model_words', 'said'])
      .where('tracked_id', '=', 1)
      .orderBy('answer_id')
      .execute();
    const readings = await this.store.main.selectFrom('readings').selectAll().orderBy('answer_id').execute();
    const open = await this.store.main
      .selectFrom('jobs')
      .select('id')
      .where('next_at', 'is not', null)
      .execute();
    return {
      verdicts: mentions.map((each) => each.model_framing),
      mentions,
      readings,
      states: readings.map(({ state, detail }) => [state, detail]),
      open: open.length,
    };
  }

  async spent(): Promise<{ calls: number; micros: number }> {
    const row = await this.store.main.selectFrom('spending').selectAll().executeTakeFirst();
    return { calls: row?.calls ?? 0, micros: row?.micros ?? 0 };
  }
}
