import Type from 'typebox';
import { publicId } from '../domain/access/public-id.ts';
import { isCollecting } from '../domain/access/subscription.ts';
import { NOBODY_TO_ASK, PROSPECT_DAYS, PROSPECT_LIMITS } from '../domain/brand/prospect.ts';
import { SightlineError } from '../domain/errors.ts';
import { dollars, usdOf } from '../domain/figures/usd.ts';
import { counted } from '../domain/text.ts';
import { formatDay, formatInstant } from '../domain/time/instant.ts';
import { DAY_MS, dayOf } from '../domain/time/period.ts';
import { pricesOf } from '../pipeline/collect/cost.ts';
import { spendOf } from '../pipeline/collect/health.ts';
import { planProspect } from '../pipeline/collect/questions.ts';
import { auditBrand } from '../pipeline/declare/apply/audit-changes.ts';
import { withQuestions } from '../pipeline/declare/change-questions.ts';
import { BrandSchema } from '../pipeline/declare/document/declared.ts';
import type { BrandDocument } from '../pipeline/declare/document/document.ts';
import { namingQuestion } from '../pipeline/declare/naming-question.ts';
import { Words } from '../pipeline/fields.ts';
import { liveBrandId } from '../pipeline/owned-brand.ts';
import { addAudited } from '../pipeline/tasks/tasks-of-brand.ts';
import { instant, text } from '../reports/shape/schemas.ts';
import type { NewJob } from '../storage/collect/jobs.ts';
import { findSubscription } from '../storage/directory/organizations.ts';
import { countProspects, findProspectEnd, setProspectEnd } from '../storage/directory/prospects.ts';
import type { Database } from '../storage/driver/database.ts';
import {
  byActorId,
  defineBrandAction,
  defineOrganizationAction,
  type OrganizationContext,
} from './action.ts';
import { changeBrand, createdBrand, noticesOf } from './declare.ts';
import { addedOf } from './questions.ts';

const { name, domain, domains, aliases, match, markets, engines, competitors } = BrandSchema.properties;

const ProspectData = Type.Object({
  brand: Type.Object({ id: text('Of the throwaway brand.'), name: text('As given.') }),
  task: text('The id of the task that asks, and freezes the report.'),
  answers: Type.Integer({ minimum: 0, description: 'How many are asked for.' }),
  usd: Type.Number({ minimum: 0, description: 'Their estimated cost.' }),
  removed_at: instant('When the brand is removed unless somebody keeps it.'),
});

/** Paid work, which only people start. */
export const createProspect = defineOrganizationAction({
  name: 'create_prospect',
  command: null,
  summary: 'Ask a few questions about a prospect, and freeze one report, in a throwaway brand.',
  description: '',
  permission: 'newBrands',
  route: null,
  input: {
    ...{ name, domain, domains, aliases, match, markets, engines, competitors },
    questions: Type.Array(Words(500), {
      minItems: 1,
      maxItems: PROSPECT_LIMITS.questions,
      description: 'Category questions, none with a name of the brand or a competitor.',
    }),
    times: Type.Integer({
      minimum: 1,
      maximum: PROSPECT_LIMITS.times,
      description: 'How often each question is asked on each engine.',
    }),
  },
  data: ProspectData,
  example: null,
  run: async (context, { questions, times, engines: chosen, ...parts }) => {
    await refuseProspect(context);
    const asked = await askedEngines(context, chosen);
    const removedAt = context.now() + PROSPECT_DAYS * DAY_MS;
    const declared = { ...(parts as Partial<BrandDocument>), engines: [...asked], samples_per_day: times };
    const { brand, changes, notices } = await declareProspect(context, { declared, questions, removedAt });
    const { task, jobs } = await startProspect(context, brand, times);
    const costs = await costsOf(context, jobs);
    const micros = costs.reduce((sum, each) => sum + each, 0);
    const each = `${counted(questions.length, 'question')}, ${counted(times, 'time')}, on ${counted(asked.length, 'engine')}`;
    const cost = `${counted(jobs.length, 'answer')} (${each}), about ${dollars(usdOf(micros))}`;
    const removed = `${formatDay(dayOf(removedAt))}, unless somebody keeps it`;
    return {
      data: {
        brand: { id: brand, name: parts.name },
        ...{ task, answers: jobs.length, usd: usdOf(micros), removed_at: formatInstant(removedAt) },
      },
      changes: [
        { what: 'Asked in all', before: null, after: cost },
        { what: 'Removed on', before: null, after: removed },
        ...changes,
      ],
      notices: [...notices, ...(await ceilingNotices(context, costs, micros))],
      madeBrand: brand,
    };
  },
});

interface NewProspect {
  readonly declared: Partial<BrandDocument>;
  readonly questions: readonly string[];
  readonly removedAt: number;
}

