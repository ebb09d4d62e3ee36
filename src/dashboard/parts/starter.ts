import type { Starter } from '../../pipeline/tasks/tasks-of-brand.ts';
import type { Visit } from '../visit.ts';

/** The user of this visit, as who starts or stops a task of its brand. */
export function starterOf(visit: Visit): Starter {
  return { brand: visit.brand.id, organizationId: visit.caller.organizationId, user: visit.user };
}
