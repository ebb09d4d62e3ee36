import type { StubRequest } from './stub-engine.ts';

/** An engine's scripted answer. */
export interface ScriptedAnswer {
  readonly text: string;
  /** In citation order. */
  readonly cited: readonly string[];
}

const REDIRECT = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/';

/** A Google redirect to a page, and the page behind a redirect. */
const redirectTo = (url: string) => REDIRECT + Buffer.from(url).toString('base64url');
export const pageOf = (path: string) => Buffer.from(path.split('/').at(-1) ?? '', 'base64url').toString();

const responsesBody = ({ text, cited }: ScriptedAnswer) => ({
  status: 'completed',
  output: [
    { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'x', sources: [] } },
    {
      type: 'message',
      content: [
        {
          type: 'output_text',
          text,
          annotations: cited.map((url, index) => ({
            type: 'url_citation',
            url,
            title: 'Page',
            start_index: index,
          })),
        },
      ],
    },
  ],
});

/** Each engine's API response with this answer. */
export const BODIES: Readonly<Record<string, (saying: ScriptedAnswer) => object>> = {
  chatgpt: responsesBody,
  grok: responsesBody,
  claude: ({ text, cited }) => ({
    model: 'claude',
    stop_reason: 'end_turn',
    content: [
      {
        type: 'web_search_tool_result',
        content: [{ type: 'web_search_result', url: 'https://never-cited.example/', title: null }],
      },
      {
        type: 'text',
        text,
        citations: cited.map((url) => ({ type: 'web_search_result_location', url, title: 'Page' })),
      },
    ],
  }),
  gemini: ({ text, cited }) => ({
    candidates: [
      {
        content: { role: 'model', parts: [{ text }] },
        finishReason: 'STOP',
        groundingMetadata: {
          webSearchQueries: ['x'],
          groundingChunks: cited.map((url) => ({ web: { uri: redirectTo(url), title: 'page.example' } })),
        },
      },
    ],
  }),
  perplexity: ({ text, cited }) => ({
    status: 'completed',
    output: [
      {
        type: 'search_results',
        results: ['https://never-cited.example/', ...cited].map((url, index) => ({
          id: index,
          url,
          title: 'Page',
        })),
      },
      {
        type: 'message',
        content: [{ type: 'output_text', text: text + cited.map((_, index) => `[${index + 1}]`).join('') }],
      },
    ],
  }),
  mistral: ({ text, cited }) => ({
    outputs: [
      { type: 'tool.execution', name: 'web_search' },
      {
        type: 'message.output',
        model: 'mistral',
        content: [
          { type: 'text', text },
          ...cited.map((url) => ({ type: 'tool_reference', tool: 'web_search', title: 'Page', url })),
        ],
      },
    ],
  }),
};

/** A short answer by ChatGPT that names Tandemly, like its fixture, which takes ten times as long to read. */
export const SHORT_ANSWER = JSON.stringify(responsesBody({ text: 'Tandemly.', cited: [] }));

/** The prompt in a request to any engine. */
export function promptIn({ body }: StubRequest): string {
  return body.input ?? body.inputs ?? body.messages?.[0]?.content ?? body.contents?.[0]?.parts[0].text;
}
