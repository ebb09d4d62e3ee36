import { actions } from '../../../actions/index.ts';
import { dollars } from '../../../domain/figures/usd.ts';
import { againWords, unreadByModel } from '../../../pipeline/judge/choose-reader.ts';
import { answersDue } from '../../../pipeline/tasks/tasks-of-brand.ts';
import { type Html, html } from '../../markup/html.ts';
import { page, redirect } from '../../markup/outcome.ts';
import { dueWords } from '../../parts/words/task-words.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';

/** Starts a rescan after names, domains, or competitors change, or one by a model. */
export const rescanRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/rescan',
    who: 'editor',
    get: async (visit) => {
      const due = await answersDue(visit.db, visit.brand.id);
      return page({
        title: `Read answers again · ${visit.brand.name}`,
        main: html`<header class="page-head">
<h1>Read answers again</h1>
<p class="lead">${due === 0 ? 'Every stored answer reflects your present names, websites, and competitors.' : dueWords(due)}</p>
</header>
${
  due > 0 &&
  html`<form method="post" action="${visit.address('rescan')}"><button class="primary">Read ${due.toLocaleString('en-US')} ${due === 1 ? 'answer' : 'answers'} again</button></form>
<p class="help">This asks no engine and costs nothing. Until it finishes, figures mix both readings.</p>`
}
${await modelPart(visit)}
<p><a href="${visit.to('collecting')}">Engines and keys</a></p>`,
      });
    },
    post: async (visit, form) => {
      const { data } = await visit.act(actions.rescan, { model: form.get('by') === 'model' });
      return redirect(visit.address(`tasks/${data.task}`));
    },
  },
];

/** Stored answers for the organization's reader, with their price. */
async function modelPart(visit: Visit): Promise<Html | null> {
  const { readers = [] } = await visit.deps.engines(visit.db);
  const unread = await unreadByModel(visit.db, visit.brand.id, readers);
  if (unread === null || unread.answers === 0) return null;
  const { engine, answers, estimated_usd: usd, isBatch } = unread;
  const cost = usd === 0 ? 'at no cost' : `for about ${dollars(usd)}`;
  return html`<h2>By a model</h2>
<p>${engine.access.model} has ${answers.toLocaleString('en-US')} stored ${answers === 1 ? 'answer' : 'answers'} to read.</p>
<form method="post" action="${visit.address('rescan')}"><input type="hidden" name="by" value="model"><button>Have ${answers === 1 ? 'it' : 'them'} read ${cost}</button></form>
<p class="help">${isBatch && `${engine.adapter.name} reads so many at half the price, and may take up to a day. `}${againWords(usd)} The ceiling of dollars a day holds; what it leaves goes on the next day.</p>`;
}
