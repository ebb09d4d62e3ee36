import { SightlineError } from '../../../domain/errors.ts';
import {
  type Block,
  REPORT_LIMITS,
  type ReportedAnswers,
  type ReportLook,
} from '../../../domain/sharing/client-report.ts';
import { logoOf } from '../../../domain/sharing/logo.ts';
import { REPORT_PACES } from '../../../domain/sharing/report-mail.ts';
import { formatDay } from '../../../domain/time/instant.ts';
import { createShare, revokeShare, sharesOf } from '../../../pipeline/accounts/shares.ts';
import {
  type ClientReport,
  changeClientReport,
  clientReportOf,
  removeClientReport,
  replaceFigures,
} from '../../../pipeline/declare/client-reports.ts';
import { addReportMail, mailsOfReport, removeReportMail } from '../../../pipeline/deliver/report-mails.ts';
import type { ClientFigures, ClientTexts } from '../../../reports/client/figures.ts';
import { type Html, html } from '../../markup/html.ts';
import { download, type Outcome, page, redirect } from '../../markup/outcome.ts';
import { newLink } from '../../parts/form/share-links.ts';
import { NO_CHOICE } from '../../visit/choice.ts';

import type { Visit } from '../../visit/visit.ts';
import { editor } from './editor.ts';
import { blocksIn } from './editor-form.ts';
import { linksSection } from './links.ts';
import { mailsSection } from './mails.ts';
import type { Paper } from './paper.ts';
import { answersIn, frozenOf, ownedBy, refusedBy, reportDeps } from './report-deps.ts';
import { reportFile } from './report-file.ts';
import { blockStyle } from './report-style.ts';
import { sheets } from './sheets.ts';

/** A client report; editors also get its editor. */

interface PageState {
  /** Refused input and the error. */
  readonly refused?: { readonly look: ReportLook; readonly message: string };
  /** The new link, shown only once. */
  readonly made?: string;
}

export async function reportPage(visit: Visit, { refused, made }: PageState = {}): Promise<Outcome> {
  const report = await storedReport(visit);
  const paper = paperOf(visit, report);
  const style = visit.address(`reports/${report.id}/style`);
  return page({
    title: report.title,
    tab: visit.viewer.kind === 'user' ? 'reports' : undefined,
    ...(refused && { status: 400 }),
    main: html`<link rel="stylesheet" href="${style}">
${made && newLink(made, 'this report')}${refused && html`<p class="note error" role="alert">${refused.message}</p>`}
${sheets(report, paper, visit.viewer.kind === 'user' ? await reportControls(visit, report, { paper, refused }) : null)}`,
  });
}

/** Controls beside the report. */
async function reportControls(
  visit: Visit,
  report: ClientReport,
  { paper, refused }: { readonly paper: Paper; readonly refused: PageState['refused'] },
): Promise<Html> {
  return html`<header class="page-head"><p class="crumb"><a href="${visit.to('reports')}">Reports</a></p>
<p class="report-name">Report for ${visit.brand.name}</p>
<p class="lead"><a href="${visit.to(`reports/${report.id}/file`)}" download>Download one file</a> to read offline. To print or save a PDF, use your browser.</p></header>
<p class="muted">Figures as of ${visit.times.of(report.figuresAt)}.</p>
${visit.mayEdit && editor(visit, { ...report, ...refused?.look }, paper.figures)}
${visit.mayEdit && linksSection(visit, report, await linksOf(visit, report))}
${visit.mayEdit && mailsSection(visit, report, await mailsOfReport(visit.db, ownedBy(visit), report.id))}`;
}

async function storedReport(visit: Visit): Promise<ClientReport> {
  return await clientReportOf(visit.db, ownedBy(visit), visit.params.report ?? '');
}

function paperOf(visit: Visit, report: ClientReport): Paper {
  const figures = JSON.parse(report.frozen.figures) as ClientFigures;
  const texts = JSON.parse(report.frozen.texts) as ClientTexts;
  return {
    figures,
    texts: visit.mayOpen('answers') ? texts : { ...texts, quotes: [] },
    link: (filters) => visit.to('answers', { ...NO_CHOICE, ...figures.only, ...figures.window, ...filters }),
  };
}

async function linksOf(visit: Visit, { id }: ClientReport) {
  return (await sharesOf(visit.db, ownedBy(visit))).filter(({ report }) => report === id);
}

