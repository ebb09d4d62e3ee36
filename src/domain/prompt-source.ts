/** How a prompt got into the store: declared in an apply file, or with an answer that was imported. */
export const PROMPT_SOURCES = ['user', 'import'] as const;

export type PromptSource = (typeof PROMPT_SOURCES)[number];
