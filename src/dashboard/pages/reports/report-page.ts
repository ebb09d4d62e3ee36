import { actions } from '../../../actions/index.ts';
import { SightlineError } from '../../../domain/errors.ts';
import {
  type Block,
  REPORT_LIMITS,
  type ReportedAnswers,
  type ReportLook,
} from '../../../domain/sharing/shared-report.ts';
import { formatDay } from '../../../domain/time/instant.ts';
import { type FrozenReport, reportOf, type SharedReport } from '../../../pipeline/declare/shared-reports.ts';
import { NO_MAIL } from '../../../pipeline/deliver/endpoints.ts';
import { mailsOfReport, type ReportMail } from '../../../pipeline/deliver/report-mails.ts';
import { targetOf } from '../../../pipeline/deliver/target.ts';
import { type ClientTexts, figuresIn } from '../../../reports/client/figures.ts';
import { type Html, html } from '../../markup/html.ts';
import { download, type Outcome, page, redirect } from '../../markup/outcome.ts';
import { checkField, type Option, selectField, textField } from '../../parts/form/field.ts';
import { optionsOf } from '../../parts/form/limits.ts';
import { formOutcome, type Refusal, refusalNote } from '../../parts/form/refusal.ts';
import { dateText } from '../../parts/words/window-text.ts';
import { NO_CHOICE } from '../../visit/choice.ts';
import { hasHiddenFilter, redactTexts } from '../../visit/redaction.ts';
import type { Visit } from '../../visit/visit.ts';
import { editor } from './editor.ts';
import { blocksIn } from './editor-form.ts';
import { daysWords, type LinkInput, linkSection, newLink } from './links.ts';
import type { Paper } from './paper.ts';
import { answersIn, frozenOf, ownedBy } from './report-deps.ts';
import { blockStyle, reportFile } from './report-file.ts';
import { sheets } from './sheets.ts';

/** A report for clients; editors also get its link and, if frozen, its editor. */

interface Typed {
  readonly look?: ReportLook;
  readonly link?: LinkInput;
}

interface PageState {
  readonly refused?: Typed & { readonly refusal: Refusal };
  /** The new link, shown only once. */
  readonly made?: string;
}

export async function reportPage(visit: Visit, state: PageState = {}): Promise<Outcome> {
  const report = await storedReport(visit);
  const { refused, made } = state;
  const news = html`${made && newLink(made)}${refusalNote(refused?.refusal ?? null)}`;
  return page({
    title: report.title,
    ...(refused && { status: refused.refusal.status }),
    main:
      report.frozen === null
        ? html`${news}
<header class="page-head"><p class="crumb"><a href="${visit.to('reports')}">Reports</a></p>
<h1>${report.title}</h1>
<p class="lead">Live pages about ${visit.brand.name}: ${daysWords(report.window)}.</p></header>
${sharing(visit, report, state)}`
        : html`<link rel="stylesheet" href="${visit.address(`reports/${report.id}/style`)}">
${news}
${await frozenPage(visit, report, state)}`,
  });
}

async function frozenPage(visit: Visit, report: FrozenReport, state: PageState): Promise<Html> {
  const paper = paperOf(visit, report);
  if (visit.viewer.kind !== 'user') return sheets(report, paper);
  const { id, frozen } = report;
  return html`<header class="page-head not-printed"><p class="crumb"><a href="${visit.to('reports')}">Reports</a></p>
<p class="report-name">Report for ${visit.brand.name}</p>
<p class="lead">Figures as of ${visit.times.of(frozen.at)}. <a href="${visit.to(`reports/${id}/file`)}" download>Download one file</a> to read offline; to save a PDF, print.${visit.mayEdit && html` <a href="#blocks">Edit</a>, <a href="#link">share by a link</a>, or <a href="#mail">send by mail</a>.`}</p></header>
${sheets(
  report,
  paper,
  visit.mayEdit
    ? html`${sharing(visit, report, state)}
${editor(visit, { ...report, ...state.refused?.look }, paper.figures)}
${mailsSection(visit, report, await mailsOfReport(visit.db, ownedBy(visit), id))}`
    : null,
)}`;
}

/** The link, and the end of the report. */
function sharing(visit: Visit, report: SharedReport, { refused }: PageState): Html | null {
  if (!visit.mayEdit) return null;
  return html`${linkSection(visit, report, refused?.link)}
<details><summary>Delete this report</summary><form method="post" action="${visit.address(`reports/${report.id}`)}"><p class="help">Its link stops working.</p><p><button class="danger" name="do" value="delete">Delete report</button></p></form></details>`;
}

