import type { Starter } from '../../../pipeline/tasks/tasks-of-brand.ts';
import type { Visit } from '../../visit/visit.ts';

/** This visit's user, as the starter or stopper of a task. */
export function starterOf(visit: Visit): Starter {
  return { brand: visit.brand.id, organizationId: visit.caller.organizationId, user: visit.user };
}
