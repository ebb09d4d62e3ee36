import { headOf, isAbout } from '../../../text/heads.ts';
import type { Range } from '../../../text/ranges.ts';
import { within } from '../../../text/ranges.ts';
import type { Entity } from './entities.ts';
import { joinedAfter } from './joined-names.ts';
import { LINE_NUMBER } from './line-number.ts';
import type { MarkedBlock } from './marked-block.ts';

/** A block's topic: the names in its head, before a colon, a dash, or a parenthesis. It lasts until another name. */
export function topicOf({ block, entities, text }: MarkedBlock): Entity[] {
  const head = headOf(block, LINE_NUMBER.exec(block.text)?.[0].length ?? 0);
  const index = entities.findIndex((each) => each.brands.length > 0);
  const first = entities[index];
  if (!first || !isAbout(block.text, head, first)) return [];
  if (entities.slice(0, index).some((each) => each.to > head.from)) return [];
  const bold = block.spans.find(
    (span) => span.kind === 'strong' && span.from <= first.from && span.to >= first.to,
  );
  const end = Math.max(first.to, Math.min(head.to, first.to + 30), bold?.to ?? 0);
  const after = text.slice(end, end + 32);
  const isDelimited = /^\s*(?:[:：–—(|]|-\s)/.test(after) || /^[^.!?]{0,30}\s*[:：–—]/.test(after);
  return isDelimited ? joinedAfter(text, entities, index) : [];
}

/**
 * The topic that a sentence starts in text without line breaks, `T S6: This watch …`. It replaces the previous topic,
 * even with an untracked one. Null if the sentence starts none.
 */
export function topicOfSentence({ entities, text }: MarkedBlock, { from, to }: Range): Entity[] | null {
  const [first] = within(entities, { from, to });
  if (first && first.from - from <= 3 && /^\s?(?:[:：]|[–—]|-\s)/.test(text.slice(first.to, first.to + 3))) {
    return first.brands.length > 0 ? [first] : [];
  }
  return /^[^.!?:]{2,60}:/.test(text.slice(from, to)) ? [] : null;
}
