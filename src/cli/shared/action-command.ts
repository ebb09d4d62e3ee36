import { type Command, Option } from 'commander';
import type { TProperties } from 'typebox';
import type { Action } from '../../actions/action.ts';
import { type AskingCost, askingCosts, toldBy } from '../../actions/envelope.ts';
import type { ActionCall, ActionResult } from '../../actions/run-action.ts';
import { EVERYTHING } from '../../domain/access/brand-reach.ts';
import { dollars } from '../../domain/figures/usd.ts';
import { organizationWithin } from '../../pipeline/declare/find-brand.ts';
import type { Database } from '../../reports/run/operator.ts';
import { act, brandTarget, type Target } from './act.ts';
import { addOptions, argumentOf, inputOf } from './action-options.ts';
import { type CliDeps, type Invocation, invocationOf } from './deps.ts';
import { confirmRemoval } from './removal.ts';
import { jsonLine, printable } from './terminal.ts';

/** What a command has of its own. */
export interface OwnPart {
  /** Fields that are no options, because `input` adds them. */
  readonly without?: readonly string[];
  /** The input from the options. */
  readonly input?: (deps: CliDeps, invocation: Invocation, input: Record<string, unknown>) => Promise<object>;
  /** Asks before it removes: what, as `the user bob@example.com`. */
  readonly removes?: (
    db: Database,
    input: Readonly<Record<string, unknown>>,
    brand: ActionCall['brand'],
  ) => Promise<string>;
  /** Its data has the rows that it removes, which a dry run counts. */
  readonly countsRows?: true;
  /** The secret as it is printed. */
  readonly shown?: (deps: CliDeps, invocation: Invocation, secret: string) => Promise<string>;
  /** Further notices. */
  readonly notices?: (
    deps: CliDeps,
    invocation: Invocation,
    db: Database,
    input: object,
  ) => Promise<string[]>;
  /** A flag that does something else. */
  readonly instead?: {
    readonly flag: string;
    readonly help: string;
    readonly run: (deps: CliDeps, invocation: Invocation, flags: Flags) => Promise<void>;
  };
  readonly makesStore?: true;
}

interface Flags {
  readonly brand?: string;
  readonly organization?: string;
  readonly dryRun?: true;
  readonly yes?: true;
}

export function addActionCommand(noun: Command, deps: CliDeps, action: Action, own: OwnPart = {}): void {
  const fields = fieldsOf(action, own);
  const isNoun = action.of === 'brand' && noun.name() === 'brand';
  const argument = isNoun ? 'brand' : argumentOf(fields);
  const verb = action.command?.split(' ').at(-1) ?? action.name;
  const command = noun
    .command(argument === null ? verb : `${verb} <${argument}>`)
    .description(wordsOf(action.summary));
  if (action.of === 'brand' && !isNoun) command.requiredOption('--brand <id or name>', 'the brand');
  if (action.of === 'brand') command.option('--organization <name or id>', "the brand's organization");
  if (action.of === 'organization') command.requiredOption('--organization <name or id>', 'the organization');
  addOptions(command, fields);
  command.option('--dry-run', 'only print the changes');
  if (own.removes) command.option('--yes', 'do not ask');
  const instead = own.instead && new Option(own.instead.flag, own.instead.help);
  if (instead) command.addOption(instead);
  command.action(async () => {
    const invocation = invocationOf(command, deps);
    const given = { ...command.opts<Flags>(), ...(argument && { [argument]: command.args[0] }) };
    if (instead && command.getOptionValue(instead.attributeName()))
      return await own.instead?.run(deps, invocation, given);
    const wrapped = wrap(action, inputOf(fields, given));
    const input = own.input ? await own.input(deps, invocation, wrapped) : wrapped;
    const work = async (db: Database) => await perform(deps, db, { action, own, invocation, given, input });
    await (own.makesStore ? deps.withStoreMade : deps.withStore)(invocation.flags, work);
  });
}

/** A sentence as the other commands have theirs. */
function wordsOf(summary: string): string {
  return `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`.replace(/\.$/, '');
}

/** The fields of the input, or of an entry of its list. */
function fieldsOf({ input, route }: Action, { without = [] }: OwnPart): TProperties {
  const list = route?.body && 'list' in route.body ? route.body.list : null;
  const fields = list === null ? input : entryOf(input[list]);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !without.includes(name)));
}

function entryOf(list: unknown): TProperties {
  return (list as { readonly items: { readonly properties: TProperties } }).items.properties;
}

function wrap({ route }: Action, entry: object): Record<string, unknown> {
  return route?.body && 'list' in route.body ? { [route.body.list]: [entry] } : { ...entry };
}

interface Removed {
  readonly removed?: Readonly<Record<string, number>>;
}

