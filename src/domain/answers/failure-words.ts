import { ownEngines } from './engine.ts';

/** A failure's meaning and remedy, for a person. */
export interface FailureWords {
  readonly meaning: string;
  readonly action: string;
}

/** What is said of a failure that nothing else is known of. */
export const UNKNOWN_FAILURE = 'The attempt failed.';

const NOTHING = "Nothing, unless it keeps happening: then check the vendor's status page.";

/** By a collection's detail; the first match applies. docs/collecting.md has the same list. */
const FAILURES: readonly (readonly [detail: RegExp, meaning: string, action: string])[] = [
  [
    /^(?:invalid_api_key|authentication_error|permission_error|forbidden|API_KEY_INVALID|http_40[13]|dfs:40100|Client_specified_an_invalid_argument|(?:MISSING|INVALID).*_API_KEY.*)$/s,
    'The key is wrong or lacks permission.',
    'Set the right key. For Claude, enable web search in your organization.',
  ],
  [
    /^(?:insufficient_quota|billing_error|http_402|dfs:402(?:00|03|10)|.*_spend_limit_exceeded|INSUFFICIENT_CREDITS)$/,
    'The account has no money left, or has reached its own spending limit.',
    'Top up or raise the limit at the vendor.',
  ],
  [
    /^(?:rate_limit_exceeded|rate_limit_error|request_rate_limit_exceeded|RESOURCE_EXHAUSTED|Some_resource_has_been_exhausted|http_429|dfs:4020[29]|[A-Z]+(?:_[A-Z]+)*_LIMIT_EXCEEDED)$/,
    'Requests came faster than the engine allows, or you have used up a quota.',
    'Lower its concurrency setting, or ask the vendor to raise the limit.',
  ],
  [
    /^(?:model_not_found|not_found_error|NOT_FOUND)$/,
    'The vendor retired the model, or your key may not use it.',
    'Set a model that the vendor lists.',
  ],
  [
    /^(?:invalid_prompt|too_many_prompt_tokens|context_length.*|.*_policy.*|data_residency_mismatch)$/s,
    'The engine refuses this question and answers others.',
    'Reword or shorten the question, or do not track it on this engine.',
  ],
  [
    /^(?:invalid_request_error|invalid_request|INVALID_ARGUMENT|http_4(?:00|22)|dfs:4050[1-6]|VALIDATION_ERROR)$/,
    'The engine refuses the request.',
    'If it is one question, check its text and the market. If Sightline stopped the engine, check the model.',
  ],
  [
    /^prompt_too_long$/,
    'The question has more characters than the engine takes, so Sightline did not ask it.',
    'Shorten it, or do not track it on this engine.',
  ],
  [/^deadline$/, 'There was no answer in time.', "Raise the engine's deadline, or use a faster model."],
  [
    /^(?:queue_deadline|dfs:50401)$/,
    'The provider did not finish in time.',
    'Nothing. If it keeps happening, ask the provider.',
  ],
  [
    /^parse$/,
    'Sightline cannot read the reply: the vendor changed its format.',
    'Sightline kept the reply. Update Sightline, then run `sightline rescan --reparse`.',
  ],
  [
    /^truncated(?::|$)/,
    'A limit on tokens or time cut the answer short, even after Sightline raised it.',
    'Use a model that thinks less before it answers.',
  ],
  [
    /^paused$/,
    'The engine was still searching after five continuations.',
    'Nothing, unless it keeps happening.',
  ],
  [
    /^no_search$/,
    'The model did not search the web, although Sightline asked it to.',
    'Use a model that can search the web.',
  ],
  [/^network(?::|$)/, 'There was no connection.', "Check the network, the proxy, and the engine's base URL."],
  [
    /^too_l(?:arge|ong)$/,
    'The reply is over 20 MB, or the answer over 1,000,000 characters.',
    'You cannot fix this. Please report it.',
  ],
  [
    /^ai_overview_not_loaded$/,
    'Google announced an AI Overview and did not load it. Sightline asked again.',
    'Nothing.',
  ],
  [
    /^dfs:4020[56]$/,
    'You sent more identical tasks than your account settings allow.',
    'Raise the limit at DataForSEO, or lower the samples per day.',
  ],
  [/^dfs:/, 'DataForSEO or its source failed.', 'Nothing, unless it keeps happening.'],
  [
    /^(?:server_error|overloaded_error|UNAVAILABLE|INTERNAL_SERVER_ERROR|TASK_FAILED|http_5\d\d|no_candidates|finish_error|unfinished|stopped(?::|$))/,
    'The engine failed. Sightline asked again.',
    NOTHING,
  ],
];

/** An operator's own engine has no vendor that changes its format: its address is likelier wrong. */
const FAILURES_OF_OWN: typeof FAILURES = [
  [
    /^(?:parse|http_(?:3\d\d|40[45]))$/,
    'The address does not reply as OpenAI’s chat completions do. It may be a web page.',
    'Check `base_url` in `SIGHTLINE_ENGINES`: it must be the address before `/chat/completions`.',
  ],
];

/** Whether a new key would help. */
export function isKeyFailure(detail: string): boolean {
  return FAILURES[0]?.[0].test(detail) ?? false;
}

export function failureWords({
  engine,
  outcome,
  detail,
}: {
  readonly engine: string;
  readonly outcome: string;
  readonly detail: string | null;
}): FailureWords {
  const isOwn = ownEngines().some(({ slug }) => slug === engine);
  const failures = isOwn ? [...FAILURES_OF_OWN, ...FAILURES] : FAILURES;
  const [, meaning, action] = failures.find(([pattern]) => detail !== null && pattern.test(detail)) ?? [];
  if (meaning !== undefined && action !== undefined) return { meaning, action };
  if (outcome === 'timeout') return { meaning: 'There was no answer in time.', action: NOTHING };
  return { meaning: UNKNOWN_FAILURE, action: NOTHING };
}
