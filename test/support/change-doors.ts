import { NEW_BLOCKS, USUAL_COLOR } from '../../src/domain/sharing/shared-report.ts';
import { dayOf } from '../../src/domain/time/period.ts';
import { NO_SENDERS } from '../../src/main/process/senders.ts';
import { deliverNext } from '../../src/pipeline/deliver/deliver.ts';
import { createEndpoint } from '../../src/pipeline/deliver/endpoints.ts';
import { reportComposer } from '../../src/reports/client/composer.ts';
import { runCli } from './cli.ts';
import type { Visitor } from './dashboard.ts';
import { callTool } from './mcp.ts';
import type { SampleDashboard } from './sample-dashboard.ts';
import { random } from './world.ts';

/** What one door says: a page, report, message, or command, with its sentences. */
export interface Said {
  readonly door: string;
  readonly lines: readonly string[];
}

/** A brand as a reader chooses it. */
export interface Chosen {
  readonly brand: string;
  readonly market?: string | undefined;
}

const PAGES = ['', '/alerts', '/comparisons', '/trend', '/competitors', '/todo', '/questions', '/claim'];
const REPORTS = [
  'changes',
  'alerts',
  'presence',
  'visibility',
  'trend',
  'comparisons',
  'todo',
  'claim',
  'competitors',
  'questions',
];

/** Every page about changes. */
export async function pages(
  visitor: Visitor,
  { brand, market }: Chosen,
  window: string,
  alerts: readonly string[],
) {
  const query = new URLSearchParams({ window, ...(market && { market }) });
  const said: Said[] = [];
  for (const page of [...PAGES, ...alerts.map((id) => `/alerts/${id}`)]) {
    const { status, html } = await visitor.get(`/brands/${brand}${page}?${query}`);
    if (status !== 200) throw new Error(`${page}: ${status}`);
    said.push({ door: `page ${page}`, lines: linesOf(html) });
  }
  return said;
}

export async function reportsSaid(
  { dashboard, key, store, clock }: SampleDashboard,
  { brand, market }: Chosen,
  window: Readonly<Record<string, string>>,
) {
  const said: Said[] = [];
  const given = { brand, ...(market && { market }) };
  for (const name of REPORTS) {
    const takes = ['changes', 'alerts'].includes(name) ? given : { ...given, ...window };
    const { body, status, text } = await dashboard.api.get(`/${name}?${new URLSearchParams(takes)}`, key);
    if (status !== 200) throw new Error(`${name}: ${text}`);
    said.push({ door: `/${name}`, lines: stringsIn(body).filter((each) => each.includes(' ')) });
    const tool = await callTool(dashboard.api, key, name, takes);
    said.push({
      door: `tool ${name}`,
      lines: stringsIn(tool.body.result.content).flatMap((each) => each.split('\n')),
    });
    const options = Object.entries(takes).flatMap(([option, value]) => [`--${option}`, value]);
    const { out, err, code } = await runCli(store, [name, ...options], { clock, isTerminal: true });
    if (code !== 0) throw new Error(`${name}: ${err}`);
    said.push({ door: `command ${name}`, lines: out.split('\n') });
  }
  return said;
}

export async function clientReport(
  { store, clock }: SampleDashboard,
  visitor: Visitor,
  { brand, market }: Chosen,
  [from, until]: readonly [string, string],
) {
  const form = { title: 'For the client', from, until, compare: 'previous', kind: 'frozen' };
  const made = await visitor.post(
    `/brands/${brand}/reports?${new URLSearchParams({ window: `${from}..${until}`, ...(market && { market }) })}`,
    form,
  );
  if (made.status !== 303) throw new Error(made.text);
  const page = await visitor.get(String(made.headers.location).split('?')[0] ?? '');
  const composer = reportComposer({ db: store.main, now: clock.now });
  const answers = {
    firstDay: dayOf(Date.parse(from)),
    lastDay: dayOf(Date.parse(until)),
    compare: 'previous',
    only: market ? { market } : {},
  } as const;
  const look = { title: 'For the client', preparedBy: '', color: USUAL_COLOR, blocks: NEW_BLOCKS };
  const frozen = await composer.freeze(brand, answers);
  const { text, subject } = composer.words({ ...look, frozen }, null, null);
  return [
    { door: 'client report', lines: linesOf(page.html) },
    { door: 'client mail', lines: [subject, ...text.split('\n')] },
  ];
}

/** Mails and webhooks of all alerts, sent now. */
export async function messages({ store, clock }: SampleDashboard) {
  const said: Said[] = [];
  const senders = {
    ...NO_SENDERS,
    secretKey: async () => 'k'.repeat(32),
    mailer: async ({ subject, text }: { subject: string; text: string }) => {
      said.push({ door: 'alert mail', lines: [subject, ...text.split('\n')] });
      return { kind: 'sent' } as const;
    },
  };
  void deliverNext;
  void createEndpoint;
  void random;
  void clock;
  void store;
  void senders;
  return said;
}

const BLOCK =
  /<(?:\/?(?:p|div|li|ul|ol|h[1-6]|tr|table|section|header|dl|dt|dd|nav|summary|details|figure|figcaption|form|main|button|option|title|footer|aside|caption)\b|br\b|hr\b)[^>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** A page's visible text by block. */
export function linesOf(page: string): string[] {
  return page
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<svg\b[\s\S]*?<\/svg>/g, (svg) => svg.match(/<text[^>]*>[^<]*/g)?.join('\n') ?? '')
    .replace(/\s+/g, ' ')
    .replace(BLOCK, '\n')
    .replace(/<\/t[dh]>/g, ' | ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(stringsIn);
}
