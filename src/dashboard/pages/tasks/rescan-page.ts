import { actions } from '../../../actions/index.ts';
import { answersDue } from '../../../pipeline/tasks/tasks-of-brand.ts';
import { html } from '../../markup/html.ts';
import { page, redirect } from '../../markup/outcome.ts';
import { dueWords } from '../../parts/words/task-words.ts';
import type { PageRoute } from '../../route.ts';

/** Starts a rescan after names, domains, competitors, facts, or themes change. */
export const rescanRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/rescan',
    who: 'editor',
    get: async (visit) => {
      const due = await answersDue(visit.db, visit.brand.id);
      return page({
        title: `Read answers again · ${visit.brand.name}`,
        tab: 'collecting',
        main: html`<header class="page-head">
<h1>Read answers again</h1>
<p class="lead">${due === 0 ? 'Every stored answer reflects your present names, websites, competitors, and facts.' : dueWords(due)}</p>
</header>
${
  due > 0 &&
  html`<form method="post" action="${visit.address('rescan')}"><button class="primary">Read ${due.toLocaleString('en-US')} ${due === 1 ? 'answer' : 'answers'} again</button></form>
<p class="help">This asks no engine and costs nothing. Until it finishes, figures mix both readings.</p>`
}
<p><a href="${visit.to('collecting')}">Collecting</a></p>`,
      });
    },
    post: async (visit) => {
      const { data } = await visit.act(actions.rescan, {});
      return redirect(visit.address(`tasks/${data.task}`));
    },
  },
];
