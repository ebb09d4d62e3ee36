import { isNearlySpent, monthBudget, monthOf, spentOfMonth } from '../../domain/figures/month-budget.ts';
import { listOrganizationSpending, noteNotice } from '../../storage/collect/spending.ts';
import type { Database } from '../../storage/driver/database.ts';

/** An organization that has spent most of this month's ceiling. */
export interface SpendingNotice {
  readonly organizationId: number;
  /** Public id. */
  readonly organization: string;
  /** In words, without a full stop. */
  readonly notice: string;
}

/** Every organization above the warning threshold. */
export async function spendingNotices(db: Database, now: number): Promise<SpendingNotice[]> {
  const month = monthOf(now);
  const spending = await listOrganizationSpending(db, month);
  return spending.flatMap(({ organizationId, organization, name, micros, microsPerDay }) => {
    const budget = monthBudget(microsPerDay, month);
    if (budget === null || !isNearlySpent(micros, budget)) return [];
    return [{ organizationId, organization, notice: `${name} has spent ${spentOfMonth(micros, budget)}` }];
  });
}

/**
 * Organizations without a warning this month, each once across all processes. Every channel for warnings starts here.
 */
export async function newSpendingNotices(db: Database, now: number): Promise<SpendingNotice[]> {
  const month = monthOf(now).first;
  const fresh: SpendingNotice[] = [];
  for (const each of await spendingNotices(db, now)) {
    if (await noteNotice(db, { organizationId: each.organizationId, month })) fresh.push(each);
  }
  return fresh;
}
