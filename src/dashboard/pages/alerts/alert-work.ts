import { LONGEST_ALERT_NOTE } from '../../../domain/alert-work.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { may } from '../../../domain/permissions.ts';
import { assignAlert, assignableTo, handleAlert, reopenAlert } from '../../../pipeline/watch/alert-work.ts';
import { type Html, html } from '../../html.ts';
import { type Outcome, redirect } from '../../outcome.ts';
import { type Option, selectField, textField } from '../../parts/field.ts';
import type { AlertRow } from '../../parts/rows.ts';

import type { Visit } from '../../visit.ts';

/** What the forms below an alert's title do. */
export const WORK_DOES = ['handle', 'reopen', 'assign'] as const;

/** The forms by which those who may say that an alert is handled, and who looks after it. */
export async function workForms(visit: Visit, alert: AlertRow): Promise<Html | null> {
  if (!mayWork(visit)) return null;
  return html`${alert.handled === null ? handleForm(visit, alert) : reopenForm(visit, alert)}
${await assignForm(visit, alert)}`;
}

function mayWork({ viewer }: Visit): boolean {
  return viewer.kind === 'user' && may(viewer.user, 'alertWork');
}

/** What is done about an alert, in words; null where nothing is, or the reader is not told. */
export function workDone({ times }: Visit, { handled, assigned_to: assignee, holds }: AlertRow): Html | null {
  if (handled === null && assignee === null) return null;
  return html`<p class="lead">${handled && html`<b>Handled</b> by <bdi>${handled.by ?? 'a user who was deleted'}</bdi>, ${times.of(handled.at)}${handled.note !== null && html`: <bdi>${handled.note}</bdi>`}${holds && '. The finding still holds.'} `}${assignee && html`Assigned to <bdi>${assignee.name}</bdi>.`}</p>`;
}

function handleForm(visit: Visit, { id }: AlertRow): Html {
  return html`<details><summary>Mark as handled</summary>
<form method="post" action="${visit.address(`alerts/${id}`)}">
<input type="hidden" name="do" value="handle">
${textField({ name: 'note', label: 'What was done', help: `Up to ${LONGEST_ALERT_NOTE} characters, or nothing. The finding stays while it holds.` })}
<button>Mark as handled</button>
</form></details>`;
}

function reopenForm(visit: Visit, { id }: AlertRow): Html {
  return html`<form method="post" action="${visit.address(`alerts/${id}`)}"><button class="as-link" name="do" value="reopen">Take back that it is handled</button></form>`;
}

async function assignForm(visit: Visit, { id, assigned_to: assignee }: AlertRow): Promise<Html> {
  const choices = (await workers(visit)).map((each): Option => [each.id, each.name]);
  return html`<details><summary>${assignee === null ? 'Assign' : 'Assign to somebody else'}</summary>
<form method="post" action="${visit.address(`alerts/${id}`)}">
<input type="hidden" name="do" value="assign">
${selectField({ name: 'to', label: 'Who looks after it', choices: [['', 'Nobody'], ...choices], value: assignee?.id ?? visit.user.id })}
<button>Assign</button>
</form></details>`;
}

/** Those to whom an alert can be assigned: an admin of all organizations only by themselves. */
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
      await assignAlert(deps, brand, alert, { to: form.get('to') || null, among: await workers(visit) });
      break;
    default:
      throw new SightlineError('invalid_argument', 'Say what to do with the alert.');
  }
  return redirect(visit.address(`alerts/${alert}`));
}
