import { actions } from '../../../actions/index.ts';
import { engineNameOf } from '../../../domain/answers/engine.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { dollars, usdOf } from '../../../domain/figures/usd.ts';
import { collectingState } from '../../../pipeline/collect/collecting-state.ts';
import { type OpenOnEngine, openOf } from '../../../pipeline/tasks/ask-question.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { formOutcome } from '../../parts/form/refusal.ts';
import type { Visit } from '../../visit/visit.ts';
import { type QuestionRow, questionRows } from './questions-form.ts';

/** The cost of asking one question now, by engine, for review. */
export async function askQuestionPage(visit: Visit, problem: string | null = null): Promise<Outcome> {
  const id = visit.params.question ?? '';
  const row = (await questionRows(visit)).find((each) => each.id === id);
  const engines = await visit.deps.engines(visit.db);
  const now = { db: visit.db, now: () => visit.now };
  const open = await openOf(now, visit.brand.id, id, engines);
  if (row === undefined || open === null) throw new SightlineError('not_found', 'There is no such question.');
  const place = { organizationId: visit.caller.organizationId, brand: visit.brand.id };
  const state = await collectingState(visit.db, visit.now, place, engines);
  const canAsk = new Set(
    state.engines.flatMap(({ engine, isReady, stopped }) => (isReady && stopped === null ? [engine] : [])),
  );
  const asked = visit.deps.isDemo ? [] : open.filter(({ engine }) => canAsk.has(engine));
  const { microsPerDay, todayMicros } = state.spending;
  const cost = asked.reduce((sum, each) => sum + costOf(each), 0);
  return page({
    title: `Ask now · ${visit.brand.name}`,
    ...(problem !== null && { status: 409 }),
    main: html`<header class="page-head"><h1>Ask now</h1><p class="lead"><bdi>${row.text}</bdi></p></header>
${problem !== null && html`<p class="note error" role="alert">${problem}</p>`}
<p class="help">Asks this question’s remaining runs for today now. Each engine still answers it as often as the others, so figures stay comparable.</p>
${microsPerDay !== null && todayMicros + cost > microsPerDay && html`<p class="note warning">The organization may spend ${dollars(usdOf(Math.max(0, microsPerDay - todayMicros)))} more today. The rest waits.</p>`}
${asked.length > 0 ? form(visit, id, asked) : html`<p class="empty">${whyNone(visit, open, state.cost.notAsked, row)}</p>`}
<p><a href="${visit.to(`questions/${id}`)}">Back to the question</a></p>`,
  });
}

export async function askQuestionNow(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  if (visit.deps.isDemo) return await askQuestionPage(visit, 'Sightline cannot ask now.');
  return await formOutcome(
    visit.act(actions.ask_now, { question: visit.params.question ?? '', engines: form.getAll('engine') }),
    ({ data }) => redirect(visit.address(`tasks/${data.task}`)),
    async ({ message }) => await askQuestionPage(visit, message),
  );
}

function costOf({ questions, micros }: OpenOnEngine): number {
  return questions * micros;
}

function whyNone(
  { deps }: Visit,
  open: readonly OpenOnEngine[],
  notAsked: string | null,
  { active, every }: QuestionRow,
): string {
  if (deps.isDemo) return 'The demo asks no engine: its data is invented.';
  if (notAsked !== null) return `Sightline asks nothing for this organization, because ${notAsked}.`;
  if (!active) return 'It is paused. Resume it first.';
  if (open.length === 0 && every === 'week')
    return 'It is asked once a week: every engine has answered it this week, or its first day is still to come.';
  if (open.length === 0) return 'Every engine has answered it as often as planned today.';
  return 'None of this brand’s engines is ready: they have no key or are stopped.';
}

function form(visit: Visit, id: string, asked: readonly OpenOnEngine[]): Html {
  return html`<form method="post" action="${visit.address(`questions/${id}/ask`)}">
<fieldset><legend>On these engines</legend>${asked.map(
    (each) =>
      html`<label class="check"><input type="checkbox" name="engine" value="${each.engine}" checked> ${engineNameOf(each.engine)}: ${each.questions === 1 ? 'once' : `${each.questions} times`}, about ${dollars(usdOf(costOf(each)))}</label>`,
  )}</fieldset>
<button class="primary">Ask, for about ${dollars(usdOf(asked.reduce((sum, each) => sum + costOf(each), 0)))} on all of them</button></form>`;
}
