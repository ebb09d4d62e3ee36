import type { Command } from 'commander';
import { OPERATOR } from '../../domain/access/audit.ts';
import { isRole, ROLES } from '../../domain/access/user.ts';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant, formatInstantOrNull } from '../../domain/time/instant.ts';
import type { MadeLink } from '../../pipeline/accounts/links.ts';
import type { UserRow } from '../../pipeline/accounts/users.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { confirmRemoval, removedText } from '../shared/removal.ts';
import { table } from '../shared/table.ts';
import { jsonLine, printable } from '../shared/terminal.ts';

export function addUserCommands(program: Command, deps: CliDeps): void {
  const user = program.command('user').description('manage dashboard users');
  addCreate(user, deps);
  addReset(user, deps);
  addList(user, deps);
  addBrands(user, deps);
  addDisable(user, deps);
  addDelete(user, deps);
}

interface CreateOptions {
  readonly name?: string;
  readonly role: string;
  readonly organization?: string;
  readonly brand?: readonly string[];
}

function addCreate(user: Command, deps: CliDeps): void {
  user
    .command('create <email>')
    .description(
      'create a user, by an email address or a login name, and print the link to choose a password',
    )
    .option('--name <name>', 'the person’s name')
    .option('--role <role>', `${ROLES.join(', ')}; each includes those before it`, 'viewer')
    .option('--organization <name or id>', 'the organization; omit it for an admin of every organization')
    .option('--brand <id...>', 'the only brands in the organization that the role covers')
    .action(async (email: string, options: CreateOptions, command: Command) => {
      const { flags } = invocationOf(command, deps);
      const { publicUrl } = await deps.senders(flags);
      const { inviteUser, organizationOf } = await import('../../pipeline/accounts/users.ts');
      const { name, organization, brand: brands } = options;
      const role = roleOf(options.role);
      if (organization === undefined && role !== 'admin') {
        throw new SightlineError('invalid_argument', `A ${role} needs an organization: give --organization.`);
      }
      const { user: created, link } = await deps.withStoreMade(flags, async (db) => {
        const organizationId =
          organization === undefined ? null : (await organizationOf(db, organization)).id;
        return await inviteUser(
          { ...deps, db, actor: OPERATOR },
          { email, name, role, organizationId, brands },
        );
      });
      showLink(deps, command, created, { ...link, publicUrl });
    });
}

function roleOf(text: string) {
  if (isRole(text)) return text;
  throw new SightlineError('invalid_argument', `--role must be one of ${ROLES.join(', ')}.`);
}

interface NamedOptions {
  readonly organization?: string | undefined;
}

/** Help for --organization in commands that name a user. */
const IN_ORGANIZATION =
  "the user's organization; only needed if several organizations have a user with this email";

function addReset(user: Command, deps: CliDeps): void {
  user
    .command('reset <email>')
    .description('print a link to choose a new password; the old password works until then')
    .option('--organization <name or id>', IN_ORGANIZATION)
    .action(async (email: string, { organization }: NamedOptions, command: Command) => {
      const { flags } = invocationOf(command, deps);
      const { publicUrl } = await deps.senders(flags);
      const { resetUser, userNamed } = await import('../../pipeline/accounts/users.ts');
      const [found, link] = await deps.withStore(flags, async (db) => {
        const named = await userNamed(db, email, organization);
        return [named, await resetUser({ ...deps, db, actor: OPERATOR }, named)] as const;
      });
      showLink(deps, command, found, { ...link, publicUrl });
    });
}

/** Prints only the link on standard output, or just its path if the server's public address is not set. */
function showLink(
  deps: CliDeps,
  command: Command,
  { id, email }: UserRow,
  { path, expiresAt, publicUrl }: MadeLink & { readonly publicUrl: string | null },
): void {
  const { json } = invocationOf(command, deps);
  const link = publicUrl === null ? path : `${publicUrl}${path}`;
  const until = formatInstant(expiresAt);
  if (json) {
    deps.terminal.out(jsonLine({ id, email, link, expires_at: until }));
    return;
  }
  deps.terminal.out(`${link}\n`);
  const place =
    publicUrl === null
      ? "Open this path at your server's address (such as http://127.0.0.1:8080)"
      : 'Open this link';
  deps.terminal.err(
    `${place} to choose the password for ${printable(email)}. It works once, until ${until}. You cannot see it again.\n`,
  );
}

