import { hasEnded } from '../../../domain/task.ts';
import { DAY_MS } from '../../../domain/time/period.ts';
import { type Task, tasksOf } from '../../../pipeline/tasks/tasks-of-brand.ts';
import { MOST_UPLOAD_BYTES } from '../../../pipeline/tasks/upload.ts';
import { isDrainSet } from '../../../pipeline/traffic/drain.ts';
import {
  filesStanding,
  givenDetailOf,
  givenKindOf,
  type Standing,
} from '../../../pipeline/traffic/given-files.ts';
import { givenReport, leftOutOfTable } from '../../../pipeline/traffic/given-words.ts';
import { leftOutWords } from '../../../pipeline/traffic/left-out-words.ts';
import { countedLogOf, type GivenFile, givenFilesOf } from '../../../pipeline/traffic/log-files.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Page, page } from '../../markup/outcome.ts';
import { checkField, linesField } from '../../parts/form/field.ts';
import { oneTimeSecret } from '../../parts/form/one-time-secret.ts';
import { doneNote, type Refusal, refusalNote } from '../../parts/form/refusal.ts';
import { progressWords, stateWords } from '../../parts/words/task-words.ts';
import type { Visit } from '../../visit/visit.ts';

interface PageState {
  readonly refusal?: Refusal;
  /** As typed in a refused form. */
  readonly mapping?: string;
  /** A new address and its secret, shown only once. */
  readonly made?: { readonly address: string; readonly secret: string };
}

/** A drain has a row a day: of about a quarter. */
const MOST_FILES = 100;
const MOST_TASKS = 50;

const DONE: ReadonlyMap<string, string> = new Map([
  ['file', 'The file is being read. You can leave this page; the work continues.'],
  ['figures', 'The figures are stored.'],
  ['files', 'The files are being read, one after another. You can leave this page; the work continues.'],
  ['removed', 'The address takes nothing more. What was counted stays.'],
]);

export async function logsPage(visit: Visit, { refusal, mapping = '', made }: PageState): Promise<Page> {
  const { db, brand } = visit;
  const files = await givenFilesOf(db, brand.id, MOST_FILES);
  const open = (await tasksOf(db, brand.id, MOST_TASKS)).filter(
    ({ kind, state }) => kind === 'logs' && !hasEnded(state),
  );
  const isQuiet = refusal === undefined && made === undefined;
  return page({
    title: `Logs and files · ${brand.name}`,
    status: refusal?.status ?? 200,
    main: html`<header class="page-head">
<h1>Logs and files</h1>
<p class="lead">A log of your site says which crawlers read it and which visits AI products led to. Sightline counts them and <a href="/docs/traffic.md#what-is-kept">keeps none of its lines</a>, except the first 200 characters of up to three per file that it could not read, user agents included, with IP and mail addresses masked.</p>
<p class="help"><a href="${visit.to('your-pages')}">Your pages</a> shows what was counted, <a href="${visit.to('coverage')}">Coverage</a> which days the log has.</p>
</header>
${refusalNote(refusal ?? null)}
${isQuiet && doneNote(DONE.get(visit.query.get('done') ?? ''))}
${made && madeNote(made)}
${open.length > 0 && openTasks(visit, open)}
${visit.mayEdit && fileForm(visit, mapping)}
${await addressSection(visit, files)}
<section><h2>Given so far</h2>
${files.length === 0 ? html`<p class="empty">No log yet. Until there is one, crawls and visits are unknown, not zero.</p>` : fileTable(files, visit, await filesStanding(db, brand.id, files))}
<p class="help">A log cannot be taken back: its lines are counted, not kept. The same line counts once, so a log given twice changes nothing. A file with figures replaces those of its days.</p></section>`,
  });
}

function madeNote({ address, secret }: NonNullable<PageState['made']>): Html {
  return oneTimeSecret(
    'Address for your log',
    [
      { label: 'Address', text: address },
      { label: 'Secret', text: secret },
    ],
    html`Copy both now: Sightline does not show them again. <a href="/docs/traffic.md#drain">How to enter them at Vercel, Cloudflare, or nginx</a>`,
  );
}

function openTasks(visit: Visit, tasks: readonly Task[]): Html {
  return html`<ul class="facts" aria-label="Logs being read">${tasks.map((task) => {
    const words = progressWords(task);
    return html`<li><a href="${visit.address(`tasks/${task.publicId}`)}">${stateWords(task)}${words && html`: ${words}`}</a></li>`;
  })}</ul>`;
}

