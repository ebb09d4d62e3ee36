/** An AI product that leads people to pages. */
export interface Product {
  /** In visit_counts. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** The engine that asks this same product; null if none does: a model's API is not the product for people. */
  readonly engine: string | null;
  /** Hosts of referrers, as hostOf has them, and packages of its Android apps. */
  readonly hosts: readonly string[];
  /** Values of `utm_source` besides its hosts, in lower case. */
  readonly sources: readonly string[];
}

/**
 * Products by their traces in logs. Google's AI Overviews and AI Mode are missing: their visits have Google
 * Search's referrer, and nothing tells them apart.
 */
export const PRODUCTS: readonly Product[] = [
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    engine: 'chatgpt_app',
    hosts: ['chatgpt.com', 'chat.openai.com', 'com.openai.chatgpt'],
    sources: ['chatgpt', 'chat-gpt', 'openai', 'openai.com'],
  },
  {
    id: 'perplexity',
    name: 'Perplexity',
    engine: null,
    hosts: ['perplexity.ai', 'perplexity.com', 'pplx.ai', 'ai.perplexity.app.android'],
    sources: ['perplexity'],
  },
  {
    id: 'claude',
    name: 'Claude',
    engine: null,
    hosts: ['claude.ai', 'com.anthropic.claude'],
    sources: ['claude', 'anthropic'],
  },
  {
    id: 'gemini',
    name: 'Gemini',
    engine: 'gemini_app',
    hosts: ['gemini.google.com', 'bard.google.com', 'com.google.android.apps.bard'],
    sources: ['gemini'],
  },
  {
    id: 'gemini_enterprise',
    name: 'Gemini Enterprise',
    engine: null,
    hosts: ['business.gemini.google'],
    sources: [],
  },
  { id: 'ai_studio', name: 'Google AI Studio', engine: null, hosts: ['aistudio.google.com'], sources: [] },
  { id: 'notebooklm', name: 'NotebookLM', engine: null, hosts: ['notebooklm.google.com'], sources: [] },
  {
    id: 'copilot',
    name: 'Microsoft Copilot',
    engine: null,
    hosts: [
      'copilot.microsoft.com',
      'copilot.com',
      'copilot.cloud.microsoft',
      'edgeservices.bing.com',
      'com.microsoft.copilot',
    ],
    sources: ['copilot'],
  },
  { id: 'grok', name: 'Grok', engine: null, hosts: ['grok.com', 'x.ai', 'ai.x.grok'], sources: ['grok'] },
  {
    id: 'mistral',
    name: 'Le Chat',
    engine: null,
    hosts: ['chat.mistral.ai', 'ai.mistral.chat'],
    sources: ['mistral', 'mistral.ai', 'lechat'],
  },
  { id: 'meta_ai', name: 'Meta AI', engine: null, hosts: ['meta.ai'], sources: ['metaai'] },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    engine: null,
    hosts: ['chat.deepseek.com', 'com.deepseek.chat'],
    sources: ['deepseek', 'deepseek.com'],
  },
  {
    id: 'qwen',
    name: 'Qwen',
    engine: null,
    hosts: ['chat.qwen.ai', 'chat.qwenlm.ai'],
    sources: ['qwen', 'qwen.ai'],
  },
  { id: 'doubao', name: 'Doubao', engine: null, hosts: ['doubao.com'], sources: ['doubao'] },
  { id: 'poe', name: 'Poe', engine: null, hosts: ['poe.com'], sources: ['poe'] },
  { id: 'you', name: 'You.com', engine: null, hosts: ['you.com'], sources: [] },
  { id: 'phind', name: 'Phind', engine: null, hosts: ['phind.com'], sources: ['phind'] },
  { id: 'kagi', name: 'Kagi', engine: null, hosts: ['kagi.com'], sources: [] },
];

const BY_HOST = new Map(PRODUCTS.flatMap((product) => product.hosts.map((host) => [host, product] as const)));
const BY_SOURCE = new Map(
  PRODUCTS.flatMap((product) =>
    [...product.hosts, ...product.sources].map((each) => [each, product] as const),
  ),
);

/** The product with this host or Android package. Other subdomains are other pages of its vendor: `docs.x.ai`. */
export function productOfHost(host: string): Product | null {
  return BY_HOST.get(host) ?? null;
}

/** The product of a `utm_source`, however it is written: `ChatGPT`, `www.perplexity.ai`, `https://claude.ai/`. */
export function productOfSource(source: string): Product | null {
  const bare = source
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');
  return BY_SOURCE.get(bare) ?? null;
}

const PAID = /^(?:cpc|ppc|paid.*|openai-ads)$/i;

/** Whether a `utm_medium` says that the link was paid. */
export function isPaidMedium(medium: string): boolean {
  return PAID.test(medium.trim());
}
