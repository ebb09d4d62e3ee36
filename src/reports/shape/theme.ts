import { nearestName } from '../../domain/brand/nearest.ts';
import { THEMES } from '../../domain/brand/theme.ts';
import { SightlineError } from '../../domain/errors.ts';
import { listOwnThemes } from '../../storage/directory/brand/themes.ts';
import type { ReportContext } from './report.ts';

/**
 * The built-in or own theme that a parameter names.
 *
 * @param others other values that the parameter takes
 * @throws SightlineError `invalid_parameter`
 */
export async function themeNamed(
  db: ReportContext['db'],
  brandId: number,
  asked: string,
  others: readonly string[] = [],
): Promise<string> {
  const own = await listOwnThemes(db, brandId);
  const known = [...new Set([...others, ...THEMES, ...own.map(({ name }) => name)])];
  if (known.includes(asked)) return asked;
  const near = nearestName(asked, known);
  const hint = near === undefined ? '.' : `; did you mean \`${near}\`?`;
  throw new SightlineError('invalid_parameter', `\`theme\` must be one of ${known.join(', ')}${hint}`);
}
