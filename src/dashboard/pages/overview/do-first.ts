import { counted } from '../../../domain/text.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';

type TodoRow = RowOf<typeof reports.todo>;

const MOST_LINES = 5;

/** What to do first, at most five lines; where nothing is open, the way to what is taken on, if anything is. */
export async function doFirst(visit: Visit, todo: EnvelopeOf<typeof reports.todo>): Promise<Html | null> {
  if (todo.data.length === 0) {
    const taken = await visit.figures(reports.todo, { state: 'taken', limit: '1' });
    const count = taken.data.length + taken.meta.more;
    const text = `${counted(count, 'thing')} to do ${count === 1 ? 'is' : 'are'} taken on`;
    return count === 0
      ? null
      : html`<p class="help not-printed">Nothing to do is open. <a href="${visit.to('todo', { state: 'taken' })}">${text}</a></p>`;
  }
  const shown = todo.data.slice(0, MOST_LINES);
  const all = todo.data.length + todo.meta.more;
  return html`<section aria-labelledby="do-first" class="do-first">
<div class="section-head"><h2 id="do-first">Do first</h2><a class="not-printed" href="${visit.to('todo')}">The whole list${all > shown.length && ` (${all})`}</a></div>
<ul>${shown.map((row) => todoLine(visit, todo, row))}</ul>
</section>`;
}

function todoLine(visit: Visit, { meta }: EnvelopeOf<typeof reports.todo>, row: TodoRow): Html {
  return html`<li><span><a class="plain" href="${visit.to('todo')}#${row.id}"><b>${row.title}</b></a> <small>${row.reason}</small></span> ${evidence(visit, meta, row)}</li>
`;
}

/** What each kind's answers do. */
const EVIDENCE: Readonly<Record<TodoRow['kind'], string>> = {
  page_fails: 'cite it',
  page_hidden: 'cite it',
  rival_ahead: 'name it and not you',
  site: 'cite it without you',
  question_lost: 'name it and not you',
  engine_silent: '',
  wrong_fact: 'say so',
};

/** The count behind a line, with a link to its answers. */
export function evidence(
  visit: Visit,
  meta: EnvelopeOf<typeof reports.todo>['meta'],
  { kind, answers, missing, filters }: TodoRow,
): Content {
  if (answers === null || filters === null)
    return missing !== null && html`<span>${missing} ${missing === 1 ? 'answer' : 'answers'} missing</span>`;
  const count = `${answers.toLocaleString('en-US')} ${answers === 1 ? 'answer' : 'answers'} ${wordsFor(kind, answers)}`;
  return html`<a href="${visit.answers(filters, meta)}">${count}</a>`;
}

function wordsFor(kind: TodoRow['kind'], answers: number): string {
  return answers === 1 ? EVIDENCE[kind].replace(/^(cite|name|say)/, '$1s') : EVIDENCE[kind];
}
