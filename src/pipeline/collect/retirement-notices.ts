import { type RetiringModel, retiringModels } from '../../engines/retirements.ts';
import type { ReadyEngine } from './ready-engine.ts';

/** The configured models that their vendors retire soon, or have retired. */
export function retiringOf(engines: readonly ReadyEngine[], now: number): RetiringModel[] {
  return retiringModels(
    engines.map(({ adapter, access }) => ({ adapter, model: access.model })),
    now,
  );
}

/** The warning about each of them. */
export function retirementNotices(engines: readonly ReadyEngine[], now: number): string[] {
  return retiringOf(engines, now).map(({ engine, model, on, isRetired }) => {
    const end = isRetired ? `its vendor retired on ${on}` : `its vendor retires on ${on}`;
    return `${engine} is set to ${model}, which ${end}: set SIGHTLINE_${engine.toUpperCase()}_MODEL to another`;
  });
}
