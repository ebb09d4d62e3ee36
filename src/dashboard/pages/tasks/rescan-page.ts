import { answersDue, startTask } from '../../../pipeline/tasks/tasks-of-brand.ts';
import { html } from '../../html.ts';
import { page, redirect } from '../../outcome.ts';
import { starterOf } from '../../parts/starter.ts';
import { dueWords } from '../../parts/task-words.ts';
import type { PageRoute } from '../../route.ts';

/** The offer to read stored answers again, after names, domains, competitors, facts, or themes have changed. */
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
<p class="lead">${due === 0 ? 'Every stored answer was read with the present names, websites, competitors, and facts.' : dueWords(due)}</p>
</header>
${
  due > 0 &&
  html`<form method="post" action="${visit.address('rescan')}"><button class="primary">Read ${due.toLocaleString('en-US')} ${due === 1 ? 'answer' : 'answers'} again</button></form>
<p class="help">No engine is asked, so it costs nothing. Figures change as answers are read; until it is done, they mix both readings.</p>`
}
<p><a href="${visit.to('collecting')}">Collecting</a></p>`,
      });
    },
    post: async (visit) =>
      redirect(visit.address(`tasks/${await startTask(visit.deps, starterOf(visit), 'rescan')}`)),
  },
];
