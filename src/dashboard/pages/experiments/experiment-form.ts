import {
  COMPARED_DAYS,
  DIRECTIONS,
  EXPERIMENT_MEASURES,
  LEAST_PROMPTS,
} from '../../../domain/alerts/experiment.ts';
import { engineNameOf } from '../../../domain/answers/engine.ts';
import { LONGEST_NAME } from '../../../domain/text.ts';
import { DAY_MS } from '../../../domain/time/period.ts';
import { brandDocument } from '../../../pipeline/declare/document/document.ts';
import type { ExperimentRequest } from '../../../pipeline/declare/experiment-request.ts';
import {
  type ExperimentDeps,
  type NewExperiment,
  previewExperiment,
} from '../../../pipeline/declare/experiments.ts';
import type { OwnedBrand } from '../../../pipeline/owned-brand.ts';
import { reports } from '../../../reports/index.ts';
import { type EnvelopeOf, runReport } from '../../../reports/run/run-report.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page } from '../../markup/outcome.ts';
import {
  checkField,
  linesField,
  linesIn,
  type Option,
  selectField,
  textField,
} from '../../parts/form/field.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import type { Visit } from '../../visit/visit.ts';
import { DIRECTION_WORDS, MEASURE_WORDS } from './words.ts';

export function experimentDeps({ deps: { db, now, random }, user }: Visit): ExperimentDeps {
  return { db, now, random, actor: user.id };
}

export function ofBrand({ caller, brand }: Visit): OwnedBrand {
  return { organizationId: caller.organizationId, brand: brand.id };
}

/** Single-line fields, named as in the request. Empty ones are omitted. */
const TEXTS = ['name', 'starts', 'measure', 'direction', 'about', 'market', 'tag'] as const;
/** Fields with one question per line. */
const LISTS = ['treated', 'control'] as const;

/** The form as an experiment request. */
export function requestIn(form: URLSearchParams): object {
  const texts = TEXTS.map((name) => [name, form.get(name)?.trim() ?? ''] as const).filter(
    ([, text]) => text !== '',
  );
  const lists = LISTS.map((name) => [name, linesIn(form.get(name) ?? '')] as const).filter(
    ([, lines]) => lines.length > 0,
  );
  return {
    ...Object.fromEntries([...texts, ...lists]),
    days: Number(form.get('days')?.trim() || Number.NaN),
    engines: form.getAll('engines'),
  };
}

/** A preview. Registering draws the arms again. */
export async function reviewPage(
  visit: Visit,
  form: URLSearchParams,
  request: ExperimentRequest,
): Promise<Outcome> {
  const { experiments } = reports;
  const { made, seen } = await previewExperiment(
    experimentDeps(visit),
    ofBrand(visit),
    request,
    async (db, made) => {
      const asked = { brand: visit.brand.id, experiment: made.registered.id };
      return { made, seen: await runReport(db, visit.now, visit.caller, experiments, asked) };
    },
  );
  return page({
    title: `Register an experiment · ${visit.brand.name}`,
    tab: 'experiments',
    main: reviewMain(visit, form, made, seen),
  });
}

function reviewMain(
  visit: Visit,
  form: URLSearchParams,
  { registered: { name, treated, control, seed } }: NewExperiment,
  seen: EnvelopeOf<typeof reports.experiments>,
): Html {
  const hidden = [...form]
    .filter(([field]) => field !== 'do')
    .map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`);
  const arms =
    seed === null
      ? 'You chose the arms, so the verdict will say “not randomized”.'
      : 'Sightline draws the arms when you register. This review shows only an example.';
  return html`<header class="page-head"><h1>Register this experiment?</h1>
<p class="lead">${name}: ${treated.length} treated questions and ${control.length} others. You have not registered it yet, and cannot edit it afterward.</p></header>
<p>${arms}</p>
<section aria-labelledby="power-head"><h2 id="power-head">Smallest effect it can find</h2>
<p class="help">The smallest effect that it finds in 80% of cases, based on how your questions changed in past weeks. The placebo effect, measured in those weeks without any treatment, should be near 0.</p>
${reportTable(visit, reports.experiments, seen, {
  list: 'effects',
  caption: 'Smallest effect that the experiment can find',
  without: ['experiment', 'outcome', 'dropped', 'answers_after', 'effect', 'p'],
})}</section>
<form method="post" class="row">${hidden}
<button class="primary" name="do" value="register">Register</button>
<button name="do" value="edit">Back</button>
</form>`;
}

export async function registerForm(visit: Visit, form: URLSearchParams): Promise<Html> {
  const said = (name: string) => form.get(name) ?? undefined;
  const { engines, competitors } = await brandDocument(visit.db, visit.brand.id);
  const { markets, tags } = await visit.sliceChoices();
  const chosen = form.has('engines') ? form.getAll('engines') : engines;
  const days = `${COMPARED_DAYS.least} to ${COMPARED_DAYS.most}`;
  return html`<section aria-labelledby="register" class="not-printed">
<h2 id="register">Register an experiment</h2>
<p class="help">Do something for half of your questions and nothing for the others. You need at least ${2 * LEAST_PROMPTS} questions; more questions find smaller effects.</p>
<form method="post" action="${visit.address('experiments')}" class="stack">
${textField({ name: 'name', label: 'Your treatment', help: `For the treated questions, in at most ${LONGEST_NAME} characters. For example: New comparison pages.`, value: said('name') ?? '', isRequired: true })}
${textField({ name: 'starts', label: 'Start day', help: 'In UTC, after today.', type: 'date', value: said('starts') ?? tomorrow(visit.now), isRequired: true })}
${textField({ name: 'days', label: 'Days to compare', help: `On each side, ${days}. Sightline skips the week after the start.`, value: said('days') ?? '28', isRequired: true })}
${selectField({ name: 'measure', label: 'Measure', value: said('measure'), choices: EXPERIMENT_MEASURES.map((each): Option => [each, MEASURE_WORDS[each]]) })}
${selectField({ name: 'direction', label: 'Expected direction', value: said('direction'), choices: DIRECTIONS.map((each): Option => [each, DIRECTION_WORDS[each]]) })}
${competitors.length > 0 && selectField({ name: 'about', label: 'Brand', value: said('about'), choices: [['', visit.brand.name], ...competitors.map(({ name }): Option => [name, name])] })}
${markets.length > 1 && selectField({ name: 'market', label: 'Market', value: said('market'), choices: markets.map(({ name, words }): Option => [name, words]) })}
<fieldset class="field"><legend>Engines</legend>${engines.map((each) => checkField('engines', each, engineNameOf(each), chosen.includes(each)))}</fieldset>
${selectField({ name: 'tag', label: 'Questions to draw from', value: said('tag'), choices: [['', 'All active questions'], ...tags.map((tag): Option => [tag, `Questions with the tag ${tag}`])] })}
<details${LISTS.some((name) => form.get(name)) && html` open`}><summary>Choose the arms yourself</summary>
<p class="help">Only if Sightline cannot draw them: the verdict then says “not randomized”. Enter a question or its id on each line.</p>
${linesField({ name: 'treated', label: 'Treated questions', value: said('treated') ?? '' })}
${linesField({ name: 'control', label: 'Other questions', value: said('control') ?? '' })}</details>
<p class="row"><button class="primary" name="do" value="review">Review</button></p>
</form></section>`;
}

function tomorrow(now: number): string {
  return new Date(now + DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);
}
