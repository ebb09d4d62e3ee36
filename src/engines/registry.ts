import { chatgpt } from './chatgpt/adapter.ts';
import { chatgptApp } from './chatgpt_app/adapter.ts';
import { claude } from './claude/adapter.ts';
import { copilotSearch } from './copilot_search/adapter.ts';
import type { EngineAdapter } from './engine.ts';
import { gemini } from './gemini/adapter.ts';
import { geminiApp } from './gemini_app/adapter.ts';
import { googleAiMode } from './google_ai_mode/adapter.ts';
import { googleAiOverview } from './google_ai_overview/adapter.ts';
import { grok } from './grok/adapter.ts';
import { mistral } from './mistral/adapter.ts';
import { perplexity } from './perplexity/adapter.ts';

/** Every engine that can be asked. A new one is its folder and a line here. */
export const ADAPTERS: readonly EngineAdapter[] = [
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
];
