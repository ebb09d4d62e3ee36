import { OPERATOR, RECIPIENT, VISITOR } from '../../../domain/access/audit.ts';
import { isPublicId } from '../../../domain/access/public-id.ts';
import {
  type AuditPlace,
  actorOf,
  auditActionText,
  auditPage,
  type ListedAudit,
} from '../../../pipeline/accounts/audit.ts';
import { auditExport, EXPORT_FORMATS, type ExportFormat } from '../../../pipeline/accounts/audit-export.ts';
import { usersSeenBy } from '../../../pipeline/accounts/users.ts';
import { type Html, html } from '../../markup/html.ts';
import { download, type Outcome, type Page, page } from '../../markup/outcome.ts';
import { type Option, selectField, textField } from '../../parts/form/field.ts';
import { type Refusal, refusalNote, refusalOf } from '../../parts/form/refusal.ts';

import type { PageRoute } from '../../route.ts';
import { addressOf, type Visit } from '../../visit/visit.ts';

export const auditRoutes: readonly PageRoute[] = [
  { path: '/audit', who: 'admin', ofAllBrands: 'route', get: auditLogPage },
  ...EXPORT_FORMATS.map(
    (format): PageRoute => ({
      path: `/audit.${format}`,
      who: 'admin',
      ofAllBrands: 'route',
      // The response streams.
      isOutsideSnapshot: true,
      noted: () => ({ action: 'audit.export', detail: format }),
      get: async (visit) => exported(visit, format),
    }),
  ),
];

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
};

function exported({ deps, user, now }: Visit, format: ExportFormat): Outcome {
  const day = new Date(now).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const organizationId = user.organization?.internalId ?? null;
  return download({
    name: `audit-log-${day}.${format}`,
    type: TYPES[format],
    body: auditExport(deps.db, { organizationId }, format),
  });
}

const PAGE_SIZE = 50;

/** Actors without a user account. */
const NOBODY: readonly string[] = [OPERATOR, VISITOR, RECIPIENT];

async function auditLogPage(visit: Visit): Promise<Page> {
  const { db, user, query } = visit;
  const day = query.get('day') || undefined;
  const actor = actorIn(query);
  const wanted = { organizationId: user.organization?.internalId ?? null, actor, limit: PAGE_SIZE };
  try {
    const found = await auditPage(db, { ...wanted, day, before: placeIn(query) });
    return await logPage(visit, found, null);
  } catch (error) {
    return await logPage(visit, { entries: [], next: null }, refusalOf(error));
  }
}

/** The actor filter. An unknown actor never reaches the store. */
function actorIn(query: URLSearchParams): string | undefined {
  const actor = query.get('actor') ?? '';
  return isPublicId('usr', actor) || NOBODY.includes(actor) ? actor : undefined;
}

/** The cursor in a page link. */
function placeIn(query: URLSearchParams): AuditPlace | undefined {
  const [, at, id] = /^(\d{1,15})-(\d{1,9})$/.exec(query.get('before') ?? '') ?? [];
  return at === undefined || id === undefined ? undefined : { at: Number(at), id: Number(id) };
}

const FORMAT_WORDS: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', jsonl: 'JSON Lines' };

interface Found {
  readonly entries: readonly ListedAudit[];
  readonly next: AuditPlace | null;
}

async function logPage(visit: Visit, { entries, next }: Found, refusal: Refusal | null): Promise<Page> {
  return page({
    title: 'Audit log',
    csv: EXPORT_FORMATS.map((format) => ({
      label: `The whole log as ${FORMAT_WORDS[format]}`,
      href: `/audit.${format}`,
    })),
    status: refusal?.status ?? 200,
    main: html`<header class="page-head">
<h1>Audit log</h1>
<p class="lead">Sign-ins, and changes to users, brands, keys, and links${visit.user.organization && html` at ${visit.user.organization.name}`}. Times of day are in ${visit.user.timeZone}; you choose days in UTC.</p>
</header>
${refusalNote(refusal)}
${await filterForm(visit)}
${entries.length === 0 ? refusal === null && html`<p class="empty">No entry fits.</p>` : logTable(visit, entries)}
${next && html`<p><a href="${addressOf('/audit', { ...filtersOf(visit), before: `${next.at}-${next.id}` })}" rel="next">Older entries</a></p>`}`,
  });
}

function filtersOf({ query }: Visit): Record<string, string | null> {
  return { day: query.get('day') || null, actor: actorIn(query) ?? null };
}

async function filterForm(visit: Visit): Promise<Html> {
  const users = await usersSeenBy(visit.db, visit.user);
  const { day, actor } = filtersOf(visit);
  const options: Option[] = [
    ['', 'Everyone'],
    ...users.map(({ id, email }): Option => [id, email]),
    [OPERATOR, 'Command line'],
    [VISITOR, 'Refused visitors'],
    [RECIPIENT, 'Email recipients'],
  ];
  return html`<form method="get" action="/audit" class="log-filters">
${textField({ name: 'day', label: 'Day', type: 'date', value: day ?? '' })}
${selectField({ name: 'actor', label: 'By', choices: options, value: actor ?? '' })}
<button>Show</button>
${(day ?? actor) !== null && html`<a href="/audit">Show all</a>`}
</form>`;
}

function changeList({ changes }: ListedAudit): Html | null {
  if (changes.length === 0) return null;
  return html`<details><summary>${changes.length === 1 ? '1 value' : `${changes.length} values`}</summary><ul>${changes.map(
    ({ what, before, after }) =>
      html`<li><bdi>${what}</bdi>: <bdi>${before ?? '–'}</bdi> → <bdi>${after ?? '–'}</bdi></li>`,
  )}</ul></details>`;
}

function logTable({ user, times }: Visit, entries: readonly ListedAudit[]): Html {
  const hasSeveral = user.organization === null;
  return html`<table class="cards ledger">
<caption class="unseen">Entries, newest first</caption>
<thead><tr><th scope="col">Time</th><th scope="col">Who</th><th scope="col">What</th>${hasSeveral && html`<th scope="col">Organization</th>`}</tr></thead>
<tbody>
${entries.map(
  (
    entry,
  ) => html`<tr><td data-label="Time">${times.of(entry.at)}</td><td data-label="Who"><bdi>${actorOf(entry)}</bdi></td><td data-label="What"><bdi>${auditActionText(entry)}</bdi>${changeList(entry)}</td>${
    hasSeveral && html`<td data-label="Organization">${entry.organization ?? '–'}</td>`
  }</tr>
`,
)}</tbody>
</table>`;
}