interface Performed {
  readonly action: Action;
  readonly own: OwnPart;
  readonly invocation: Invocation;
  readonly given: Flags;
  readonly input: object;
}

async function perform(deps: CliDeps, db: Database, performed: Performed): Promise<void> {
  const { action, own, invocation, given, input } = performed;
  const { dryRun: isDryRun = false, yes } = given;
  const target = await targetOf(db, action, given);
  if (own.removes && !isDryRun) {
    const what = await own.removes(db, { ...input }, target.brand);
    const counted = own.countsRows
      ? await act(deps, invocation, db, { action, input, isDryRun: true, ...target })
      : null;
    const { removed: rows = null } = (counted?.data ?? {}) as Removed;
    const removal = { what, rows, isRestorable: target.brand !== null };
    await confirmRemoval(deps, { ...removal, yes, json: invocation.json });
  }
  const result = await act(deps, invocation, db, { action, input, isDryRun, ...target });
  const more = own.notices ? await own.notices(deps, invocation, db, input) : [];
  await print(deps, performed, { ...result, notices: [...result.notices, ...more] });
}

/** The brand or the organization of the action. */
async function targetOf(db: Database, { of }: Action, { brand, organization }: Flags): Promise<Target> {
  if (of === 'server') return { brand: null, organizationId: null };
  if (of === 'organization')
    return { brand: null, organizationId: (await organizationWithin(db, EVERYTHING, organization)).id };
  return await brandTarget(db, brand ?? '', organization);
}

/** A secret is alone on standard output, so that `KEY=$(sightline key create …)` has nothing else. */
async function print(
  deps: CliDeps,
  { action, own, invocation, given }: Performed,
  result: ActionResult,
): Promise<void> {
  const { terminal } = deps;
  const { data, changes } = result;
  const [notices, cost] = [toldBy(result), askingCosts(result.cost)];
  const { [action.secret ?? '']: secret, ...open } = data as Record<string, unknown>;
  const isDryRun = given.dryRun === true;
  const shown =
    typeof secret !== 'string' || isDryRun ? null : await (own.shown ?? plain)(deps, invocation, secret);
  if (invocation.json) {
    const fields = action.secret === undefined ? open : { ...open, [action.secret]: shown };
    terminal.out(jsonLine({ ...fields, ...(isDryRun && { dry_run: true }), changes, notices, cost }));
    return;
  }
  const text = actionText({ data: open, changes, notices, cost }, isDryRun);
  if (shown === null) return terminal.out(text);
  terminal.out(`${shown}\n`);
  terminal.err(`${text}You cannot see it again.\n`);
}

async function plain(_deps: CliDeps, _invocation: Invocation, secret: string): Promise<string> {
  return secret;
}

/** A result as a command shows it. */
export interface ShownResult extends Pick<ActionResult, 'data' | 'changes' | 'notices'> {
  readonly cost: { readonly before: AskingCost; readonly after: AskingCost } | null;
}

/** What an action did, a line each: its changes, notices, cost, and data. */
export function actionText({ data, changes, notices, cost }: ShownResult, isDryRun: boolean): string {
  const told = new Set(changes.flatMap(({ before, after }) => [before, after]));
  const lines = [
    ...(changes.length === 0 ? ['Nothing to change.'] : changes.map(changeText)),
    ...notices,
    ...(cost === null ? [] : costLines(cost)),
    ...(isDryRun ? ['Changed nothing.'] : dataLines(data, '', told)),
  ];
  return lines.map((each) => `${printable(each)}\n`).join('');
}

function changeText({ what, before, after }: ActionResult['changes'][number]): string {
  if (before === null) return `+ ${what}: ${after}`;
  return after === null ? `- ${what}: ${before}` : `~ ${what}: ${before} → ${after}`;
}

function costLines({ before, after }: NonNullable<ShownResult['cost']>): string[] {
  if (before.answers_per_day === after.answers_per_day) return [];
  return [`Cost: ${costText(before)} → ${costText(after)}`];
}

function costText({ answers_per_day, usd_per_day, usd_per_30_days }: AskingCost): string {
  return `${answers_per_day} answers a day (about ${dollars(usd_per_day)}; ${dollars(usd_per_30_days)} in 30 days)`;
}

/** Single values and lists of them that the changes did not tell. */
function dataLines(data: unknown, name: string, told: ReadonlySet<unknown>): string[] {
  if (data === null || data === undefined || told.has(data)) return [];
  if (Array.isArray(data))
    return data.every((each) => typeof each === 'string') ? [`${name}: ${data.join(', ')}`] : [];
  if (typeof data !== 'object') return [`${name}: ${String(data)}`];
  return Object.entries(data).flatMap(([key, value]) =>
    dataLines(value, `${name} ${key.replaceAll('_', ' ')}`.trim(), told),
  );
}
