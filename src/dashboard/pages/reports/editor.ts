import { actions } from '../../../actions/index.ts';
import { ReportBlock } from '../../../actions/shared-reports.ts';
import { type Block, REPORT_LIMITS } from '../../../domain/sharing/shared-report.ts';
import { formatDay } from '../../../domain/time/instant.ts';
import type { FrozenReport } from '../../../pipeline/declare/shared-reports.ts';
import type { ClientFigures } from '../../../reports/client/figures.ts';
import { sentenceOf } from '../../../reports/client/sentences.ts';
import { type Html, html } from '../../markup/html.ts';
import { field, type Option, selectField, textField } from '../../parts/form/field.ts';
import { limitsOf } from '../../parts/form/limits.ts';
import type { Visit } from '../../visit/visit.ts';

const COMPARE_OPTIONS: readonly Option[] = [
  ['previous', 'the days before'],
  ['year', 'a year earlier'],
  ['off', 'nothing'],
];

/** The report's editor. One form holds everything but the logo, so a button that moves a block also saves typed text. */
export function editor(visit: Visit, report: FrozenReport, figures: ClientFigures): Html {
  const { id, title, preparedBy, color, firstDay, lastDay, compare, blocks, logo } = report;
  return html`<form method="post" action="${visit.address(`reports/${id}`)}" class="report-editor">
<button class="unseen" name="do" value="save" tabindex="-1">Save</button>
<div class="report-fields">
${textField({ name: 'title', label: 'Title', value: title, of: actions.change_report.input.title })}
${textField({ name: 'from', label: 'First day (UTC)', type: 'date', value: formatDay(firstDay), isRequired: true, help: 'Fixed: figures do not move. New days recompute them.' })}
${textField({ name: 'until', label: 'Last day', type: 'date', value: formatDay(lastDay), isRequired: true })}
${selectField({ name: 'compare', label: 'Compared with', choices: COMPARE_OPTIONS, value: compare })}
${textField({ name: 'prepared_by', label: 'Prepared by', value: preparedBy, of: actions.change_report.input.prepared_by, isRequired: false })}
${field({ name: 'color', label: 'Color', help: 'Dark enough to read on white.' }, (attributes) => html`<input ${attributes} type="color" value="${color}">`)}
</div>
<fieldset class="report-blocks" id="blocks"><legend>Blocks</legend>
<p class="help">Sightline writes each sentence from the figures; yours replaces it.</p>
<ol>${blocks.map((block, index) => blockItem(block, { index, last: blocks.length - 1, figures }))}</ol>
<p><button name="add" value="text">Add a text</button></p></fieldset>
<p class="row"><button class="primary" name="do" value="save">Save</button><button name="do" value="anew">Recompute the figures</button></p>
</form>
${logoForm(visit.address(`reports/${id}/logo`), visit.address(`reports/${id}`), logo)}`;
}

function logoForm(action: string, report: string, logo: string | null): Html {
  return html`<section aria-labelledby="logo"><h2 id="logo">Logo</h2>
<form method="post" enctype="multipart/form-data" action="${action}" class="row">
${logo !== null && html`<img class="client-logo" src="${logo}" alt="The logo now">`}
<input type="file" name="file" required accept="image/png,image/jpeg,image/svg+xml" aria-label="Picture" aria-describedby="logo-help">
<button>${logo === null ? 'Add' : 'Replace'}</button></form>
<p class="help" id="logo-help">SVG, PNG, or JPEG, up to ${REPORT_LIMITS.logoBytes / 1024} kB, 44 px high.</p>
${logo !== null && html`<form method="post" action="${report}"><button class="as-link danger" name="do" value="no-logo">Remove the logo</button></form>`}</section>`;
}

const NAMES: Readonly<Record<Block['kind'], string>> = {
  summary: 'Changes',
  engines: 'Ranking',
  done: 'What we did',
  next: 'What next',
  trend: 'Trend',
  competitors: 'Competitors',
  lost: 'Questions lost',
  sites: 'Sites to win',
  said: 'Themes',
  text: 'Text',
};

interface Place {
  readonly index: number;
  readonly last: number;
  readonly figures: ClientFigures;
}

function blockItem({ kind, shown, heading, comment }: Block, { index, last, figures }: Place): Html {
  const name = NAMES[kind];
  const sentence = kind === 'text' ? 'No heading' : sentenceOf(kind, figures);
  return html`<li><input type="hidden" name="block" value="${kind}">
<span class="moves"><button name="up" value="${index}"${index === 0 && html` disabled`}>↑<span class="unseen"> Move ${name} up</span></button><button name="down" value="${index}"${index === last && html` disabled`}>↓<span class="unseen"> Move ${name} down</span></button></span>
<label class="check"><input type="checkbox" name="shown-${index}"${shown && html` checked`}><b>${name}</b></label>
<details${kind === 'text' && comment === '' && html` open`}><summary>${heading || sentence}${heading !== '' && html` <span class="chip">yours</span>`}${comment !== '' && kind !== 'text' && html` <span class="chip">with a comment</span>`}</summary>
${textField({ name: `heading-${index}`, label: 'Heading', value: heading, placeholder: sentence, of: ReportBlock.properties.heading, isRequired: false })}
${field(
  { name: `comment-${index}`, label: kind === 'text' ? 'Text' : 'Our comment' },
  (attributes) => html`<textarea ${attributes}${limitsOf(ReportBlock.properties.comment, false)} rows="3">
${comment}</textarea>`,
)}
${kind === 'text' && html`<p><button class="as-link danger" name="remove" value="${index}">Remove this text</button></p>`}
</details></li>
`;
}
