import { type Import, listImports } from '../../storage/answers/imports.ts';
import type { Database } from '../../storage/driver/database.ts';
import { liveBrandId } from '../owned-brand.ts';

export type { Import } from '../../storage/answers/imports.ts';

/** A brand's imports, newest first. @param brand its public id */
export async function importsOf(db: Database, brand: string, limit: number): Promise<Import[]> {
  return await listImports(db, await liveBrandId(db, brand), limit);
}
