import assert from 'node:assert/strict';
import { NEW_BLOCKS, type ReportedAnswers, USUAL_COLOR } from '../../src/domain/sharing/shared-report.ts';
import { parseDay } from '../../src/domain/time/instant.ts';
import { dayOf, MINUTE_MS } from '../../src/domain/time/period.ts';
import { alertMail } from '../../src/pipeline/deliver/mail-words.ts';
import { alertMessage } from '../../src/pipeline/deliver/webhook-message.ts';
import { reportComposer } from '../../src/reports/client/composer.ts';
import { toldChange } from '../../src/reports/client/told-change.ts';
import type { Said, ToldAlert } from './change-sentences.ts';
import { runCli } from './cli.ts';
import type { Visitor } from './dashboard.ts';
import { callTool } from './mcp.ts';
import type { SampleDashboard } from './sample-dashboard.ts';

/** Everything that may say that a brand changed: each function is one kind of door. */

/** The answers that a door is asked about, in whole UTC days. */
export interface Asked {
  readonly brand: string;
  readonly market?: string | undefined;
  readonly from: string;
  readonly until: string;
}

export interface House extends SampleDashboard {
  readonly visitor: Visitor;
}

export interface Page extends Said {
  readonly html: string;
}

/** @param path after the brand's address */
export async function pageOf({ visitor }: House, asked: Asked, path: string): Promise<Page> {
  const { status, html } = await visitor.get(`/brands/${asked.brand}${path}?${barOf(asked)}`);
  assert.equal(status, 200, path);
  return { door: `page ${path}`, html, lines: linesOf(withProducts(html)) };
}

/** The overview's table, with a further surface's row named for its product. */
function withProducts(html: string): string {
  let product = '';
  return html.replace(/<tr( class="surface")?>\s*<th scope="row"><a[^>]*>([^<]*)/g, (row, surface, name) => {
    if (surface) return row.replace(/[^>]*$/, `${product} ${name} `);
    product = name;
    return row;
  });
}

function barOf({ market, from, until }: Asked): URLSearchParams {
  return new URLSearchParams({ window: `${from}..${until}`, ...(market && { market }) });
}

/** A report over HTTP, by an assistant, and on the command line. */
export async function reportSaid(house: House, asked: Asked, name: string): Promise<Said[]> {
  const { dashboard, key, store, clock } = house;
  // The quota is of a minute.
  clock.at += MINUTE_MS / 50;
  const { from, until, ...of } = asked;
  const query = { ...of, ...(ALWAYS.has(name) ? {} : { from, until }) };
  const given = Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][];
  const { status, body, text } = await dashboard.api.get(`/${name}?${new URLSearchParams(given)}`, key);
  assert.equal(status, 200, text);
  const tool = await callTool(dashboard.api, key, name, Object.fromEntries(given));
  const options = given.flatMap(([option, value]) => [`--${option}`, value]);
  const { out, err, code } = await runCli(store, [name, ...options], { clock, isTerminal: true });
  assert.equal(code, 0, err);
  return [
    { door: `/${name}`, lines: sentencesIn(body) },
    { door: `tool ${name}`, lines: stringsIn(tool.body.result.content).flatMap((each) => each.split('\n')) },
    { door: `command ${name}`, lines: out.split('\n') },
  ];
}

/** Reports without a window. */
const ALWAYS: ReadonlySet<string> = new Set(['changes', 'alerts']);

/** A frozen report of these days, and its mail. */
export async function clientReport(house: House, asked: Asked): Promise<[Page, Said]> {
  const { store, clock, visitor } = house;
  const { brand, market, from, until } = asked;
  const form = { title: 'For the client', from, until, compare: 'previous', kind: 'frozen' };
  const made = await visitor.post(`/brands/${brand}/reports?${barOf(asked)}`, form);
  assert.equal(made.status, 303, made.text);
  const { html } = await visitor.get(String(made.headers.location).split('?')[0] ?? '');
  const composer = reportComposer({ db: store.main, now: clock.now });
  const [firstDay, lastDay] = [from, until].map((day) => dayOf(parseDay(day) ?? 0)) as [number, number];
  const answers: ReportedAnswers = { firstDay, lastDay, compare: 'previous', only: market ? { market } : {} };
  const look = { title: 'For the client', preparedBy: '', color: USUAL_COLOR, blocks: NEW_BLOCKS };
  const frozen = await composer.freeze(brand, answers);
  const { text, subject } = composer.words({ ...look, frozen }, null, null);
  return [
    { door: 'client report', html, lines: linesOf(html) },
    { door: 'client mail', lines: [subject, ...text.split('\n')] },
  ];
}

/** An alert as a mail and as a webhook's body, sent now. */
export async function messagesOf(
  { store, clock }: House,
  brand: { readonly id: string; readonly name: string },
  alert: ToldAlert,
): Promise<Said[]> {
  const { id: publicId, change: changeId, created_at: found } = alert;
  const of = { brand, brandId: 0, alertId: 0 };
  const waiting = { ...alert, publicId, changeId, createdAt: Date.parse(found), ...of };
  const told = await toldChange({ db: store.main, now: clock.now }, waiting);
  const endpoint = { id: 'end_1', address: 'ann@acme.example', pace: 'at_once' } as const;
  const facts = { endpoint, stopLink: null, now: clock.at, publicUrl: null };
  const { subject, text } = alertMail([{ ...waiting, told }], facts);
  return [
    { door: 'alert mail', lines: [subject, ...text.split('\n')] },
    { door: 'webhook', lines: sentencesIn(JSON.parse(alertMessage(waiting, told).body)) },
  ];
}

const BLOCK =
  /<(?:\/?(?:p|div|li|ul|ol|h[1-6]|tr|table|section|header|dl|dt|dd|nav|summary|details|figure|figcaption|form|main|button|option|title|footer|aside|caption)\b|br\b|hr\b)[^>]*>/g;

/** A page's visible text by block; a table's row is one line. */
export function linesOf(page: string): string[] {
  return page
    .replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, '')
    .replace(/\s+/g, ' ')
    .replace(BLOCK, '\n')
    .replace(/<\/t[dh]>/g, ' | ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** A code has no blank. */
function sentencesIn(value: unknown): string[] {
  return stringsIn(value).filter((each) => each.includes(' '));
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(stringsIn);
}
