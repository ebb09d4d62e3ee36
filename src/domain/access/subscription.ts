/** Plans, with the active prompts of each unless a subscription says otherwise. */
export const PLAN_PROMPTS = { trial: 25, solo: 25, starter: 50, growth: 150, agency: 500 } as const;

export type PlanName = keyof typeof PLAN_PROMPTS;

export const PLAN_NAMES = Object.keys(PLAN_PROMPTS) as readonly PlanName[];

/** An organization's present or past plan. `status` is the billing provider's word; a lapsed plan still reads. */
export interface Subscription {
  readonly plan: PlanName;
  readonly status: string;
  readonly trialEndsAt: number | null;
  readonly promptsIncluded: number;
  readonly apiAccess: boolean;
}

export function isTrialing({ plan, status }: Subscription): boolean {
  return plan === 'trial' || status === 'trialing';
}

/** Billing providers' words for a running plan. A past-due plan still collects. */
const RUNNING = ['active', 'trialing', 'past_due'];

export function isRunning({ status }: Subscription): boolean {
  return RUNNING.includes(status);
}

/** Whether Sightline asks engines for an organization with this plan. A lapsed plan can only read. */
export function isCollecting(subscription: Subscription, now: number): boolean {
  const { trialEndsAt } = subscription;
  if (!isRunning(subscription)) return false;
  return !(isTrialing(subscription) && trialEndsAt !== null && trialEndsAt <= now);
}
