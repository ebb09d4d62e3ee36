import { actions } from '../../../actions/index.ts';
import { type SitePart, siteSubject, TODO_STATES, type TodoState } from '../../../domain/alerts/todo.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, redirect } from '../../markup/outcome.ts';
import type { Choice } from '../../parts/form/choices.ts';
import { optionList } from '../../parts/form/field.ts';
import { limitsOf, optionsOf } from '../../parts/form/limits.ts';
import { formOutcome, type Refusal } from '../../parts/form/refusal.ts';
import type { Visit } from '../../visit/visit.ts';

export const STATUS_NAMES: Readonly<Record<TodoState, string>> = {
  open: 'Open',
  taken: 'Taken on',
  done: 'Done',
  ignored: 'Ignored',
};

export const STATUS_CHOICES: readonly Choice[] = TODO_STATES.map((value) => ({
  value,
  label: STATUS_NAMES[value],
}));

/** The noted work on a part of a site. */
export interface NotedSite {
  readonly site: string;
  readonly part: SitePart;
  readonly status: TodoState;
  readonly note: string | null;
}

/** A site's status, with a form for editors. @param page the form's page */
export function siteStatus(visit: Visit, page: string, { site, part, status, note }: NotedSite): Html {
  const noted = note !== null && html`<small><bdi>${note}</bdi></small>`;
  if (!visit.mayEdit) return html`${STATUS_NAMES[status]} ${noted}`;
  return html`<details class="row-menu" name="row"><summary>${STATUS_NAMES[status]}<span class="unseen"> at ${site}: change</span></summary>
<form method="post" action="${visit.address(page)}"><input type="hidden" name="do" value="status"><input type="hidden" name="site" value="${site}">
${part === 'own' && html`<input type="hidden" name="part" value="own">`}<label>Status <select name="status">${optionList(optionsOf(actions.set_todo.input.state, STATUS_NAMES), status)}</select></label>
<label>Note <input name="note" value="${note ?? ''}" autocomplete="off"${limitsOf(actions.set_todo.input.note)}></label>
<button>Save</button></form></details>${noted}`;
}

/** Saves the form. @param page the form's page @param refused that page with a refusal */
export async function saveSiteStatus(
  visit: Visit,
  form: URLSearchParams,
  page: string,
  refused: (refusal: Refusal) => Promise<Outcome>,
): Promise<Outcome> {
  const given = (name: string) => form.get(name) ?? '';
  const subject = siteSubject(given('site'), given('part') === 'own' ? 'own' : 'others');
  const input = { kind: 'site', subject, state: given('status'), note: given('note') };
  return await formOutcome(visit.act(actions.set_todo, input), () => redirect(visit.address(page)), refused);
}
