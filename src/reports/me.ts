import Type from 'typebox';
import { SCOPES } from '../domain/access/api-key.ts';
import { isTrialing, PLAN_NAMES } from '../domain/access/subscription.ts';
import { ALERT_KINDS } from '../domain/alerts/alert-rules.ts';
import { MIN_SAMPLE, RATE_NULL_MEANS } from '../domain/figures/rate.ts';
import { formatInstantOrNull } from '../domain/time/instant.ts';
import { countWorkspace } from '../storage/directory/brands.ts';
import { findAlertSettings } from '../storage/directory/organizations.ts';
import { emptyListMeans } from './alerts/alerts-note.ts';
import { columnOf } from './shape/columns.ts';
import { defineReport } from './shape/report.ts';
import {
  BrandRefSchema,
  count,
  flag,
  named,
  nullableInstant,
  nullableText,
  oneOf,
  readonlyList,
  text,
} from './shape/schemas.ts';

const AlertRulesSchema = Type.Object({
  enabled: flag('Whether alerts are on.'),
  kinds: Type.Unsafe<'all' | readonly (typeof ALERT_KINDS)[number][]>({
    anyOf: [
      { type: 'string', const: 'all' },
      { type: 'array', items: { type: 'string', enum: [...ALERT_KINDS] } },
    ],
    description: 'The requested kinds; `all` when none are set.',
  }),
  min_delta_points: count('Percentage points of change required to raise a finding.'),
  min_sample_each_side: count('Answers required on both sides of the comparison.'),
  also_suppressed_below_statistical_noise: Type.Literal(true, {
    description: 'A change whose 95% interval includes zero is never a finding.',
  }),
  empty_list_means: text('The meaning of an empty /alerts list.'),
});

const MeSchema = named(
  'Me',
  {
    organization: Type.Object({ name: nullableText("The organization's name.") }),
    plan: Type.Object({
      name: oneOf(PLAN_NAMES, 'The plan.'),
      status: text('Subscription status, as the billing provider gives it.'),
      trial_ends_at: nullableInstant('Null when not trialing.'),
      prompts: Type.Object({
        used: count('Active questions across the organization.'),
        included: count("The plan's cap."),
      }),
      brands: count('Brands in the organization.'),
    }),
    key: Type.Object({
      scopes: readonlyList(oneOf(SCOPES, 'A scope.'), 'Scopes granted to this key.'),
      available_scopes: readonlyList(oneOf(SCOPES, 'A scope.'), 'Every scope that exists.'),
      pinned_to_brand: flag('Whether the key is bound to one brand.'),
    }),
    brand: BrandRefSchema,
    rate_limit: Type.Object({
      per_minute: count('Requests per minute and key, the same on every plan.'),
      remaining: count('Requests left in the current minute.'),
      resets_in_seconds: count('Seconds until the window rolls.'),
    }),
    reporting_rules: Type.Object({
      min_sample: count('Below this many answers a rate is null.'),
      rate_null_means: text('The meaning of a null rate.'),
      engines_averaged: Type.Literal(false, { description: 'Engines are never averaged.' }),
      alerts: AlertRulesSchema,
    }),
  },
  'The key, its plan and quota, and the rules behind the numbers.',
);

export const me = defineReport({
  name: 'me',
  summary: 'The key, its plan and quota, and the live reporting rules.',
  description:
    'Call this first. Its errors distinguish a wrong header, a revoked key and a missing scope, and it returns the ' +
    'alert thresholds.',
  takesBrand: false,
  query: {},
  data: MeSchema,
  meta: {},
  columns: {
    record: {
      none: '',
      columns: [
        { id: 'organization', label: 'Organization', kind: 'text', field: 'organization.name' },
        { id: 'plan', label: 'Plan', kind: 'text', field: 'plan.name' },
        { id: 'status', label: 'Status', kind: 'text', field: 'plan.status' },
        { id: 'trial_ends_at', label: 'Trial ends', kind: 'instant', field: 'plan.trial_ends_at' },
        columnOf('count', 'prompts', 'plan.prompts.used', 'Questions', { of: 'plan.prompts.included' }),
        { id: 'brands', label: 'Brands', kind: 'count', field: 'plan.brands' },
        { id: 'scopes', label: 'Scopes', kind: 'list', items: ({ key }) => key.scopes },
        columnOf('count', 'requests_left', 'rate_limit.remaining', 'Requests left', {
          of: 'rate_limit.per_minute',
        }),
        columnOf('count', 'min_sample', 'reporting_rules.min_sample', 'Answers a rate needs'),
        { id: 'alerts_enabled', label: 'Alerts on', kind: 'flag', field: 'reporting_rules.alerts.enabled' },
        {
          id: 'alert_kinds',
          label: 'Kinds of alert',
          kind: 'list',
          items: ({ reporting_rules: { alerts } }) => (alerts.kinds === 'all' ? ['all'] : alerts.kinds),
        },
        columnOf(
          'count',
          'min_delta_points',
          'reporting_rules.alerts.min_delta_points',
          'Points an alert needs',
        ),
        columnOf(
          'count',
          'min_sample_each_side',
          'reporting_rules.alerts.min_sample_each_side',
          'Answers it needs, each side',
        ),
      ],
    },
  },
  tableNote: 'The plan and the alert thresholds are current.',
  errors: [],
  async run({ db, caller, brand }) {
    const { subscription, quota } = caller;
    if (subscription === null) throw new Error('a caller without a plan is refused before a report runs');
    const workspace = await countWorkspace(db, caller.organizationId);
    const alerts = await findAlertSettings(db, caller.organizationId);
    return {
      note: 'The quota and the alert thresholds are live. `brand` is the oldest brand this key may read.',
      meta: {},
      data: {
        organization: { name: caller.organizationName },
        plan: {
          name: subscription.plan,
          status: subscription.status,
          trial_ends_at: isTrialing(subscription) ? formatInstantOrNull(subscription.trialEndsAt) : null,
          prompts: { used: workspace.activePrompts, included: subscription.promptsIncluded },
          brands: workspace.brands,
        },
        key: {
          scopes: caller.scopes,
          available_scopes: SCOPES,
          pinned_to_brand: caller.brandIds !== null,
        },
        brand: { id: brand.publicId, name: brand.name },
        rate_limit: {
          per_minute: quota.limit,
          remaining: quota.remaining,
          resets_in_seconds: quota.resetsInSeconds,
        },
        reporting_rules: {
          min_sample: MIN_SAMPLE,
          rate_null_means: RATE_NULL_MEANS,
          engines_averaged: false as const,
          alerts: {
            enabled: alerts.enabled,
            kinds: alerts.kinds ?? ('all' as const),
            min_delta_points: alerts.minDeltaPoints,
            min_sample_each_side: alerts.minSampleEachSide,
            also_suppressed_below_statistical_noise: true as const,
            empty_list_means: emptyListMeans(alerts),
          },
        },
      },
    };
  },
});
