import type { reports } from '../../reports/index.ts';
import type { EnvelopeOf } from '../../reports/run/run-report.ts';
import type { Html } from '../html.ts';
import type { Visit } from '../visit.ts';
import { type Choice, choices } from './choices.ts';

/** The engine that the address asks for, as parameters of a report. */
export function engineIn({ query }: Visit): { readonly engine?: string } {
  const engine = query.get('engine');
  return engine === null || engine === '' ? {} : { engine };
}

/** The filter of a page by engine: those of /presence, or none for all. */
export function engineFilter(visit: Visit, presence: EnvelopeOf<typeof reports.presence>): Html | null {
  return choices(visit, { name: 'engine', label: 'Engine', all: 'All', of: engineChoices(presence) });
}

/** The engines of /presence, each once, in the order of the report. */
function engineChoices({ data }: EnvelopeOf<typeof reports.presence>): Choice[] {
  const names = new Map(data.map((row) => [row.engine, row.engine_name]));
  return [...names].map(([value, label]) => ({ value, label }));
}
