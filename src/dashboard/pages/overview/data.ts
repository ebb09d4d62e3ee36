import { byProduct } from '../../../domain/answers/engine.ts';
import { type BrandHealth, healthOf } from '../../../pipeline/collect/health.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { type EngineNow, engineFigures, type Now } from '../../parts/words/engines-now.ts';
import type { Visit } from '../../visit/visit.ts';

/** Engines of one product, the one that customers see first. */
export interface Product {
  readonly name: string;
  readonly engines: readonly EngineNow[];
}

export interface OverviewData extends Now {
  readonly products: readonly Product[];
  readonly todo: EnvelopeOf<typeof reports.todo>;
  /** Operational health; null for client links. */
  readonly health: BrandHealth | null;
}

export async function overviewData(visit: Visit): Promise<OverviewData> {
  const now = await engineFigures(visit);
  return {
    ...now,
    products: [...byProduct(now.engines, ({ slug }) => slug)].map(([name, engines]) => ({ name, engines })),
    todo: await visit.figures(reports.todo, { limit: '200' }),
    health: await healthFor(visit),
  };
}

async function healthFor(visit: Visit): Promise<BrandHealth | null> {
  if (visit.viewer.kind !== 'user') return null;
  return await healthOf(visit.db, visit.brand.id, {
    now: visit.now,
    engines: await visit.deps.engines(visit.db),
  });
}
