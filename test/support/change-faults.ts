import { mixedChangeOn } from '../../src/domain/alerts/change.ts';
import { elsewhereSentence } from '../../src/domain/alerts/change-words.ts';
import { engineNameOf } from '../../src/domain/answers/engine.ts';
import { DAY_MS, USUAL_DAYS } from '../../src/domain/time/period.ts';
import {
  type Asked,
  clientReport,
  type House,
  messagesOf,
  type Page,
  pageOf,
  reportSaid,
} from './change-doors.ts';
import { type Facts, faultsIn, percentOf, type Said } from './change-sentences.ts';
import { dayBack } from './change-worlds.ts';
import { effort } from './effort.ts';

const last = (days: number) => ({ from: dayBack(days), until: dayBack(1) });
const USUAL = last(USUAL_DAYS);
/** Daily the usual one; nightly also short, long, and past ones. */
export const WINDOWS = effort(
  [USUAL],
  [
    USUAL,
    last(7),
    last(90),
    { from: '2026-10-01', until: '2026-10-31' },
    { from: dayBack(31), until: dayBack(15) },
  ],
);
const PAGES = ['/alerts', '/comparisons', '/trend', ...effort([], ['/todo', '/questions', '/claim'])];
const REPORTS = [
  'changes',
  ...effort(
    [],
    [
      ...['alerts', 'presence', 'visibility', 'trend', 'comparisons'],
      ...['todo', 'claim', 'competitors', 'questions'],
    ],
  ),
];

type Told = Omit<Facts, 'elsewhere'>;

/** What every door has to agree with, in the window of today. */
export async function factsOf({ dashboard, key }: House, id: string, market?: string): Promise<Told> {
  const query = new URLSearchParams({ brand: id, ...(market && { market }) });
  const [changes, alerts] = [
    await dashboard.api.get(`/changes?${query}`, key),
    await dashboard.api.get(`/alerts?${query}`, key),
  ];
  const { name } = changes.body.meta.brand;
  return { id, brand: name, isNow: true, changes: changes.body.data, alerts: alerts.body.data };
}

export interface Subject {
  readonly market?: string | undefined;
  readonly facts: Facts;
}

/** Every sentence of a door that these facts do not carry, and every figure that differs between two doors. */
export async function faultsOf(
  house: House,
  { market, facts }: Subject,
  window: Pick<Asked, 'from' | 'until'>,
): Promise<string[]> {
  const { id: brand, alerts } = facts;
  const asked = { brand, market, ...window };
  const [overview, competitors] = [
    await pageOf(house, asked, ''),
    await pageOf(house, asked, '/competitors'),
  ];
  const client = await clientReport(house, asked);
  const said: Said[] = [overview, competitors, ...client];
  for (const path of [...PAGES, ...alerts.map(({ id }) => `/alerts/${id}`)])
    said.push(await pageOf(house, asked, path));
  for (const alert of alerts)
    said.push(...(await messagesOf(house, { id: brand, name: facts.brand }, alert)));
  for (const name of REPORTS) said.push(...(await reportSaid(house, asked, name)));
  const now = { ...facts, isNow: window.until >= dayBack(1) };
  return [
    ...said.flatMap((each) => faultsIn(each, now)),
    ...headlineFaults([overview, competitors, client[0]], now),
    ...placeFaults([overview, competitors], now),
    ...shareFaults(overview, competitors, client),
    ...mixedFaults([overview, competitors, client[0]], now, window),
  ].map((fault) => `${brand} ${market ?? ''} ${window.from} to ${window.until}: ${fault}`);
}

/** Each share of a window that mixes two levels says so beside it, and one market's overview names another's changes. */
function mixedFaults(
  [overview, competitors, report]: readonly [Page, Page, Page],
  { changes, elsewhere }: Facts,
  { from, until }: Pick<Asked, 'from' | 'until'>,
): string[] {
  const window = { from: Date.parse(from), to: Date.parse(until) + DAY_MS };
  const engines = new Set(changes.map(({ engine }) => engine));
  const mixed = [...engines].filter((engine) => mixedChangeOn(changes, engine, window) !== null);
  const missing = elsewhere.filter(
    (each) => !overview.lines.some((line) => line.includes(elsewhereSentence([each]))),
  );
  return [
    ...missing.map(({ market }) => `overview: nothing of ${market}`),
    ...mixed.flatMap((engine) =>
      [overview, competitors, report].flatMap(({ door, html }) => {
        const name = engineNameOf(engine);
        const parts = html.split(/<tr|<section/).filter((part) => /^[^>]*>\s*<(?:th|h2)/.test(part));
        const rows = parts.filter(
          (part) => part.includes(`>${name}<`) || part.includes(`>${name.replace(' (API)', '')}</a>`),
        );
        return rows.some((row) => /\b(?:since|with) |answers, \w{3} \d/.test(row))
          ? []
          : [`${door}: nothing beside the share of ${name}`];
      }),
    ),
  ];
}

/** No headline names a share that mixes both levels of a change that holds. */
function headlineFaults(pages: readonly Page[], { changes, isNow }: Facts): string[] {
  const holding = changes.filter(({ state }) => state === 'holds');
  if (!isNow || holding.length === 0) return [];
  const levels = holding.flatMap(({ before, since }) => [before, since].map(percentOf));
  return pages.flatMap(({ door, html }) => {
    const [, headline = ''] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html) ?? [];
    const wrong = (headline.match(/\d+(?:\.\d+)?%/g) ?? []).filter((share) => !levels.includes(share));
    return wrong.map((share) => `${door}: ${share} in its headline`);
  });
}

/** Each of these pages tells every change of place that holds. */
function placeFaults(pages: readonly Page[], { changes, isNow }: Facts): string[] {
  const holding = changes.filter(({ measure, state }) => measure === 'overtaken' && state === 'holds');
  if (!isNow) return [];
  return pages.flatMap(({ door, lines }) =>
    holding
      .map(({ sentence }) => sentence.replace(/: still so .*/, ''))
      .filter((told) => !lines.some((line) => line.includes(told)))
      .map((told) => `${door}: nothing of ${told}`),
  );
}

/** Each engine's share is the same on the overview, beside competitors, in a client report, and in its mail. */
function shareFaults(overview: Page, competitors: Page, [report, mail]: readonly [Page, Said]): string[] {
  return ['ChatGPT', 'Claude'].flatMap((name) => {
    const inRow = ({ lines }: Said, start: string) =>
      lines.find((line) => line.startsWith(start) && /^-|\|/.test(line))?.match(/(\d+)%/)?.[1];
    const slug = name.toLowerCase();
    const ranking = new RegExp(`id="ranking-${slug}"[\\s\\S]*?</section>`).exec(competitors.html)?.[0] ?? '';
    const shares = {
      overview: inRow(overview, `${name} `),
      competitors: /<li class="you[\s\S]*?figure-link[^>]*>(\d+)%/.exec(ranking)?.[1],
      report: inRow(report, `${name} (API)`),
      mail: inRow(mail, `- ${name} (API)`),
    };
    return new Set(Object.values(shares)).size === 1 ? [] : [`${name} has ${JSON.stringify(shares)}`];
  });
}
