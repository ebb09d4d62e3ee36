import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import { type Definition, METRICS } from './definitions.ts';

type Defined = typeof METRICS;
type LabelOf<Of extends Definition> = Of['labels'][number];

type InstrumentOf<Of extends Definition> = Of['type'] extends 'counter'
  ? Counter<LabelOf<Of>>
  : Of['type'] extends 'gauge'
    ? Gauge<LabelOf<Of>>
    : Histogram<LabelOf<Of>>;

/** Instruments by their name in the definitions. */
export type Instruments = { readonly [Name in keyof Defined]: InstrumentOf<Defined[Name]> };

/** Creates every metric in a registry, including the process metrics. A gauge has no value until somebody sets it. */
export function instrumentsIn(registry: Registry): Instruments {
  collectDefaultMetrics({ register: registry });
  const entries = Object.entries(METRICS).map(([name, each]) => [name, instrument(each, registry)]);
  const instruments = Object.fromEntries(entries) as Instruments;
  for (const name of GAUGES) clearGauge(instruments, name);
  return instruments;
}

export type GaugeName = {
  [Name in keyof Defined]: Defined[Name]['type'] extends 'gauge' ? Name : never;
}[keyof Defined];

const GAUGES = Object.entries(METRICS).flatMap(([name, { type }]) =>
  type === 'gauge' ? [name as GaugeName] : [],
);

/** Removes all values of a gauge. A reset would set one without labels to 0, which looks like a figure. */
export function clearGauge(instruments: Instruments, name: GaugeName): void {
  instruments[name].reset();
  if (METRICS[name].labels.length === 0) instruments[name].remove();
}

function instrument({ type, name, help, labels, buckets }: Definition, registry: Registry): unknown {
  const options = { name, help, labelNames: [...labels], registers: [registry] };
  if (type === 'counter') return new Counter(options);
  if (type === 'gauge') return new Gauge(options);
  return new Histogram({ ...options, buckets: [...(buckets ?? [])] });
}
