/** The plans, with the active prompts each includes where a subscription does not say otherwise. */
export const PLAN_PROMPTS = { trial: 25, solo: 25, starter: 50, growth: 150, agency: 500 } as const;

export type PlanName = keyof typeof PLAN_PROMPTS;

export const PLAN_NAMES = Object.keys(PLAN_PROMPTS) as readonly PlanName[];

/** A plan an organization has or once had. `status` is the billing provider's own word; a lapsed plan still reads. */
export interface Subscription {
  readonly plan: PlanName;
  readonly status: string;
  readonly trialEndsAt: number | null;
  readonly promptsIncluded: number;
  readonly apiAccess: boolean;
}

/** Whether it is a trial, by its name or by the billing provider's status. */
export function isTrialing({ plan, status }: Subscription): boolean {
  return plan === 'trial' || status === 'trialing';
}

/** Billing providers' words for a running plan. One that is past due is still collected. */
const RUNNING = ['active', 'trialing', 'past_due'];

/** Whether the billing provider says that the plan runs. */
export function isRunning({ status }: Subscription): boolean {
  return RUNNING.includes(status);
}

/** Whether engines are asked for an organization with this plan. A lapsed plan can read what was collected, nothing more. */
export function isCollecting(subscription: Subscription, now: number): boolean {
  const { trialEndsAt } = subscription;
  if (!isRunning(subscription)) return false;
  return !(isTrialing(subscription) && trialEndsAt !== null && trialEndsAt <= now);
}
