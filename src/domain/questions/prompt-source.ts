/** An apply file, or an imported answer. */
export const PROMPT_SOURCES = ['user', 'import'] as const;

export type PromptSource = (typeof PROMPT_SOURCES)[number];