async function storedReport(visit: Visit): Promise<SharedReport> {
  return await reportOf(visit.db, ownedBy(visit), visit.params.report ?? '');
}

async function frozenReport(visit: Visit): Promise<FrozenReport> {
  const report = await storedReport(visit);
  if (report.frozen === null) throw new SightlineError('not_found', 'This report has no figures of its own.');
  return report;
}

function paperOf(visit: Visit, report: FrozenReport): Paper {
  const figures = figuresIn(report.frozen);
  const texts = JSON.parse(report.frozen.texts) as ClientTexts;
  return {
    figures,
    texts: redactTexts(texts, visit.mayOpen),
    link: (filters) =>
      hasHiddenFilter(Object.keys(figures.only), visit.mayOpen)
        ? null
        : visit.to('answers', { ...NO_CHOICE, ...figures.only, ...figures.window, ...filters }),
  };
}

/** Report colors and page footers; the CSP forbids inline styles. */
export async function reportStyle(visit: Visit): Promise<Outcome> {
  const report = await frozenReport(visit);
  return download({ name: `${report.id}.css`, type: 'text/css; charset=utf-8', body: blockStyle(report) });
}

/** The report as one file. */
export async function reportFileGet(visit: Visit): Promise<Outcome> {
  const report = await frozenReport(visit);
  const body = reportFile(report, { ...paperOf(visit, report), link: () => null });
  return download({
    name: `${visit.brand.id}-report-${formatDay(report.lastDay)}.html`,
    type: 'text/html; charset=utf-8',
    body,
  });
}

export async function reportPost(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const { id: report } = await storedReport(visit);
  switch (form.get('do')) {
    case 'delete':
      await visit.act(actions.delete_report, { report });
      return redirect(visit.address('reports'));
    case 'link':
      return await makeLink(visit, report, form);
    case 'revoke':
      await visit.act(actions.revoke_report_link, { report });
      return redirect(visit.address(`reports/${report}`));
    default:
      return await changeFrozen(visit, await frozenReport(visit), form);
  }
}

async function changeFrozen(visit: Visit, report: FrozenReport, form: URLSearchParams): Promise<Outcome> {
  const { id, only, blocks } = report;
  const at = visit.address(`reports/${id}`);
  if (form.get('do') === 'mail') return await addMail(visit, id, form);
  if (form.get('do') === 'no-logo') {
    await visit.act(actions.set_report_logo, { report: id, picture: null });
    return redirect(at);
  }
  const look = lookIn(form, blocks);
  return await attempt(visit, { look }, async () => {
    const answers = answersIn(form, only, visit.now);
    const isNew = form.get('do') === 'anew' || isOther(answers, report);
    const figures = isNew ? { figures: { answers, frozen: await frozenOf(visit, answers) } } : {};
    const { preparedBy: prepared_by, ...rest } = look;
    await visit.act(actions.change_report, { report: id, ...rest, prepared_by, ...figures });
    return redirect(form.has('do') ? at : `${at}#blocks`);
  });
}

/** Shows the page again if the change is refused. */
async function attempt(visit: Visit, typed: Typed, change: () => Promise<Outcome>): Promise<Outcome> {
  return await formOutcome(
    change(),
    (outcome) => outcome,
    (refusal) => reportPage(visit, { refused: { ...typed, refusal } }),
  );
}

export async function logoPost(visit: Visit): Promise<Outcome> {
  const { id: report } = await frozenReport(visit);
  const upload = await visit.upload();
  return await attempt(visit, {}, async () => {
    if (upload === null || upload.name === '') {
      throw new SightlineError('invalid_argument', 'Choose a picture first.');
    }
    const picture = (await bytesOf(upload.bytes)).toString('base64');
    await visit.act(actions.set_report_logo, { report, picture });
    return redirect(visit.address(`reports/${report}`));
  });
}

/** The file's bytes, until they are too many. */
async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    all.push(chunk);
    size += chunk.length;
    if (size > REPORT_LIMITS.logoBytes) break;
  }
  return Buffer.concat(all);
}

function lookIn(form: URLSearchParams, blocks: readonly Block[]): ReportLook {
  const [title = '', preparedBy = '', color = ''] = ['title', 'prepared_by', 'color'].map(
    (name) => form.get(name) ?? '',
  );
  return { title, preparedBy, color, blocks: blocksIn(form, blocks) };
}

