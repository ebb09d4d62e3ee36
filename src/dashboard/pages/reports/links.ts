import { actions } from '../../../actions/index.ts';
import { LINK_DAYS, SHARED_PAGES, type SharedPage } from '../../../domain/sharing/shared-report.ts';
import type { SharedReport } from '../../../pipeline/declare/shared-reports.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { checkField } from '../../parts/form/field.ts';
import { limitsOf } from '../../parts/form/limits.ts';
import { oneTimeSecret } from '../../parts/form/one-time-secret.ts';
import { dateText, windowLabel } from '../../parts/words/window-text.ts';
import { sharedName } from '../../visit/navigation.ts';
import type { Visit } from '../../visit/visit.ts';

/** A link form's refused input. */
export interface LinkInput {
  readonly pages: readonly string[];
  readonly days: string;
}

/** A new link's address. */
export function newLink(address: string): Html {
  const remark =
    'Copy it now: Sightline stores only its hash and cannot show it again. Anyone with the link can read what you chose.';
  return oneTimeSecret('Your link', [{ label: 'Address', text: address }], remark);
}

const LIVE_PAGES: readonly string[] = ['overview', 'competitors', 'sources'];

/** The report's link, and a form to make or replace it. */
export function linkSection(visit: Visit, report: SharedReport, refused?: LinkInput): Html {
  const { id, pages, linkUntil, frozen } = report;
  const action = visit.address(`reports/${id}`);
  const unchosen = frozen === null ? LIVE_PAGES : [];
  const chosen = refused?.pages ?? (pages.length > 0 ? pages : unchosen);
  return html`<section aria-labelledby="link"><h2 id="link">Link for clients</h2>
<p class="help">Anyone with the link reads ${frozen === null ? 'these pages' : 'this report with its lost questions, and the live pages that you add,'} without
signing in, until it expires or you revoke it. It shows no settings, keys, costs, or other brands, and tells search engines not to list it.</p>
${linkUntil !== null && html`<form method="post" action="${action}" class="row"><p>This report has a link: ${linkText(visit, linkUntil)}.</p><button class="danger" name="do" value="revoke">Revoke</button></form>`}
<form method="post" action="${action}" class="link-form">
<fieldset class="field"><legend>${frozen === null ? 'Pages' : 'Live pages beside it'}</legend>${SHARED_PAGES.map(
    (each) => checkField('pages', each, pageName(each), chosen.includes(each)),
  )}</fieldset>
<div class="field"><label for="days">Days until it expires</label>
<input id="days" name="days" type="number"${limitsOf(actions.link_report.input.days)} value="${refused?.days ?? LINK_DAYS.default}"></div>
<p class="field"><button class="primary" name="do" value="link">${linkUntil === null ? 'Make a link' : 'Replace the link'}</button></p>
</form></section>`;
}

/** `until December 20, 2026` */
export function linkText({ now }: Visit, until: number | null): string {
  if (until === null) return 'none';
  return `${until <= now ? 'expired' : 'until'} ${dateText(new Date(until))}`;
}

/** A live report's days. */
export function daysWords(window: string | null): string {
  return window === null ? 'readers choose the days' : (windowLabel(window) ?? 'fixed dates');
}

function pageName(each: SharedPage): Content {
  const hints: Partial<Record<SharedPage, string>> = {
    answers:
      'full texts of answers and questions, also behind figures, and quotes under Competitors and in frozen reports',
    competitors: 'figures; quotes only with Answers',
    sources:
      'sites, pages, crawls, visits (also paid ones), and engine searches, which may repeat words from a question; question texts only with Questions',
    said: 'figures by theme, and your facts; quotes only with Answers',
    questions: 'texts of your questions, also under Searches',
    alerts: 'changes and their figures',
    'spot-check': 'readers paste what an engine told them, and see only that; you see all of it',
  };
  const hint = hints[each];
  return html`${sharedName(each)}${hint && html` <small class="muted">${hint}</small>`}`;
}
