import { type RetiringModel, retiringModels } from '../../engines/retirements.ts';
import { listModelEnds } from '../../storage/collect/model-ends.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { ReadyEngine } from './job/ready-engine.ts';

/** Configured models that vendors retired or will retire soon. */
export async function retiringOf(
  db: Database,
  engines: readonly ReadyEngine[],
  now: number,
): Promise<RetiringModel[]> {
  const asked = engines.map(({ adapter, access }) => ({ adapter, model: access.model }));
  return retiringModels(asked, now, await listModelEnds(db));
}

export async function retirementNotices(
  db: Database,
  engines: readonly ReadyEngine[],
  now: number,
): Promise<string[]> {
  const retiring = await retiringOf(db, engines, now);
  return retiring.map(({ engine, model, on, isRetired }) => {
    const end = isRetired ? `its vendor retired on ${on}` : `its vendor retires on ${on}`;
    return `${engine} is set to ${model}, which ${end}: set SIGHTLINE_${engine.toUpperCase()}_MODEL to another`;
  });
}
