import { inBothCases } from '../../domain/text.ts';

/**
 * Separates an answer from the reasoning that servers leave in its text. The forms come from models' chat templates:
 * DeepSeek, Qwen, and most others (`<think>`), Magistral (`[THINK]`), Kimi (`◁think▷`), Seed (`<seed:think>`), Gemma
 * (`<|channel>thought`), OpenThoughts and Cohere (`<|begin_of_thought|>`, `<|START_THINKING|>`), gpt-oss (harmony).
 */

const NAME = inBothCases('(?:think(?:ing)?|thoughts?|reasoning|reflection|scratchpad)');
const IN_BRACKETS = `(?:${inBothCases('think(?:ing)?')}|THOUGHT|REASONING)`;
const THOUGHT = inBothCases('(?:of_)?(?:thought|think(?:ing)?)');

const OPEN = [
  `<\\s*(?:\\w+:)?${NAME}(?:\\s[^<>]{0,300})?>`,
  `\\[${IN_BRACKETS}\\]`,
  '◁think▷',
  `<\\|${inBothCases('(?:begin|start)_')}${THOUGHT}\\|>`,
  '<\\|channel>\\s*thought',
].join('|');

const CLOSE = [
  `<\\s*/\\s*(?:\\w+:)?${NAME}\\s*>`,
  `\\[/${IN_BRACKETS}\\]`,
  '◁/think▷',
  `<\\|${inBothCases('end_')}${THOUGHT}\\|>`,
  '<channel\\|>',
].join('|');

/**
 * A tag that an answer only mentions: in code, joined with the other (`<think> and </think>`), before punctuation, in
 * quotation marks, or between words of a sentence.
 */
const MENTION = [
  '`[^`\\n]+`',
  `(?:${OPEN})\\s*(?:and|or|to|/|,)\\s*(?:${CLOSE})`,
  `(?:${OPEN}|${CLOSE})(?=[.,;:!?)](?:\\s|$))`,
  `(?<=["“'‘«(*])(?:${OPEN}|${CLOSE})(?=["”'’»)*])`,
  `(?<=[\\p{L}\\p{N},][ \\t])(?:${OPEN}|${CLOSE})(?=[ \\t]\\p{Ll})`,
].join('|');

const FENCE = '(`{3}|~{3})[\\s\\S]*?(?:\\1|$)';
const TAGS = new RegExp(`${FENCE}|${MENTION}|(${OPEN})|(${CLOSE})`, 'gu');
const FIRST_TAG = new RegExp(`(${OPEN})|(${CLOSE})`, 'u');
const END = new RegExp(CLOSE, 'gu');

/** Open WebUI's own form. */
const DETAILS = /<details\b[^>]{0,300}\btype="reasoning"[^>]{0,300}>[\s\S]*?(?:<\/details>|$)/gi;

/** What models put around the text for the user. */
const FRAME_TOKENS = /<\|(?:begin|start|end)_(?:of_)?(?:solution|response)\|>/gi;
const FRAME = /^\s*<(answer|response|final_answer)>([\s\S]*?)(?:<\/\1>\s*)?$/i;

/** The text without reasoning: what the model says to the user. Blank if it only reasons. */
export function withoutReasoning(text: string): string {
  const said = outsideTags(finalChannelOf(text.replace(DETAILS, ''))).replace(FRAME_TOKENS, '');
  const bare = FRAME.exec(said)?.[2] ?? said;
  return bare === text ? text : bare.trimStart();
}

/**
 * Everything outside the tags. A block without its end runs to the end of the text, one without its start from the start,
 * also if its end is in what looks like code.
 */
function outsideTags(text: string): string {
  let said = '';
  let at = 0;
  TAGS.lastIndex = 0;
  for (let tag = TAGS.exec(text); tag !== null; tag = TAGS.exec(text)) {
    const [code, fence, opening, closing] = tag;
    if (fence !== undefined && FIRST_TAG.exec(code)?.[2]) TAGS.lastIndex = tag.index + fence.length;
    if (opening === undefined && closing === undefined) continue;
    said = closing === undefined ? said + text.slice(at, tag.index) : '';
    END.lastIndex = tag.index;
    if (END.exec(text) === null) return said;
    at = END.lastIndex;
    TAGS.lastIndex = at;
  }
  return said + text.slice(at);
}

/** A channel's start in harmony. Servers drop some of its tokens. */
const CHANNEL =
  /<\|channel\|>\s*(analysis|commentary|final)\b(?:[^<\n]{0,100}(?:<\|constrain\|>[^<\n]{0,100})?<\|message\|>)?|\b(analysis|commentary|final)<\|message\|>/g;
const CHANNEL_END = /<\|(?:end|return|call|start)\|>/;

/** gpt-oss's text without its tokens. */
const BARE_CHANNELS = /^\s*analysis[\s\S]*?assistantfinal/;

/** The text of the `final` channels and outside of channels, for a text in harmony; other texts as they are. */
function finalChannelOf(text: string): string {
  const starts = [...text.matchAll(CHANNEL)];
  if (starts.length === 0) return text.replace(BARE_CHANNELS, '');
  const parts = starts.map(({ 0: start, 1: name, 2: bareName, index }, each) => {
    const part = text.slice(index + start.length, starts[each + 1]?.index);
    const end = CHANNEL_END.exec(part)?.index ?? part.length;
    return (name ?? bareName) === 'final' ? part : part.slice(end);
  });
  const said = [text.slice(0, starts[0]?.index), ...parts].join('');
  return said.replace(/<\|start\|>\s*(?:assistant)?|<\|(?:end|return|call)\|>/g, '');
}
