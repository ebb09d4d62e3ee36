import type { AskingCost } from '../../actions/envelope.ts';
import type { ActionResult } from '../../actions/run-action.ts';
import { dollars } from '../../domain/figures/usd.ts';
import { printable } from './terminal.ts';

/** A result as a command shows it. */
export interface ShownResult extends Pick<ActionResult, 'data' | 'changes' | 'notices'> {
  readonly cost: { readonly before: AskingCost; readonly after: AskingCost } | null;
}

/** What an action did, a line each: its changes, notices, cost, and data. */
export function actionText({ data, changes, notices, cost }: ShownResult, isDryRun: boolean): string {
  const told = new Set(changes.flatMap(({ before, after }) => [before, after]));
  const lines = [
    ...(changes.length === 0 ? ['Nothing to change.'] : changes.map(changeText)),
    ...notices,
    ...(cost === null ? [] : costLines(cost)),
    ...(isDryRun ? ['Changed nothing.'] : dataLines(data, '', told)),
  ];
  return lines.map((each) => `${printable(each)}\n`).join('');
}

function changeText({ what, before, after }: ActionResult['changes'][number]): string {
  if (before === null) return `+ ${what}: ${after}`;
  return after === null ? `- ${what}: ${before}` : `~ ${what}: ${before} → ${after}`;
}

function costLines({ before, after }: NonNullable<ShownResult['cost']>): string[] {
  if (before.answers_per_day === after.answers_per_day) return [];
  return [`Cost: ${costText(before)} → ${costText(after)}`];
}

function costText({ answers_per_day, usd_per_day, usd_per_30_days }: AskingCost): string {
  return `${answers_per_day} answers a day (about ${dollars(usd_per_day)}; ${dollars(usd_per_30_days)} in 30 days)`;
}

/** Single values and lists of them that the changes did not tell. */
function dataLines(data: unknown, name: string, told: ReadonlySet<unknown>): string[] {
  if (data === null || data === undefined || told.has(data)) return [];
  if (Array.isArray(data))
    return data.every((each) => typeof each === 'string') ? [`${name}: ${data.join(', ')}`] : [];
  if (typeof data !== 'object') return [`${name}: ${String(data)}`];
  return Object.entries(data).flatMap(([key, value]) =>
    dataLines(value, `${name} ${key.replaceAll('_', ' ')}`.trim(), told),
  );
}