/** Report colors and page footers; the CSP forbids inline styles. */
export async function reportStyle(visit: Visit): Promise<Outcome> {
  const report = await storedReport(visit);
  return download({ name: `${report.id}.css`, type: 'text/css; charset=utf-8', body: blockStyle(report) });
}

/** The report as one file. */
export async function reportFileGet(visit: Visit): Promise<Outcome> {
  const report = await storedReport(visit);
  const body = reportFile(report, { ...paperOf(visit, report), link: () => null });
  return download({
    name: `${visit.brand.id}-report-${formatDay(report.lastDay)}.html`,
    type: 'text/html; charset=utf-8',
    body,
  });
}

export async function reportPost(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const report = await storedReport(visit);
  const [deps, of, at] = [reportDeps(visit), ownedBy(visit), visit.address(`reports/${report.id}`)];
  if (form.get('do') === 'delete') {
    await removeClientReport(deps, of, report.id);
    return redirect(visit.address('reports'));
  }
  if (form.get('do') === 'link') return await makeLink(visit, report, form);
  if (form.get('do') === 'mail') return await addMail(visit, report, form);
  if (form.get('do') === 'no-logo') {
    await changeClientReport(deps, of, report.id, { logo: null });
    return redirect(at);
  }
  const look = lookIn(form, report.blocks);
  try {
    const answers = answersIn(form, report.only, visit.now);
    const isNew = form.get('do') === 'anew' || isOther(answers, report);
    const frozen = isNew ? await frozenOf(visit, answers) : null;
    await changeClientReport(deps, of, report.id, { look });
    if (frozen !== null) await replaceFigures(deps, of, report.id, { answers, frozen });
    return redirect(form.has('do') ? at : `${at}#blocks`);
  } catch (error) {
    return await reportPage(visit, { refused: { look, message: refusedBy(error) } });
  }
}

export async function logoPost(visit: Visit): Promise<Outcome> {
  const report = await storedReport(visit);
  const upload = await visit.upload();
  try {
    if (upload === null || upload.name === '') {
      throw new SightlineError('invalid_argument', 'Choose a picture first.');
    }
    const logo = logoOf(await bytesOf(upload.bytes));
    await changeClientReport(reportDeps(visit), ownedBy(visit), report.id, { logo });
    return redirect(visit.address(`reports/${report.id}`));
  } catch (error) {
    return await reportPage(visit, { refused: { look: report, message: refusedBy(error) } });
  }
}

/** The file's bytes, up to the limit. */
async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
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

async function makeLink(visit: Visit, report: ClientReport, form: URLSearchParams): Promise<Outcome> {
  const days = form.get('days') ?? '';
  const request = {
    name: form.get('name') ?? '',
    report: report.id,
    pages: form.getAll('pages'),
    days: /^\d{1,9}$/.test(days) ? Number(days) : Number.NaN,
  };
  try {
    const { token } = await createShare(reportDeps(visit), ownedBy(visit), request);
    return await reportPage(visit, { made: `${visit.client.origin}/share/${token}` });
  } catch (error) {
    return await reportPage(visit, { refused: { look: report, message: refusedBy(error) } });
  }
}

async function addMail(visit: Visit, report: ClientReport, form: URLSearchParams): Promise<Outcome> {
  const pace = REPORT_PACES.find((each) => each === form.get('pace')) ?? 'monthly';
  // Only an admin can confirm a new subscription.
  const isWantedAgain = form.has('again') && visit.user.role === 'admin';
  const given = { address: form.get('address') ?? '', pace, isWantedAgain };
  try {
    const deps = { ...reportDeps(visit), senders: visit.deps.senders };
    await addReportMail(deps, ownedBy(visit), report.id, given);
    return redirect(`${visit.address(`reports/${report.id}`)}#mail`);
  } catch (error) {
    return await reportPage(visit, { refused: { look: report, message: refusedBy(error) } });
  }
}

export async function mailEnd(visit: Visit): Promise<Outcome> {
  await removeReportMail(reportDeps(visit), ownedBy(visit), visit.params.mail ?? '');
  return redirect(`${visit.address(`reports/${visit.params.report}`)}#mail`);
}

export async function linkEnd(visit: Visit): Promise<Outcome> {
  await revokeShare(reportDeps(visit), ownedBy(visit), visit.params.share ?? '');
  return redirect(visit.address(`reports/${visit.params.report}`));
}
