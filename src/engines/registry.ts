import { chatgpt } from './chatgpt/adapter.ts';
import { chatgptApp } from './chatgpt_app/adapter.ts';
import { chatgptAppByCloro } from './chatgpt_app_cloro/adapter.ts';
import { claude } from './claude/adapter.ts';
import { copilotSearch } from './copilot_search/adapter.ts';
import type { EngineAdapter } from './engine.ts';
import { gemini } from './gemini/adapter.ts';
import { geminiApp } from './gemini_app/adapter.ts';
import { geminiAppByCloro } from './gemini_app_cloro/adapter.ts';
import { googleAiMode } from './google_ai_mode/adapter.ts';
import { googleAiModeByCloro } from './google_ai_mode_cloro/adapter.ts';
import { googleAiOverview } from './google_ai_overview/adapter.ts';
import { googleAiOverviewByCloro } from './google_ai_overview_cloro/adapter.ts';
import { grok } from './grok/adapter.ts';
import { mistral } from './mistral/adapter.ts';
import { perplexity } from './perplexity/adapter.ts';

/** Every installation's engines. A new one needs its folder and a line here. */
export const BUILT_IN: readonly EngineAdapter[] = [
  chatgpt,
  claude,
  gemini,
  perplexity,
  grok,
  mistral,
  chatgptApp,
  geminiApp,
  googleAiOverview,
  googleAiMode,
  copilotSearch,
  chatgptAppByCloro,
  geminiAppByCloro,
  googleAiOverviewByCloro,
  googleAiModeByCloro,
];

const adapters: EngineAdapter[] = [...BUILT_IN];

/** The built-in engines, then the operator's own. One list for the life of a process. */
export const ADAPTERS: readonly EngineAdapter[] = adapters;

/** Replaces the operator's own engines, while a process starts. */
export function addAdapters(own: readonly EngineAdapter[]): void {
  adapters.splice(BUILT_IN.length, Number.POSITIVE_INFINITY, ...own);
}
