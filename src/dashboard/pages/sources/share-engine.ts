import { reports } from '../../../reports/index.ts';
import type { Html } from '../../markup/html.ts';
import { choices } from '../../parts/form/choices.ts';
import type { Visit } from '../../visit/visit.ts';

/** The engine whose shares a page shows: shares are of one engine. */
export interface ShareEngine {
  readonly slug: string;
  readonly name: string;
  /** Null if there is nothing to choose. */
  readonly chips: Html | null;
}

/** The address's engine, or else the one with the most answers; null without an engine that can cite. */
export async function shareEngine(visit: Visit): Promise<ShareEngine | null> {
  const { data } = await visit.figures(reports.cited, {});
  const engines = data
    .filter(({ responses }) => responses > 0)
    .toSorted((one, other) => other.responses - one.responses);
  const chosen = engines.find(({ engine }) => engine === visit.query.get('on')) ?? engines[0];
  if (chosen === undefined) return null;
  const of = engines.map(({ engine, engine_name: label }) => ({ value: engine, label }));
  const chips =
    of.length < 2
      ? null
      : choices(visit, { name: 'on', label: 'Share of answers on', of, chosen: chosen.engine });
  return { slug: chosen.engine, name: chosen.engine_name, chips };
}
