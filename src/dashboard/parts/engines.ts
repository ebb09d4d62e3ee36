import type { Envelope } from '../../reports/run/run-report.ts';
import type { Html } from '../html.ts';
import type { Visit } from '../visit.ts';
import { type Choice, choices } from './choices.ts';

/** The engine that the address asks for, as parameters of a report. */
export function engineIn({ query }: Visit): { readonly engine?: string } {
  const engine = query.get('engine');
  return engine === null || engine === '' ? {} : { engine };
}

interface EngineRow {
  readonly engine: string;
  readonly engine_name: string;
}

/** The filter of a page by engine: those of /presence, or none for all. */
export function engineFilter(visit: Visit, presence: Envelope): Html | null {
  return choices(visit, { name: 'engine', label: 'Engine', all: 'All', of: engineChoices(presence) });
}

/** The engines of /presence, each once, in the order of the report. */
function engineChoices({ data }: Envelope): Choice[] {
  const names = new Map((data as readonly EngineRow[]).map((row) => [row.engine, row.engine_name]));
  return [...names].map(([value, label]) => ({ value, label }));
}
