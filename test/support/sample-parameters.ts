import type { Parameters } from './page-addresses.ts';
import { SAMPLE_BRAND, type ServedDashboard } from './sample-dashboard.ts';

/** What stands for the parameters of routes, in the sample data. */
export async function sampleParameters({
  dashboard,
  key,
}: ServedDashboard & { readonly key: string }): Promise<Parameters> {
  const first = async (path: string) => {
    const { body } = await dashboard.api.get(path, key);
    return body.data[0] ?? assertNever(path);
  };
  const answer = await first('/answers');
  const alert = await first('/alerts');
  const question = await first('/questions');
  return {
    brand: SAMPLE_BRAND,
    report: 'sources',
    answer: answer.id,
    alert: alert.id,
    question: question.question_id ?? question.id,
  };
}

function assertNever(path: string): never {
  throw new Error(`the sample data has nothing in ${path}`);
}
