import type { BrandHealth, EngineFailures } from '../../../pipeline/collect/health.ts';
import { type Html, html } from '../../html.ts';
import { dateText } from '../../parts/window-text.ts';
import type { Visit } from '../../visit.ts';
import type { OverviewData } from './data.ts';

/** What is broken, in a sentence each; nothing where all is well. Not for share links, and not in print. */
export function dataHealthSection(visit: Visit, { health }: OverviewData): Html | null {
  const broken = health === null ? [] : brokenIn(health);
  if (broken.length === 0) return null;
  return html`<section aria-label="Data health" class="note warning data-health not-printed">
<p><b>Data health.</b> ${broken.join(' ')} <a href="${visit.to('collecting')}">What to do</a></p>
</section>`;
}

function brokenIn({ failures, stopped, rescanDue }: BrandHealth): string[] {
  const halted = new Set(stopped.map(({ engine }) => engine));
  return [
    ...stopped.map(
      ({ engine, since }) => `${engine} has not been asked since ${dateText(new Date(since))}: it refuses.`,
    ),
    ...failures
      .filter((each) => !halted.has(each.engine) && isBroken(each))
      .map(
        ({ engine, failed, collections }) =>
          `${engine}: ${failed === collections ? 'all' : failed} of the last ${collections} questions failed, within 24 hours; they are in no figure.`,
      ),
    ...(rescanDue === 0
      ? []
      : [
          `${rescanDue} ${rescanDue === 1 ? 'answer was' : 'answers were'} read with other names: figures change once read again.`,
        ]),
  ];
}

/** A failure now and then is nothing to act on. */
function isBroken({ failed, collections }: EngineFailures): boolean {
  return 2 * failed >= collections;
}
