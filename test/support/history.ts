import type { Framing } from '../../src/domain/answers/answer-reading.ts';
import { DAY_MS, HOUR_MS, iso, line, NOW } from './world.ts';

/** One answer's content, or a failure. */
export interface Said {
  readonly acme?: boolean;
  readonly bolt?: boolean;
  readonly acmeRank?: number;
  readonly boltRank?: number;
  readonly framing?: Framing | null;
  readonly boltFraming?: Framing | null;
  /** Whether it cites one of Acme's pages. */
  readonly cited?: boolean;
  readonly failed?: boolean;
}

export interface History {
  /** Days before NOW: the oldest, and the newest; 0 is the last 24 hours. */
  readonly from: number;
  readonly to: number;
  readonly engine?: string;
  readonly brand?: string;
  readonly prompts?: number;
  /** The answer to a prompt (from 0) on a day (as above); null for no collection. */
  readonly say: (daysAgo: number, prompt: number) => Said | null;
}

/** Import lines for Acme's prompts, asked once a day, with given mentions of Acme and Bolt. */
export function historyLines({
  from,
  to,
  engine = 'chatgpt',
  brand = 'acme',
  prompts = 10,
  say,
}: History): object[] {
  const lines: object[] = [];
  for (let day = from; day >= to; day -= 1) {
    for (let prompt = 0; prompt < prompts; prompt += 1) {
      const said = say(day, prompt);
      const at = NOW - day * DAY_MS - HOUR_MS;
      if (said !== null) lines.push(lineOf(said, { brand, engine, prompt, at }));
    }
  }
  return lines;
}

interface Where {
  readonly brand: string;
  readonly engine: string;
  readonly prompt: number;
  readonly at: number;
}

function lineOf(said: Said, { brand, engine, prompt, at }: Where): object {
  const place = {
    brand,
    engine,
    prompt: `prompt ${prompt}`,
    collected_at: iso(at),
    external_id: `${engine} ${prompt} ${at}`,
  };
  if (said.failed) return { ...line(place), answer: undefined, outcome: 'error' };
  const { acme = false, bolt = false, acmeRank = null, boltRank = null } = said;
  const { framing = null, boltFraming = null } = said;
  return line({
    ...place,
    citations: said.cited ? [{ url: 'https://acme.example/anvils' }] : [],
    mentions: [
      {
        brand: brand === 'acme' ? 'Acme' : brand,
        mentioned: acme,
        rank: acmeRank,
        framing: acme ? framing : null,
      },
      { brand: 'Bolt', mentioned: bolt, rank: boltRank, framing: bolt ? boltFraming : null },
    ],
  });
}
