import type { Range } from '../../../text/ranges.ts';
import type { Entity } from '../grammar/entities.ts';
import type { MarkedSentence } from '../grammar/marked-sentence.ts';
import {
  ADVICE,
  AFTER_ADVICE,
  AVOIDANCE,
  AVOIDED_END,
  BEFORE_ADVICE,
  BEFORE_OBJECT,
  NO_HONOR,
  NO_THING,
} from '../words/other-languages-objects.ts';

/** Whether a cue concerns a name itself, rather than an action with it: `Ich empfehle, T zu testen`. */
export function isObjectOf({ text }: MarkedSentence, cue: Range, name: Entity): boolean {
  const phrase = text.slice(cue.from, cue.to);
  const isInside = name.from >= cue.from && name.to <= cue.to;
  if (isInside || !(ADVICE.test(phrase) || AVOIDANCE.test(phrase))) return true;
  if (name.from < cue.from) {
    if (!ADVICE.test(phrase)) return true;
    return (
      AFTER_ADVICE.test(text.slice(cue.to, cue.to + 40)) && BEFORE_ADVICE.test(text.slice(name.to, cue.from))
    );
  }
  if (text[name.to] === '-' || !BEFORE_OBJECT.test(text.slice(cue.to, name.from))) return false;
  return !AVOIDANCE.test(phrase) || AVOIDED_END.test(text.slice(name.to, name.to + 30));
}

/** Whether praise concerns something else, `the best example`, or a discredited audience. */
export function isDiscreditedPraise(text: string, { to }: Range, part: string): boolean {
  return NO_THING.test(text.slice(to, to + 30)) || NO_HONOR.test(part);
}
