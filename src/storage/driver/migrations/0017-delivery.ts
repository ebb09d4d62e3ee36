import type { Types } from '../capabilities.ts';

/** Where alerts are sent, and the outbox. */
export const delivery = (t: Types): string[] => [
  // secret is encrypted with a key that is not in the store; the old one also signs until old_secret_until. due_at is when there
  // is something to do, null for nothing; wakes counts the alerts that set it, so that a sender who found nothing more does not
  // overlook one. lease holds an endpoint for one sender, until lease_until. failures are those in a row. mail_at is when the
  // daily mail goes that gathers alerts now. One that was removed stays, without its secret, because the outbox names it.
  `create table endpoints (
    id ${t.serial} primary key,
    public_id ${t.text} not null unique,
    organization_id integer not null references organizations (id),
    brand_id integer references brands (id),
    kind ${t.text} not null check (kind in ('webhook', 'mail')),
    address ${t.text} not null,
    pace ${t.text} not null check (pace in ('at_once', 'daily')),
    secret ${t.text},
    old_secret ${t.text},
    old_secret_until bigint,
    created_at bigint not null,
    removed_at bigint,
    due_at bigint,
    wakes integer not null,
    lease ${t.text} not null,
    lease_until bigint not null,
    failures smallint not null,
    last_failure ${t.text},
    last_failure_at bigint,
    last_sent_at bigint,
    mail_at bigint,
    paused_at bigint,
    paused_for ${t.text} check (paused_for in ('failing', 'gone'))
  )`,
  'create unique index endpoints_of_address on endpoints (organization_id, kind, address) where removed_at is null',
  'create index endpoints_due on endpoints (due_at) where due_at is not null and paused_at is null and removed_at is null',
  // A row for every alert and endpoint, written in the transaction of the alert. found_at repeats the alert's created_at. No
  // foreign key to endpoints: the rows of a brand may be on another machine.
  `create table deliveries (
    brand_id integer not null references brands (id),
    endpoint_id integer not null,
    alert_id integer not null,
    found_at bigint not null,
    sent_at bigint,
    primary key (brand_id, endpoint_id, alert_id),
    foreign key (brand_id, alert_id) references alerts (brand_id, id)
  )`,
  'create index deliveries_waiting on deliveries (brand_id, endpoint_id, alert_id) where sent_at is null',
];
