/** Actions in the audit log, worded to follow the actor's name. */
export const AUDIT_ACTIONS = {
  'session.sign-in': 'signed in',
  'session.refused': 'was refused at sign-in',
  'session.guessed': 'tried to sign in as',
  'session.sign-out': 'signed out',
  'session.end': 'ended one of their sessions',
  'session.end-others': 'ended their other sessions',
  'session.withdrawn': 'lost a session that the sign-on provider no longer confirms',
  'user.create': 'created the user',
  'user.invite': 'made a new invitation for',
  'user.reset': 'made a password link for',
  'user.password': 'chose a new password',
  'user.sign-on': 'may now sign on by the provider, as the user',
  'user.wrong-password': 'typed a wrong current password',
  'user.factor': 'set up a second factor',
  'user.factor-end': 'removed their second factor',
  'user.factor-remove': 'removed the second factor of',
  'user.recovery-code': 'used a recovery code',
  'user.wrong-code': 'typed a wrong code',
  'user.rename': 'changed their name',
  'user.role': 'changed the role of',
  'user.brands': 'changed the brands of',
  'user.disable': 'disabled',
  'user.enable': 'enabled',
  'user.delete': 'deleted the user',
  'key.create': 'created the key',
  'key.connect': 'connected an assistant with the key',
  'key.rotate': 'replaced the key',
  'key.revoke': 'revoked the key',
  'organization.change': 'changed the organization',
  'organization.factor': 'required a second factor',
  'organization.factor-end': 'no longer required a second factor',
  'reader.set': 'chose who reads what answers say:',
  'organization.delete': 'deleted the organization',
  'brand.create': 'created the brand',
  'brand.change': 'changed the brand',
  'brand.delete': 'deleted the brand',
  'brand.restore': 'restored the brand',
  'brand.keep': 'kept the prospect',
  'brand.event': 'noted an event for the brand',
  'brand.event-remove': 'removed an event from the brand',
  'brand.todo': 'set the state of a thing to do for the brand',
  'brand.label': 'labeled how an answer treats a name of the brand',
  'brand.label-undo': 'took back a label of the brand',
  'brand.spot-check': 'stored an answer that a person saw about the brand',
  'brand.spot-check-remove': 'removed an answer that a person saw about the brand',
  'brand.import': 'imported answers into the brand',
  'brand.import-undo': 'undid an import of the brand',
  'brand.log': 'counted a log of the brand',
  'brand.figures': 'stored a file with figures of the brand',
  'brand.drain': 'made the address that takes the log of the brand',
  'brand.drain-remove': 'removed the address that took the log of the brand',
  'brand.ask': 'asked a question earlier than planned for the brand',
  'brand.pages': 'fetched pages for the brand',
  'brand.export': 'downloaded from the brand',
  'audit.export': 'downloaded the audit log',
  'brand.purge': 'removed all data of the deleted brand',
  'task.start': 'started a task',
  'task.stop': 'asked to stop a task',
  'engine.retry': 'resumed the stopped engine',
  'engine.key': 'entered the key of',
  'engine.key-try': 'tried the key of',
  'engine.key-remove': 'removed the key of',
  'engine.propose': 'asked for question proposals from',
  'report.create': 'made the report for a client',
  'report.change': 'changed the report for a client',
  'report.figures': 'recomputed the figures in the report for a client',
  'report.link': 'made a link to the report for a client',
  'report.revoke': 'revoked the link to the report for a client',
  'report.delete': 'deleted the report for a client',
  'report.mail': 'started mailing a report for a client to',
  'report.mail-end': 'stopped mailing a report for a client to',
  'report.edition': 'made a mail edition of a report for a client,',
  'report.again': 'resumed report mail, as asked by the unsubscribed recipient',
  'report.unsubscribe': 'unsubscribed from mail with a report for a client',
  'sheet.create': 'made a link for sheets,',
  'sheet.end': 'ended a link for sheets,',
  'endpoint.create': 'started sending alerts to',
  'endpoint.rotate': 'replaced the signing secret of',
  'endpoint.test': 'sent a test to',
  'endpoint.resume': 'resumed sending alerts to',
  'endpoint.remove': 'stopped sending alerts to',
  'endpoint.unsubscribe': 'unsubscribed from mail with alerts',
  'endpoint.again': 'resumed alert mail, as asked by the unsubscribed recipient',
} as const;

/** A changed value; never a secret. */
export interface AuditChange {
  readonly what: string;
  /** Null if there was none. */
  readonly before: string | null;
  readonly after: string | null;
}

export type AuditAction = keyof typeof AUDIT_ACTIONS;

export const OPERATOR = 'command line';
/** Actor for actions by `serve` itself. */
export const SERVER = 'server';
export const VISITOR = 'visitor';
/** Actor for links in mail: its recipient, or anybody with the mail. */
export const RECIPIENT = 'recipient of mail';