function fileForm(visit: Visit, mapping: string): Html {
  const most = MOST_UPLOAD_BYTES / 1024 / 1024;
  return html`<form method="post" enctype="multipart/form-data" action="${visit.address('logs')}" class="stack">
<details${mapping !== '' && html` open`}><summary>If Sightline does not know your file’s fields</summary>
${linesField({ name: 'mapping', label: 'Where each field is', value: mapping, help: html`One per line, for JSON and CSV: <code>status=code</code>, <code>agent=request.headers.User-Agent</code>. <a href="/docs/log-formats.md">All fields</a>` })}
${checkField('is', 'figures', 'It is a table of figures, with names of its own', false)}</details>
<div class="field"><label for="files">Files</label>
<input id="files" name="files" type="file" required multiple aria-describedby="files-help">
<p id="files-help" class="help">As your server or CDN writes them, gzipped or not, up to ${most} MB each. Sightline recognizes the <a href="/docs/log-formats.md">format</a>. On the server, <code>sightline logs import</code> takes files of any size. <a href="/docs/traffic.md#figures">Figures of Bing, Search Console, and Google Analytics</a> are shown before they are stored.</p></div>
<p><button class="primary">Read them</button></p>
</form>`;
}

async function addressSection(visit: Visit, files: readonly GivenFile[]): Promise<Html> {
  const isSet = await isDrainSet(visit.db, visit.brand.id);
  const last = files.find(({ kind }) => kind === 'drain');
  const state = isSet
    ? html`It takes batches${last ? html`: ${last.lines.toLocaleString('en-US')} lines on ${last.name}.` : ', and none has come yet.'}`
    : html`No address takes the log now.`;
  return html`<section><h2>Address for the log</h2>
<p>Instead of files, your server or CDN can post its log to a secret address. ${state} <a href="/docs/traffic.md#drain">How to set it up</a></p>
${
  visit.mayEdit &&
  html`<form method="post" action="${visit.address('logs/address')}" class="row">
<button name="do" value="set"${isSet && html` class="danger"`}>${isSet ? 'Replace the address' : 'Make an address'}</button>
${isSet && html`<button name="do" value="remove" class="danger">Remove it</button>`}
</form>`
}</section>`;
}

function fileTable(files: readonly GivenFile[], visit: Visit, standing: ReadonlyMap<number, Standing>): Html {
  return html`<table class="cards ledger">
<caption class="unseen">Given files, newest first</caption>
<thead><tr><th scope="col">File</th><th scope="col">Given</th><th scope="col">Days</th><th scope="col" class="figure">Lines</th><th scope="col" class="figure">Counted</th><th scope="col">Left out</th></tr></thead>
<tbody>
${files.map((file) => fileRow(file, visit, standing.get(file.id)))}
</tbody>
</table>`;
}

function fileRow(file: GivenFile, { times }: Visit, standing: Standing | undefined): Html {
  const { kind, name, digest, givenBy, givenAt, lines, counted } = file;
  const given = standing && givenKindOf(kind);
  const what =
    kind === 'drain'
      ? 'From the address'
      : digest === ''
        ? 'Not read to its end'
        : `${given ? `${givenReport(given).name}, ` : ''}SHA-256 ${digest.slice(0, 12)}…`;
  return html`<tr><th scope="row" data-label="File"><bdi>${name}</bdi> <small${digest !== '' && html` title="${digest}"`}>${what}</small></th><td data-label="Given">${times.of(givenAt)} <small><bdi>${givenBy}</bdi></small></td><td data-label="Days">${daysText(file)}</td><td data-label="Lines" class="figure">${lines.toLocaleString('en-US')}</td><td data-label="Counted" class="figure">${counted.toLocaleString('en-US')}</td><td data-label="Left out">${standing ? figuresLeftOut(file, standing) : leftOut(file)}</td></tr>`;
}

function figuresLeftOut(file: GivenFile, { isReplaced, overlaps }: Standing): Html {
  const words = [
    ...(isReplaced ? ['A later file replaced it.'] : []),
    ...overlaps.map((name) => `It overlaps “${name}”: do not add them up.`),
    ...leftOutOfTable({
      ...givenDetailOf(file),
      ...{ kind: givenKindOf(file.kind), lines: file.lines, stored: file.counted },
    }),
  ];
  return html`${words.map((each) => html`<p>${each}</p>`)}`;
}

function daysText({ firstDay, lastDay }: GivenFile): string {
  if (firstDay === null || lastDay === null) return '–';
  const [first, last] = [firstDay, lastDay].map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10));
  return first === last ? `${first}` : `${first} to ${last}`;
}

function leftOut(file: GivenFile): Html {
  const log = countedLogOf(file);
  const words = leftOutWords(log);
  const before = log.repeated === 0 ? [] : [`${log.repeated.toLocaleString('en-US')} counted before.`];
  return html`${[...before, ...words].map((each) => html`<p>${each}</p>`)}${
    log.unreadFirst.length > 0 &&
    html`<details><summary>First lines not read</summary><pre>${log.unreadFirst.join('\n')}</pre></details>`
  }`;
}
