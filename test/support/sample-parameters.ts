import type { TestDashboard } from './dashboard.ts';
import type { Parameters } from './page-addresses.ts';

/** What stands for the parameters of routes: the first of each kind that a brand has. */
export async function parametersOf(
  { api, linkTokens }: TestDashboard,
  key: string,
  brand: string,
): Promise<Parameters> {
  const first = async (path: string, field: string): Promise<string> => {
    const { body } = await api.get(`${path}?brand=${brand}`, key);
    const record = body.data[0];
    if (!record) throw new Error(`${brand} has nothing in ${path}`);
    return record[field];
  };
  return {
    ...(await linkTokens()),
    brand,
    report: 'sources',
    answer: await first('/answers', 'id'),
    alert: await first('/alerts', 'id'),
    question: await first('/questions', 'id'),
  };
}
