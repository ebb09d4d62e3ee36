import { actions } from '../../actions/index.ts';
import { InvalidInput } from '../../actions/run-action.ts';
import { may } from '../../domain/access/permissions.ts';
import { ALERT_KINDS, type AlertKind } from '../../domain/alerts/alert-rules.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { alertsOf } from '../../pipeline/declare/document/document.ts';
import { callersOfUser } from '../../reports/run/user-caller.ts';
import type { Caller } from '../../reports/shape/report.ts';
import { type Html, html } from '../markup/html.ts';
import { type Outcome, page, redirect } from '../markup/outcome.ts';
import { checkField, textField } from '../parts/form/field.ts';
import { KIND_LABELS } from '../parts/words/kind-words.ts';
import type { PageRoute } from '../route.ts';
import { addressOf, type Visit } from '../visit/visit.ts';

export const alertSettingsRoutes: readonly PageRoute[] = [
  {
    path: '/settings/alerts',
    who: 'viewer',
    whoPosts: 'editor',
    ofAllBrands: 'forms',
    get: async (visit) => {
      const callers = await callersOfUser(visit.db, visit.user, visit.now);
      const caller = chosenIn(callers, visit.query.get('organization'));
      if (caller === null) return noOrganization();
      const alerts = await alertsOf(visit.db, caller.organizationId);
      return settingsPage(visit, callers, caller, typedOf(alerts), new Map());
    },
    post: async (visit, form) => await saved(visit, form),
  },
];

/** The form fields as text. */
interface TypedSettings {
  readonly enabled: boolean;
  readonly kinds: readonly string[];
  readonly points: string;
  readonly sample: string;
}

function typedOf(alerts: Awaited<ReturnType<typeof alertsOf>>): TypedSettings {
  return {
    enabled: alerts.enabled ?? true,
    kinds: alerts.kinds === 'all' || alerts.kinds === undefined ? ALERT_KINDS : alerts.kinds,
    points: String(alerts.min_delta_points),
    sample: String(alerts.min_sample_each_side),
  };
}

function chosenIn(callers: readonly Caller[], organization: string | null): Caller | null {
  return callers.find(({ organizationName }) => organizationName === organization) ?? callers[0] ?? null;
}

async function saved(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const callers = await callersOfUser(visit.deps.db, visit.user, visit.now);
  const caller = chosenIn(callers, form.get('organization'));
  if (caller === null) return noOrganization();
  const typed: TypedSettings = {
    enabled: form.has('enabled'),
    kinds: form.getAll('kinds'),
    points: (form.get('points') ?? '').trim(),
    sample: (form.get('sample') ?? '').trim(),
  };
  if (typed.enabled && typed.kinds.length === 0) {
    const errors = new Map([['kinds', 'Choose at least one, or turn alerts off.']]);
    return settingsPage(visit, callers, caller, typed, errors);
  }
  const { organizationId, organizationName: name } = caller;
  try {
    await visit.act(actions.set_alerts, alertsIn(typed), { organizationId });
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return settingsPage(visit, callers, caller, typed, errorsIn(error));
  }
  return redirect(addressOf('/settings/alerts', { saved: '1', organization: name }));
}

/** If every kind is checked, future kinds count too. */
function alertsIn({ enabled, kinds, points, sample }: TypedSettings) {
  const isAll = ALERT_KINDS.every((kind) => kinds.includes(kind));
  const number = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : text);
  return {
    enabled,
    ...(kinds.length === 0 ? {} : { kinds: isAll ? 'all' : [...new Set(kinds)] }),
    min_delta_points: number(points),
    min_sample_each_side: number(sample),
  };
}

function errorsIn({ problems }: InvalidInput): Map<string, string> {
  const fields: Readonly<Record<string, string>> = {
    min_delta_points: 'points',
    min_sample_each_side: 'sample',
    kinds: 'kinds',
  };
  return new Map(
    problems.map(({ at, text }) => {
      const name = at.replace(/\[.*$/s, '');
      return [fields[name] ?? '', `It ${text.slice(at.length).trim()}.`];
    }),
  );
}

function noOrganization(): Outcome {
  return page({
    title: 'Alert settings',
    main: html`<header class="page-head"><h1>Alert settings</h1></header>
<p class="empty">There is no organization yet.</p>`,
  });
}

const MEANINGS: Readonly<Record<AlertKind, string>> = {
  visibility_drop: 'an engine names the brand in fewer of its answers than before',
  visibility_rise: 'an engine names the brand in more of its answers than before',
  engine_blackout: 'an engine that named the brand names it in no answer',
  competitor_overtook: 'most answers that name either brand now put the competitor ahead',
  cited_not_named: 'an engine cites the brand’s own pages more often without naming it',
  negative_framing: 'a larger share of the brand’s judged mentions is negative',
};

function settingsPage(
  visit: Visit,
  callers: readonly Caller[],
  caller: Caller,
  typed: TypedSettings,
  errors: ReadonlyMap<string, string>,
): Outcome {
  const mayEdit = may(visit.user, 'alertSettings');
  return page({
    title: 'Alert settings',
    ...(errors.size > 0 ? { status: 422 } : {}),
    main: html`<header class="page-head"><h1>Alert settings</h1>
<p class="lead">For every brand of <bdi>${caller.organizationName}</bdi>. A change becomes an alert only if it exceeds its margin of error in three daily checks in a row.${mayEdit && html` <a href="/delivery">Who receives alerts</a>`}</p></header>
${callers.length > 1 && organizationLinks(callers, caller)}
${visit.query.has('saved') && html`<p class="note" role="status">Saved.</p>`}
${errors.size > 0 && html`<p class="note error" role="alert"><b>Nothing was saved.</b> ${errors.get('') ?? 'See the marked fields below.'}</p>`}
<form method="post" class="stack" novalidate><input type="hidden" name="organization" value="${caller.organizationName}">
<fieldset class="stack"${!mayEdit && html` disabled`}>
${checkField('enabled', '1', 'Check for changes', typed.enabled)}
${kindBoxes(typed, errors.get('kinds'))}
${textField({ name: 'points', label: 'Smallest change, in percentage points', value: typed.points, error: errors.get('points'), help: '1 to 100. From 40% to 30% of the answers is 10 points.' })}
${textField({ name: 'sample', label: 'Answers needed on each side', value: typed.sample, error: errors.get('sample'), help: `In the last 7 days, and in the 28 days before. At least ${MIN_SAMPLE}: fewer give no rate.` })}
${mayEdit && html`<p><button class="primary">Save</button></p>`}
</fieldset></form>`,
  });
}

function organizationLinks(callers: readonly Caller[], current: Caller): Html {
  return html`<nav class="row" aria-label="Organization">${callers.map(
    ({ organizationName: name }) =>
      html`<a href="${addressOf('/settings/alerts', { organization: name })}"${name === current.organizationName && html` aria-current="true"`}>${name}</a>`,
  )}</nav>`;
}

function kindBoxes(typed: TypedSettings, error: string | undefined): Html {
  return html`<fieldset><legend>Changes to report</legend>
${ALERT_KINDS.map((kind) =>
  checkField(
    'kinds',
    kind,
    html`${KIND_LABELS[kind]}<span class="help">: ${MEANINGS[kind]}</span>`,
    typed.kinds.includes(kind),
  ),
)}
${error !== undefined && html`<p class="field-error">${error}</p>`}</fieldset>`;
}
