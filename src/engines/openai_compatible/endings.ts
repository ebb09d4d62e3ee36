import { isObject, text } from '../json.ts';

/** How an answer ended, by its `finish_reason`. */
export type Ending =
  | 'complete'
  /** Cut at the length cap, or at the end of the model's context window. Another run may be shorter. */
  | 'cut'
  /** Withheld by a filter, or refused. */
  | 'withheld'
  /** Anything else: the run broke off, or the reason is unknown. */
  | 'broken';

/**
 * The reasons that servers are known to send besides the protocol's own, in lower case. Sources: the APIs' reference
 * documents and the servers' code.
 */
const ENDINGS: ReadonlyMap<string, Ending> = new Map<string, Ending>([
  // OpenAI's protocol; Ollama, llama.cpp, vLLM, SGLang, LM Studio, MLX, and most gateways send these.
  ['stop', 'complete'],
  ['length', 'cut'],
  ['content_filter', 'withheld'],
  // Text Generation Inference; Together sends `eos`.
  ['eos_token', 'complete'],
  ['stop_sequence', 'complete'],
  ['eos', 'complete'],
  ['stop_token', 'complete'],
  // LM Studio's own API.
  ['eosfound', 'complete'],
  ['stopstringfound', 'complete'],
  ['maxpredictedtokensreached', 'cut'],
  ['contextlengthreached', 'cut'],
  // Anthropic, Bedrock, Cohere, and Gemini behind gateways that pass their reasons on.
  ['end_turn', 'complete'],
  ['complete', 'complete'],
  ['completed', 'complete'],
  ['end', 'complete'],
  ['endoftext', 'complete'],
  ['max_tokens', 'cut'],
  ['max_output_tokens', 'cut'],
  ['max_completion_tokens', 'cut'],
  ['refusal', 'withheld'],
  ['content_filtered', 'withheld'],
  ['guardrail_intervened', 'withheld'],
  ['error_toxic', 'withheld'],
  ['safety', 'withheld'],
  ['recitation', 'withheld'],
  ['blocklist', 'withheld'],
  ['prohibited_content', 'withheld'],
  ['spii', 'withheld'],
  // Z.ai and Anthropic; Mistral sends `model_length`.
  ['model_context_window_exceeded', 'cut'],
  ['model_length', 'cut'],
  ['context_length_exceeded', 'cut'],
  // Z.ai.
  ['sensitive', 'withheld'],
]);

/**
 * How an answer ended. An unknown reason is no complete answer. Null means that the server had not finished: it is the
 * protocol's sign in a stream, and none of these servers sends it with a complete reply. Some small servers leave the
 * field out of every reply, so its absence says nothing.
 */
export function endingOf(reason: unknown): { readonly ending: Ending; readonly name: string } {
  if (reason === undefined || reason === '') return { ending: 'complete', name: '' };
  // SGLang's own API: `{"type": "stop", "matched": 2}`.
  const name = String(isObject(reason) ? text(reason.type) : reason);
  return { ending: ENDINGS.get(name.trim().toLowerCase()) ?? 'broken', name };
}
