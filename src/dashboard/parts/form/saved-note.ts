import { answersDue, openTaskOf } from '../../../pipeline/tasks/tasks-of-brand.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';
import { dueWords } from '../words/task-words.ts';

/**
 * The note after saving, and while answers are due for a rescan; null for neither.
 *
 * @param meanwhile the effect of due answers, as a sentence
 */
export async function savedNote(visit: Visit, meanwhile: string): Promise<Html | null> {
  const due = await answersDue(visit.db, visit.brand.id);
  const saved = visit.query.has('saved');
  if (due === 0) return saved ? html`<p class="note" role="status">Saved.</p>` : null;
  const rescan = await openTaskOf(visit.db, visit.brand.id, 'rescan');
  const reading =
    rescan &&
    html` Sightline is <a href="${visit.address(`tasks/${rescan.publicId}`)}">reading them again</a>.`;
  return html`<div class="note warning"${saved && html` role="status"`}>
<p>${saved && html`<b>Saved.</b> `}${dueWords(due)}${reading} ${meanwhile}</p>
${rescan === null && visit.mayEdit && html`<form method="post" action="${visit.address('rescan')}"><button>Read them again</button></form>`}
</div>`;
}
