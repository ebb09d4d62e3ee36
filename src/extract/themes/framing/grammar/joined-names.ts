import { isCoordinated } from '../../../text/heads.ts';
import type { Range } from '../../../text/ranges.ts';
import type { Entity } from './entities.ts';

/** Longer text between two names does not coordinate them. */
const LONGEST_JOINT = 20;

/** A name and the coordinated names after it. A statement about the last concerns all. */
export function joinedAfter(text: string, entities: readonly Entity[], index: number): Entity[] {
  const group = entities.slice(index, index + 1);
  for (let at = index + 1; at < entities.length; at += 1) {
    const [last, next] = [group.at(-1), entities[at]];
    if (!last || !next || !isJoint(text.slice(last.to, next.from))) break;
    group.push(next);
  }
  return group;
}

/**
 * A name and the coordinated names before it, in text order. Before a verb, a comma alone does not coordinate: in
 * `compared with T, U lacks …` it separates a phrase from the subject.
 */
export function joinedBefore(text: string, entities: readonly Entity[], index: number): Entity[] {
  const group = entities.slice(index, index + 1);
  let joints = '';
  for (let at = index - 1; at >= 0; at -= 1) {
    const [before, first] = [entities[at], group[0]];
    if (!before) break;
    const joint = first ? text.slice(before.to, first.from) : '';
    if (!isJoint(joint)) break;
    joints += joint;
    group.unshift(before);
  }
  return /[\p{L}&/+、]/u.test(joints) ? group : group.slice(-1);
}

function isJoint(joint: string): boolean {
  if (joint.length > LONGEST_JOINT || joint.trim() === '' || joint.includes('(')) return false;
  return isCoordinated(joint.replace(/,? ?both /, ' ').replace(/\bnor\b/, 'or'));
}

/** A range relative to `start`. */
export function shiftedBy<Item extends Range>(item: Item, start: number): Item {
  return { ...item, from: item.from - start, to: item.to - start };
}