async function declareProspect(
  context: OrganizationContext,
  { declared, questions, removedAt }: NewProspect,
) {
  const { db, scope } = context;
  const made = await changeBrand(context, { scope, brand: null, parts: declared });
  const brand = createdBrand(made) ?? '';
  const brandId = await liveBrandId(db, brand);
  // Before its questions, which are none of the plan's.
  await setProspectEnd(db, brandId, removedAt);
  await refuseNaming(db, brandId, questions);
  const prompts = withQuestions([], addedOf(questions.map((each) => ({ text: each }))));
  const filled = await changeBrand(context, { scope, brand, parts: { prompts } });
  const both = [made, filled];
  const changes = both.flatMap(({ values }) => values.get(brand) ?? []);
  // It is asked once, and not every day.
  const told = changes.filter(({ what }) => what !== 'Times a day');
  return { brand, changes: told, notices: both.flatMap((each) => noticesOf(each, brand)) };
}

async function startProspect(context: OrganizationContext, brand: string, times: number) {
  const { db, now, random, organizationId, actor: user } = context;
  const brandId = await liveBrandId(db, brand);
  const jobs = await planProspect(db, { id: brandId, organizationId, samplesPerDay: times }, now());
  const task = { brandId, publicId: publicId('tsk', random), kind: 'prospect', total: jobs.length } as const;
  return { jobs, task: (await addAudited(context, { brand, organizationId, user }, task)).task };
}

export const keepProspect = defineBrandAction({
  name: 'keep_prospect',
  command: 'brand keep',
  summary: 'Keep a prospect as an ordinary brand, whose questions are asked daily.',
  description: '',
  permission: 'brands',
  route: null,
  hasCost: true,
  input: {},
  data: Type.Object({ brand: text('Its id.') }),
  example: null,
  run: async (context) => {
    const { db, now, brand } = context;
    const end = await findProspectEnd(db, brand.id);
    const data = { brand: brand.publicId };
    if (end === null) return { data, changes: [], notices: [] };
    if (end <= now()) throw refused(`This prospect ended at ${formatInstant(end)}, and is being removed.`);
    await setProspectEnd(db, brand.id, null);
    await auditBrand(db, { ...byActorId(context), at: now() }, 'brand.keep', brand.publicId);
    const before = `a prospect, removed on ${formatDay(dayOf(end))}`;
    return { data, changes: [{ what: brand.name, before, after: 'an ordinary brand' }], notices: [] };
  },
});

/** @throws SightlineError `conflict` if the plan does not run, or at the limit of prospects */
async function refuseProspect({ db, now, organizationId }: OrganizationContext): Promise<void> {
  const subscription = await findSubscription(db, organizationId);
  if (subscription === null || !isCollecting(subscription, now()))
    throw refused("Sightline asks no engine, because the organization's plan does not run.");
  if ((await countProspects(db, organizationId)) < PROSPECT_LIMITS.prospects) return;
  throw refused(
    `The organization has ${PROSPECT_LIMITS.prospects} prospects, the most at once. Keep or delete one first.`,
  );
}

/** The chosen engines that have a key; by default all. @throws SightlineError `conflict` for none, or a chosen one without a key */
async function askedEngines(
  { engines: configured }: OrganizationContext,
  chosen: readonly string[] | undefined,
): Promise<readonly string[]> {
  const ready = (await configured()).ready.map(({ adapter }) => adapter.slug);
  if (ready.length === 0) throw refused(NOBODY_TO_ASK);
  if (chosen === undefined) return ready;
  const keyless = chosen.filter((each) => !ready.includes(each));
  if (keyless.length > 0) throw refused(`These engines have no key here: ${keyless.join(', ')}.`);
  if (chosen.length === 0) throw refused('Choose at least one engine.');
  return chosen;
}

/** Answers to a question that names somebody do not tell whether engines find the brand. @throws SightlineError `invalid_argument` */
async function refuseNaming(db: Database, brandId: number, questions: readonly string[]): Promise<void> {
  const naming = await namingQuestion(db, brandId, questions);
  if (naming === null) return;
  throw new SightlineError(
    'invalid_argument',
    `This question names ${naming.whom}, so its answers would not show whether engines find the brand: “${naming.question}”. Reword it or leave it out.`,
  );
}

/** Each job's cost. */
async function costsOf(context: OrganizationContext, jobs: readonly NewJob[]): Promise<number[]> {
  const prices = pricesOf(await context.engines());
  return jobs.map(({ engine }) => prices.get(engine) ?? 0);
}

/** That today's ceiling would end the asking early. @throws SightlineError `conflict` if before it begins */
async function ceilingNotices(
  { db, now, organizationId }: OrganizationContext,
  costs: readonly number[],
  micros: number,
): Promise<string[]> {
  const { microsPerDay, callsPerDay, todayMicros, todayCalls } = await spendOf(db, organizationId, now());
  const then = 'Sightline stops there, and the report says what is missing.';
  const left = microsPerDay === null ? null : Math.max(0, microsPerDay - todayMicros);
  const calls = callsPerDay === null ? null : Math.max(0, callsPerDay - todayCalls);
  if (calls === 0 || (left !== null && Math.min(...costs) > left))
    throw refused(
      "The organization's ceiling leaves no question for today. Raise it, or wait for tomorrow (UTC).",
    );
  if (left !== null && micros > left)
    return [`The organization's ceiling leaves ${dollars(usdOf(left))} for today. ${then}`];
  if (calls === null || costs.length <= calls) return [];
  return [`The organization's ceiling leaves ${counted(calls, 'call')} for today. ${then}`];
}

function refused(sentence: string): SightlineError {
  return new SightlineError('conflict', sentence);
}
