import { isCoordinated } from '../text/heads.ts';
import type { Entity } from './entities.ts';

/** Longer text between two names does not coordinate them. */
const LONGEST_JOINT = 20;

/** A name and the coordinated names after it. */
export function joinedAfter(text: string, entities: readonly Entity[], index: number): Entity[] {
  const group = entities.slice(index, index + 1);
  for (let at = index + 1; at < entities.length; at += 1) {
    const [last, next] = [group.at(-1), entities[at]];
    if (!last || !next || !isJoint(text.slice(last.to, next.from))) break;
    group.push(next);
  }
  return group;
}

function isJoint(joint: string): boolean {
  if (joint.length > LONGEST_JOINT || joint.trim() === '' || joint.includes('(')) return false;
  return isCoordinated(joint.replace(/,? ?both /, ' ').replace(/\bnor\b/, 'or'));
}
