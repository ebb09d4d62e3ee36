import { may } from '../../../domain/access/permissions.ts';
import { LONGEST_ALERT_NOTE } from '../../../domain/alerts/alert-work.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { assignAlert, assignableTo, handleAlert, reopenAlert } from '../../../pipeline/watch/alert-work.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, redirect } from '../../markup/outcome.ts';
import { type Option, selectField, textField } from '../../parts/form/field.ts';
import type { AlertRow } from '../../parts/words/rows.ts';

import type { Visit } from '../../visit/visit.ts';

/** Actions of the forms below an alert's title. */
export const WORK_DOES = ['handle', 'reopen', 'assign'] as const;

/** Forms to handle and assign an alert, for users with that permission. */
export async function workForms(visit: Visit, alert: AlertRow): Promise<Html | null> {
  if (!mayWork(visit)) return null;
  return html`${alert.handled === null ? handleForm(visit, alert) : reopenForm(visit, alert)}
${await assignForm(visit, alert)}`;
}

function mayWork({ viewer }: Visit): boolean {
  return viewer.kind === 'user' && may(viewer.user, 'alertWork');
}

/** The alert's status in words; null without a status, or for readers who may not see it. */
export function workDone({ times }: Visit, { handled, assigned_to: assignee, holds }: AlertRow): Html | null {
  if (handled === null && assignee === null) return null;
  return html`<p class="lead">${handled && html`<b>Handled</b> by <bdi>${handled.by ?? 'a deleted user'}</bdi>, ${times.of(handled.at)}${handled.note !== null && html`: <bdi>${handled.note}</bdi>`}${holds && '. The finding still holds.'} `}${assignee && html`Assigned to <bdi>${assignee.name}</bdi>.`}</p>`;
}

function handleForm(visit: Visit, { id }: AlertRow): Html {
  return html`<details><summary>Mark as handled</summary>
<form method="post" action="${visit.address(`alerts/${id}`)}">
<input type="hidden" name="do" value="handle">
${textField({ name: 'note', label: 'Your action', help: `Up to ${LONGEST_ALERT_NOTE} characters; optional. The finding stays while it holds.` })}
<button>Mark as handled</button>
</form></details>`;
}

function reopenForm(visit: Visit, { id }: AlertRow): Html {
  return html`<form method="post" action="${visit.address(`alerts/${id}`)}"><button class="as-link" name="do" value="reopen">Mark as open</button></form>`;
}

async function assignForm(visit: Visit, { id, assigned_to: assignee }: AlertRow): Promise<Html> {
  const choices = (await workers(visit)).map((each): Option => [each.id, each.name]);
  return html`<details><summary>${assignee === null ? 'Assign' : 'Assign to somebody else'}</summary>
<form method="post" action="${visit.address(`alerts/${id}`)}">
<input type="hidden" name="do" value="assign">
${selectField({ name: 'to', label: 'Assignee', choices: [['', 'Nobody'], ...choices], value: assignee?.id ?? visit.user.id })}
<button>Assign</button>
</form></details>`;
}

/** Possible assignees. An admin of all organizations can assign an alert only to themselves. */
async function workers(visit: Visit): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const users = await assignableTo(visit.db, visit.brand.id);
  const { id, name } = visit.user;
  return users.some((user) => user.id === id) ? users : [{ id, name }, ...users];
}

export async function workFromForm(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const { alert = '' } = visit.params;
  const deps = { db: visit.db, now: () => visit.now, actor: visit.user.id };
  const brand = visit.brand.id;
  switch (form.get('do')) {
    case 'handle':
      await handleAlert(deps, brand, alert, form.get('note') ?? '');
      break;
    case 'reopen':
      await reopenAlert(deps, brand, alert);
      break;
    case 'assign':
      await assignAlert(deps, brand, alert, { to: form.get('to') || null, assignable: await workers(visit) });
      break;
    default:
      throw new SightlineError('invalid_argument', 'Choose an action for the alert.');
  }
  return redirect(visit.address(`alerts/${alert}`));
}
