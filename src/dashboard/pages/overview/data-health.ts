import type { BrandHealth, EngineFailures } from '../../../pipeline/collect/health.ts';
import { type Html, html } from '../../markup/html.ts';
import { dateText } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';
import type { OverviewData } from './data.ts';

/** Problems, one sentence each; empty if all is well. Client links and print omit it. */
export function dataHealthSection(visit: Visit, { health }: OverviewData): Html | null {
  const broken = health === null ? [] : brokenIn(health);
  if (broken.length === 0) return null;
  return html`<section aria-label="Data health" class="note warning data-health not-printed">
<p><b>Data health.</b> ${broken.join(' ')} <a href="${visit.to('collecting')}">Fix it</a></p>
</section>`;
}

function brokenIn({ failures, stopped, rescanDue }: BrandHealth): string[] {
  const halted = new Set(stopped.map(({ engine }) => engine));
  return [
    ...stopped.map(
      ({ engine, since }) => `${engine} has refused questions since ${dateText(new Date(since))}.`,
    ),
    ...failures
      .filter((each) => !halted.has(each.engine) && isBroken(each))
      .map(
        ({ engine, failed, collections }) =>
          `${engine}: ${failed === collections ? `all ${failed}` : `${failed} of ${collections}`} questions in the last 24 hours failed; no figure counts them.`,
      ),
    ...(rescanDue === 0
      ? []
      : [
          `A rescan with your present names is due for ${rescanDue} ${rescanDue === 1 ? 'answer' : 'answers'}; figures may change.`,
        ]),
  ];
}

/** Ignores occasional failures. */
function isBroken({ failed, collections }: EngineFailures): boolean {
  return 2 * failed >= collections;
}
