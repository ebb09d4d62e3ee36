import type { AlertKind } from './alert-rules.ts';
import { formatInstant } from './instant.ts';

/** The part of a stored alert that readers get. */
export interface StoredAlert {
  readonly publicId: string;
  readonly kind: AlertKind;
  readonly title: string;
  readonly detail: string;
  readonly facts: Record<string, unknown>;
  readonly createdAt: number;
  readonly read: boolean;
}

/** An alert as every reader gets it: in /alerts, and in the message of a webhook. */
export function alertRecordOf({ publicId, createdAt, ...alert }: StoredAlert) {
  return {
    id: publicId,
    kind: alert.kind,
    title: alert.title,
    detail: alert.detail,
    facts: alert.facts,
    created_at: formatInstant(createdAt),
    read: alert.read,
  };
}
