import { DAY_MS } from '../domain/time/period.ts';
import type { EngineAdapter, ModelEnd, Provider, Retirement } from './engine.ts';

/** An engine with the model that it is set to. */
export interface AskedModel {
  readonly adapter: Pick<EngineAdapter, 'slug' | 'provider'>;
  readonly model: string;
}

/** A configured model whose end is announced and near, or past. */
export interface RetiringModel {
  readonly engine: string;
  readonly model: string;
  /** The first day without it: `YYYY-MM-DD`, UTC. */
  readonly on: string;
  readonly isRetired: boolean;
}

/** How long ahead an end is announced here: long enough to try another model and to see what it does to the numbers. */
const RETIREMENT_NOTICE_DAYS = 60;

/** What a vendor's own list said last, by the provider's slug. */
export type KnownEnds = readonly (ModelEnd & { readonly provider: string })[];

/**
 * Of these models, those that their vendors retire within so many days of an instant, or have retired.
 *
 * @param known what the vendors' lists say; of a model that they lack, what was announced counts
 */
export function retiringModels(
  asked: readonly AskedModel[],
  now: number,
  { withinDays = RETIREMENT_NOTICE_DAYS, known = [] }: { withinDays?: number; known?: KnownEnds } = {},
): RetiringModel[] {
  return asked.flatMap(({ adapter, model }) => {
    const on = endOf(adapter.provider, model, known);
    if (on === null) return [];
    const at = Date.parse(on);
    if (at - now > withinDays * DAY_MS) return [];
    return [{ engine: adapter.slug, model, on, isRetired: at <= now }];
  });
}

function endOf({ slug, retirements }: Provider, model: string, known: KnownEnds): string | null {
  const said = known.find((each) => each.provider === slug && each.model === model);
  if (said !== undefined) return said.on;
  return retirements?.find((each) => isOf(model, each))?.on ?? null;
}

/** Whether a model is the one that is retired, or a dated version of it: `gpt-5-2025-08-07` is gpt-5, `gpt-5-mini` is not. */
function isOf(model: string, { model: retired }: Retirement): boolean {
  return (
    model.startsWith(retired) &&
    /^([-@]\d{4}-?\d{2}-?\d{2}|-\d{3}|-latest)?$/.test(model.slice(retired.length))
  );
}

/** The table of announced ends, the nearest first, for docs/engines.md. */
export function retirementsMarkdown(adapters: readonly EngineAdapter[]): string {
  const every = adapters.flatMap(({ slug, provider }) =>
    (provider.retirements ?? []).map(({ model, on }) => ({ slug, model, on })),
  );
  const rows = every
    .toSorted((one, other) => one.on.localeCompare(other.on))
    .map(({ slug, model, on }) => `| ${on} | \`${slug}\` | \`${model}\` |`);
  return ['| from | engine | model |', '|---|---|---|', ...rows].join('\n');
}