function isOther(one: ReportedAnswers, other: ReportedAnswers): boolean {
  return one.firstDay !== other.firstDay || one.lastDay !== other.lastDay || one.compare !== other.compare;
}

async function makeLink(visit: Visit, report: string, form: URLSearchParams): Promise<Outcome> {
  const link = { pages: form.getAll('pages'), days: form.get('days') ?? '' };
  const days = /^\d{1,9}$/.test(link.days) ? Number(link.days) : 0;
  return await attempt(visit, { link }, async () => {
    const { data } = await visit.act(actions.link_report, { ...link, report, days });
    return await reportPage(visit, { made: `${visit.client.origin}/share/${data.token}` });
  });
}

async function addMail(visit: Visit, report: string, form: URLSearchParams): Promise<Outcome> {
  const given = { address: (form.get('address') ?? '').trim(), pace: form.get('pace') ?? 'monthly' };
  const format = form.get('format') || undefined;
  return await attempt(visit, {}, async () => {
    if (visit.deps.senders.mailer === null && targetOf(given.address).kind === 'mail')
      throw new SightlineError('conflict', NO_MAIL);
    await visit.act(actions.mail_report, {
      ...given,
      ...(format && { format }),
      report,
      again: form.has('again'),
    });
    return redirect(`${visit.address(`reports/${report}`)}#mail`);
  });
}

export async function mailEnd(visit: Visit): Promise<Outcome> {
  await visit.act(actions.stop_report_mail, { mail: visit.params.mail ?? '' });
  return redirect(`${visit.address(`reports/${visit.params.report}`)}#mail`);
}

/** '' leaves the format to the address's host. */
const CHAT_CHOICES: readonly Option[] = [
  ['', 'As the address suggests'],
  ['slack', 'Slack'],
  ['teams', 'Microsoft Teams'],
];

/** Recipients of scheduled reports, and a form to add one. */
function mailsSection(visit: Visit, { id }: FrozenReport, mails: readonly ReportMail[]): Html {
  const { address, pace } = actions.mail_report.input;
  const { mailer, secretKey } = visit.deps.senders;
  return html`<section aria-labelledby="mail"><h2 id="mail">By mail, Slack, or Teams</h2>
<p class="help">Each Monday, or on the first of a month, at 06:00 UTC: the past week or month, with these blocks and its own figures, saved as
a report. Its first line states the change. It includes lost questions. Recipients of mail can unsubscribe.</p>
${
  mailer !== null || secretKey !== null
    ? html`${mailer === null && html`<p class="help">${NO_MAIL}</p>`}<form method="post" action="${visit.address(`reports/${id}`)}" class="link-form">
${textField({ name: 'address', label: 'Address', of: address, help: 'An email address, or the URL of a webhook of Slack or Teams.' })}
${selectField({ name: 'format', label: 'Webhook format', choices: CHAT_CHOICES })}
${selectField({
  name: 'pace',
  label: 'How often',
  choices: optionsOf(pace, { monthly: 'each month', weekly: 'each week' }),
})}
${visit.user.role === 'admin' && html`<div class="field">${checkField('again', 'yes', 'They unsubscribed and asked for it again', false)}</div>`}
<p class="field"><button name="do" value="mail">Send it there</button></p></form>`
    : html`<p class="muted">${NO_MAIL}</p>`
}
${mails.length > 0 && mailTable(visit, id, mails)}</section>`;
}

function mailTable(visit: Visit, report: string, mails: readonly ReportMail[]): Html {
  return html`<table class="cards links"><caption class="unseen">Recipients</caption>
<thead><tr><th scope="col">Address</th><th scope="col">How often</th><th scope="col">Next</th><th scope="col">Last sent</th><th scope="col"><span class="unseen">Action</span></th></tr></thead>
<tbody>${mails.map(
    ({ id, address, pace, day, lastSentAt, lastFailure }) =>
      html`<tr><th scope="row"><bdi>${address}</bdi></th><td data-label="How often">${pace}</td><td data-label="Next">${formatDay(day)}</td>
<td data-label="Last sent">${lastSentAt === null ? 'never' : dateText(new Date(lastSentAt))}${lastFailure !== null && html`<small class="counts">${lastFailure}</small>`}</td>
<td data-label=""><form method="post" action="${visit.address(`reports/${report}/mails/${id}/remove`)}"><button class="as-link danger">Stop<span class="unseen"> sending to ${address}</span></button></form></td></tr>
`,
  )}</tbody></table>`;
}