function addList(user: Command, deps: CliDeps): void {
  user
    .command('list')
    .description('list users')
    .option('--organization <name or id>', 'only users in this organization')
    .action(async (options: { organization?: string }, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { usersOf } = await import('../../pipeline/accounts/users.ts');
      const { brandsOfUser } = await import('../../pipeline/accounts/limited-users.ts');
      const users = await deps.withStore(flags, async (db) => {
        const found = await usersOf(db, options.organization);
        return await Promise.all(
          found.map(async (each) => ({ ...each, brands: await brandsOfUser(db, each) })),
        );
      });
      const rows = users.map((each) => ({
        id: each.id,
        email: each.email,
        name: each.name,
        role: each.role,
        organization: each.organization?.name ?? null,
        brands: each.brands?.map(({ publicId }) => publicId) ?? null,
        state: stateOf(each),
        created_at: formatInstant(each.createdAt),
        disabled_at: formatInstantOrNull(each.disabledAt),
      }));
      const cells = rows.map((row) => [
        row.id,
        row.email,
        row.name,
        row.role,
        row.organization ?? 'all',
        brandsText(row.brands),
        row.state,
      ]);
      const header = ['Id', 'Email', 'Name', 'Role', 'Organization', 'Brands', 'State'];
      deps.terminal.out(json ? jsonLine(rows) : table(header, cells));
    });
}

function brandsText(brands: readonly string[] | null): string {
  return brands === null ? 'all' : brands.join(', ') || 'none';
}

interface BrandsOptions extends NamedOptions {
  readonly brand?: readonly string[];
  readonly all?: true;
}

function addBrands(user: Command, deps: CliDeps): void {
  user
    .command('brands <email>')
    .description('limit a user to some brands in their organization, or end the limit')
    .option('--brand <id...>', 'the only brands that the role covers')
    .option('--all', 'all brands in the organization, including later ones')
    .option('--organization <name or id>', IN_ORGANIZATION)
    .action(async (email: string, options: BrandsOptions, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { brand: brands = null, all = false } = options;
      if ((brands === null) !== all) {
        throw new SightlineError('invalid_argument', 'Give either --brand, for each brand, or --all.');
      }
      const { userNamed } = await import('../../pipeline/accounts/users.ts');
      const { limitUser } = await import('../../pipeline/accounts/limited-users.ts');
      const found = await deps.withStore(flags, async (db) => {
        const named = await userNamed(db, email, options.organization);
        await db
          .transaction()
          .execute((tx) => limitUser({ ...deps, db: tx, actor: OPERATOR }, named, brands));
        return named;
      });
      deps.terminal.out(
        json
          ? jsonLine({ id: found.id, brands })
          : `User ${printable(found.email)} reaches ${brands === null ? 'all brands' : `only ${brands.map(printable).join(', ')}`}.\n`,
      );
    });
}

function stateOf({ disabledAt, hasPassword }: UserRow): 'active' | 'invited' | 'disabled' {
  if (disabledAt !== null) return 'disabled';
  return hasPassword ? 'active' : 'invited';
}

function addDisable(user: Command, deps: CliDeps): void {
  user
    .command('disable <email>')
    .description('disable a user, and end all their sessions')
    .option('--undo', 'let a disabled user sign in again')
    .option('--organization <name or id>', IN_ORGANIZATION)
    .action(
      async (login: string, { organization, undo }: NamedOptions & { undo?: true }, command: Command) => {
        const { json, flags } = invocationOf(command, deps);
        const { disableUser, enableUser, userNamed } = await import('../../pipeline/accounts/users.ts');
        const { id, email } = await deps.withStore(flags, async (db) => {
          const found = await userNamed(db, login, organization);
          await (undo ? enableUser : disableUser)({ ...deps, db, actor: OPERATOR }, found);
          return found;
        });
        const done = undo ? 'enabled' : 'disabled';
        deps.terminal.out(json ? jsonLine({ id, [done]: true }) : `User ${printable(email)} is ${done}.\n`);
      },
    );
}

function addDelete(user: Command, deps: CliDeps): void {
  user
    .command('delete <email>')
    .description('permanently remove a user with their sessions and links; the audit log keeps their actions')
    .option('--organization <name or id>', IN_ORGANIZATION)
    .option('--yes', 'do not ask')
    .action(async (email: string, options: NamedOptions & { yes?: true }, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { userNamed } = await import('../../pipeline/accounts/users.ts');
      const { deleteUser } = await import('../../pipeline/accounts/delete-user.ts');
      await deps.withStore(flags, async (db) => {
        const found = await userNamed(db, email, options.organization);
        await confirmRemoval(deps, { what: `the user ${found.email}`, rows: null, yes: options.yes, json });
        const rows = await deleteUser({ ...deps, db, actor: OPERATOR }, found);
        deps.terminal.out(json ? jsonLine({ id: found.id, removed: rows }) : removedText(rows));
      });
    });
}
