import { formatInstant } from '../time/instant.ts';
import type { AlertKind } from './alert-rules.ts';

export interface StoredAlert {
  readonly publicId: string;
  readonly kind: AlertKind;
  readonly title: string;
  readonly detail: string;
  readonly facts: Record<string, unknown>;
  readonly createdAt: number;
  readonly read: boolean;
}

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
