import { DAY_MS } from '../domain/time/period.ts';
import type { EngineAdapter, ModelEnd, Provider, Retirement } from './engine.ts';

/** An engine with its configured model. */
interface AskedModel {
  readonly adapter: Pick<EngineAdapter, 'slug' | 'provider'>;
  readonly model: string;
}

/** A configured model whose announced end is near or past. */
export interface RetiringModel {
  readonly engine: string;
  readonly model: string;
  /** The first day without it: `YYYY-MM-DD`, UTC. */
  readonly on: string;
  readonly isRetired: boolean;
}

/** Notice before an end: enough time to try another model and see its effect on the numbers. */
const RETIREMENT_NOTICE_DAYS = 60;

/** The vendors' own lists at the last check, by provider slug. */
export type KnownEnds = readonly (ModelEnd & { readonly provider: string })[];

/**
 * Models that their vendors retire within the notice, or have retired.
 *
 * @param known the vendors' lists; announcements count for models that they lack
 */
export function retiringModels(
  asked: readonly AskedModel[],
  now: number,
  known: KnownEnds = [],
): RetiringModel[] {
  return asked.flatMap(({ adapter, model }) => {
    const on = endOf(adapter.provider, model, known);
    if (on === null) return [];
    const at = Date.parse(on);
    if (at - now > RETIREMENT_NOTICE_DAYS * DAY_MS) return [];
    return [{ engine: adapter.slug, model, on, isRetired: at <= now }];
  });
}

function endOf({ slug, retirements }: Provider, model: string, known: KnownEnds): string | null {
  const said = known.find((each) => each.provider === slug && each.model === model);
  if (said !== undefined) return said.on;
  return retirements?.find((each) => isVersionOf(model, each))?.on ?? null;
}

/** Whether a model is the retired one or its dated version: `gpt-5-2025-08-07` is gpt-5, `gpt-5-mini` is not. */
function isVersionOf(model: string, { model: retired }: Retirement): boolean {
  return (
    model.startsWith(retired) &&
    /^([-@]\d{4}-?\d{2}-?\d{2}|-\d{3}|-latest)?$/.test(model.slice(retired.length))
  );
}

/** The table of announced ends, nearest first, for docs/engines.md. */
export function retirementsMarkdown(adapters: readonly EngineAdapter[]): string {
  const every = adapters.flatMap(({ slug, provider }) =>
    (provider.retirements ?? []).map(({ model, on }) => ({ slug, model, on })),
  );
  const rows = every
    .toSorted((one, other) => one.on.localeCompare(other.on))
    .map(({ slug, model, on }) => `| ${on} | \`${slug}\` | \`${model}\` |`);
  return ['| from | engine | model |', '|---|---|---|', ...rows].join('\n');
}
