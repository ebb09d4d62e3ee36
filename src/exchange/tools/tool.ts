import type { JsonObject } from '../json-records.ts';
import type { EngineChoice } from '../mapping.ts';
import type { ImportField } from '../rows.ts';

/** Another tool's export, recognized by its rows' columns. */
export interface Tool {
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** Columns that each of its rows has, and no other tool's. */
  readonly has: readonly string[];
  readonly columns: Readonly<Partial<Record<ImportField, string>>>;
  /** Whether `id` names one answer, so a row with another text is still the same. */
  readonly hasIds: boolean;
  /** Makes the columns of a row that has them elsewhere. */
  readonly prepare?: (row: JsonObject) => JsonObject;
  /** Engines that it names in its own way. */
  readonly engines?: (name: string) => EngineChoice | undefined;
  /** Why columns are left out, where their name does not say it. */
  readonly unused?: Readonly<Record<string, string>>;
}
