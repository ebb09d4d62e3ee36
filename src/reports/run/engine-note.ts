import { engineNameOf } from '../../domain/engine.ts';
import { hasEngine } from '../../storage/answers/engine-facts.ts';
import type { ReportContext } from '../shape/report.ts';

/**
 * What to keep in mind with a report of one engine that has nothing to do with the brand; '' of any other. An engine is one of the
 * installation, so it is no wrong parameter; but that nothing was found says nothing of what the engine would answer.
 */
export async function engineNote(
  { db, brand }: Pick<ReportContext, 'db' | 'brand'>,
  { engine }: { readonly engine?: string | undefined },
): Promise<string> {
  if (engine === undefined || (await hasEngine(db, brand.id, engine))) return '';
  return `${engineNameOf(engine)} is not asked for this brand and has no answers of it.`;
}
