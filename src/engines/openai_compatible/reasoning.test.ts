import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutReasoning } from './reasoning.ts';

const ANSWER = 'Tandemly is best.';
const THOUGHT = 'Plotwise is weak.';

describe('reasoning is removed', () => {
  for (const [open, close] of [
    ['<think>', '</think>'],
    ['<thinking>', '</thinking>'],
    ['<thought>', '</thought>'],
    ['<reasoning>', '</reasoning>'],
    ['<THINK>', '</Think>'],
    ['<think time="3" lang=\'en\'>', '</think >'],
    ['<seed:think>', '</seed:think>'],
    ['[THINK]', '[/THINK]'],
    ['[think]', '[/think]'],
    ['◁think▷', '◁/think▷'],
    ['<|begin_of_thought|>', '<|end_of_thought|>\n<|begin_of_solution|>'],
    ['<|START_THINKING|>', '<|END_THINKING|><|START_RESPONSE|>'],
    ['<|channel>thought\n', '<channel|>'],
    ['<details type="reasoning" done="true">\n<summary>3 s</summary>\n', '</details>\n'],
    ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
    ['<|channel|>analysis<|message|>', '<|start|>assistant<|channel|>final <|constrain|>text<|message|>'],
    ['<|channel|>analysis ', '<|channel|>final '],
    ['analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
    ['<|channel|>analysis<|message|>', '<|end|>'],
    ['analysis', 'assistantfinal'],
  ] as const) {
    test(`${open}…${close}`, () =>
      assert.equal(withoutReasoning(`${open}${THOUGHT}${close}${ANSWER}`), ANSWER));
  }

  for (const [what, text, expected] of [
    ['in several blocks', `<think>a</think>\n<think>${THOUGHT}</think>\n${ANSWER}`, ANSWER],
    ['nested', `<think>a<think>b</think>${THOUGHT}</think>${ANSWER}`, ANSWER],
    ['after the first words', `Sure. <think>${THOUGHT}</think>${ANSWER}`, `Sure. ${ANSWER}`],
    ['without its start', `${THOUGHT}\n</think>\n\n${ANSWER}`, ANSWER],
    ['without its end', `<think>${THOUGHT}`, ''],
    ['without its end, after the answer', `${ANSWER}<think>${THOUGHT}`, ANSWER],
    ['without its end in harmony', `<|channel|>analysis<|message|>${THOUGHT}`, ''],
    ['closed by another name', `<think>${THOUGHT}</thinking>${ANSWER}`, ANSWER],
    ['without its start, with code inside', `a \`\`\`js\n${THOUGHT}</think>${ANSWER}`, ANSWER],
    ['before an answer with code', `<think>a</think>\`\`\`\n<think>\n\`\`\``, '```\n<think>\n```'],
    ['within a sentence', `Sure <think> hm. ${THOUGHT}</think>${ANSWER}`, ANSWER],
    ['with code inside', `<think>\`x\` \`\`\`js\n${THOUGHT}</think>${ANSWER}`, ANSWER],
    ['with a frame around the answer', `<think>a</think><answer>\n${ANSWER}</answer>`, ANSWER],
    ['with a comment before it', `<|channel|>commentary<|message|>a<|end|>${ANSWER}<|return|>`, ANSWER],
    ['with an end token', `<|channel|>final<|message|>${ANSWER}<|return|>`, ANSWER],
  ] as const) {
    test(what, () => assert.equal(withoutReasoning(text), expected));
  }
});

describe('an answer stays', () => {
  for (const [what, text] of [
    ['with its blanks', ` ${ANSWER} \n`],
    ['if it mentions the tags', 'Models write <think> and </think>.'],
    ['if it mentions one', 'It thinks after <think>, and stops at </think>.'],
    ['if it shows them as code', 'Write `<think>` first:\n```xml\n<think>\n```\n'],
    ['if it mentions one in a sentence', 'Models emit <think> before they answer.'],
    ['if it mentions an end in a sentence', 'Cut all up to </think> and trim.'],
    ['if it quotes one', 'The tag "<think>" starts it.'],
    ['if it shows a block as code', 'Format:\n```xml\n<think>a</think>b\n```\nThen read it.'],
    ['if it shows a block between tildes', 'Format:\n~~~\n<think>\na\n</think>\n~~~\nThen read it.'],
    ['if its code has no end', 'Format:\n```\n<think>\na'],
    ['with other tags', '<b>Tandemly</b> [1] [Reasoning] <details>x</details>'],
  ] as const) {
    test(what, () => assert.equal(withoutReasoning(text), text));
  }
});
