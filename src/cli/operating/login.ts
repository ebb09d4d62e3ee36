import type { Command } from 'commander';
import { apiKeyHint, isApiKey } from '../../domain/access/api-key.ts';
import { SightlineError } from '../../domain/errors.ts';
import type { ReportNamed } from '../../reports/index.ts';
import type { DataOf } from '../../reports/shape/report.ts';
import { type CliDeps, type Invocation, invocationOf } from '../shared/deps.ts';
import { SERVER_HINT } from '../shared/help.ts';
import { secretText } from '../shared/secret-text.ts';
import { takeServer } from '../shared/server-option.ts';
import { table } from '../shared/table.ts';
import { jsonLine, printable } from '../shared/terminal.ts';

/** The keys with which this person reads reports from servers. */
export function addLoginCommands(program: Command, deps: CliDeps): void {
  addLogin(program, deps);
  addLogout(program, deps);
  addWhoami(program, deps);
}

type Me = DataOf<ReportNamed<'me'>>;

function addLogin(program: Command, deps: CliDeps): void {
  takeServer(program.command('login [url]'))
    .description('store a key for a server; type it when asked, or pass it on standard input')
    .addHelpText('after', SERVER_HINT)
    .action(async (url: string | undefined, _options, command: Command) => {
      const invocation = invocationOf(command, deps);
      const { runnerFor } = await import('../shared/remote.ts');
      const server = await serverOf(url, invocation, deps);
      const key = await givenKey(deps, server);
      const { askReport } = await import('../../reports/ask-report.ts');
      const { data } = await askReport(runnerFor(deps, server, key), 'me');
      const path = await deps.logins().keep(server, key);
      const { organization } = data;
      const facts = { server, organization: organization.name, key: apiKeyHint(key), kept_in: path };
      deps.terminal.out(invocation.json ? jsonLine(facts) : loggedInText(facts));
    });
}

function loggedInText(facts: { server: string; organization: string | null; key: string; kept_in: string }) {
  const whose = facts.organization === null ? '' : ` as ${printable(facts.organization)}`;
  return (
    `Logged in to ${facts.server}${whose}. The key ${facts.key} is in ${facts.kept_in}.\n` +
    `Try: sightline --server ${facts.server} brands\n`
  );
}

function addLogout(program: Command, deps: CliDeps): void {
  takeServer(program.command('logout [url]'))
    .description('forget the key for a server; to end the key itself, revoke it')
    .action(async (url: string | undefined, _options, command: Command) => {
      const invocation = invocationOf(command, deps);
      const server = await serverOf(url, invocation, deps, true);
      if (!(await deps.logins().forget(server))) {
        throw new SightlineError('not_found', `There is no login for ${server}.`);
      }
      deps.terminal.out(
        invocation.json
          ? jsonLine({ server, logged_out: true })
          : `Logged out of ${server}. The key still works until you revoke it with \`sightline key revoke\`.\n`,
      );
    });
}

function addWhoami(program: Command, deps: CliDeps): void {
  takeServer(program.command('whoami'))
    .description("show the server, and its key's brands and scopes")
    .action(async (_options, command: Command) => {
      const invocation = invocationOf(command, deps);
      const { keyFor, remoteReports } = await import('../shared/remote.ts');
      const server = await serverOf(undefined, invocation, deps, true);
      const { key, source } = await keyFor(deps, server);
      const run = await remoteReports(deps, server, {});
      const { askReport } = await import('../../reports/ask-report.ts');
      const { data: me } = await askReport(run, 'me');
      const { organization, plan, brand, rate_limit } = me;
      const facts = { ...me.key, hint: apiKeyHint(key), source };
      deps.terminal.out(
        invocation.json
          ? jsonLine({ server, organization, key: facts, plan, brand, rate_limit })
          : whoamiText(server, me, facts),
      );
    });
}

function whoamiText(server: string, me: Me, { hint, source }: { hint: string; source: string }): string {
  const { plan, key, brand, rate_limit } = me;
  return table(
    ['Server', server],
    [
      ['Organization', me.organization.name ?? '-'],
      ['Key', `${hint} (from ${source === 'login' ? 'a login' : source})`],
      ['Scopes', key.scopes.join(', ')],
      ['Reads', key.pinned_to_brand ? `only ${brand.name} (${brand.id})` : 'every brand'],
      ['Plan', `${plan.name}, ${plan.status}`],
      ['Questions', `${plan.prompts.used} of ${plan.prompts.included}`],
      ['Brands', String(plan.brands)],
      ['Requests left', `${rate_limit.remaining} of ${rate_limit.per_minute} this minute`],
    ],
  );
}

/**
 * The command's server.
 *
 * @param orOnlyLogin whether the only login is the default
 * @throws SightlineError `invalid_argument` if there is none
 */
async function serverOf(
  url: string | undefined,
  invocation: Invocation,
  deps: CliDeps,
  orOnlyLogin = false,
): Promise<string> {
  const { chosenServer } = await import('../shared/remote.ts');
  if (url !== undefined && invocation.server !== undefined) {
    throw new SightlineError('invalid_argument', 'Give the server only once.');
  }
  const named = chosenServer(deps, { ...invocation, flags: {}, server: url ?? invocation.server });
  if (named !== null) return named;
  const known = orOnlyLogin ? await deps.logins().servers() : [];
  const [only, ...others] = known;
  if (only !== undefined && others.length === 0) return only;
  const hint = only === undefined ? '' : ` There are logins for ${known.join(', ')}.`;
  throw new SightlineError(
    'invalid_argument',
    `Choose a server: its URL, --server, or SIGHTLINE_SERVER.${hint}`,
  );
}

/** The key from the terminal or from standard input, never from an argument, which other users of the machine can see. */
async function givenKey(deps: CliDeps, server: string): Promise<string> {
  const key = await secretText(deps, `Key for ${server}: `);
  if (isApiKey(key)) return key;
  throw new SightlineError(
    'unauthorized',
    key === ''
      ? 'You gave no key. Type it when asked, or pass it on standard input.'
      : 'This is not a complete key. A key begins with sl_live_; `sightline key create` makes one.',
  );
}
