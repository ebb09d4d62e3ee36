import { engineNameOf } from '../../domain/answers/engine.ts';
import { hasEngine } from '../../storage/answers/filter/engine-facts.ts';
import type { ReportContext } from '../shape/report.ts';

/**
 * A report's note about an engine that does not collect for the brand; '' otherwise. The engine is a valid parameter, but an empty result
 * says nothing about its answers.
 */
export async function engineNote(
  { db, brand }: Pick<ReportContext, 'db' | 'brand'>,
  { engine }: { readonly engine?: string | undefined },
): Promise<string> {
  if (engine === undefined || (await hasEngine(db, brand.id, engine))) return '';
  return `Sightline does not ask ${engineNameOf(engine)} for this brand and has no answers from it.`;
}
