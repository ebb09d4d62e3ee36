import { SightlineError } from '../../domain/errors.ts';
import { nearestName } from '../../domain/nearest.ts';
import { THEMES } from '../../domain/theme.ts';
import { listOwnThemes } from '../../storage/directory/themes.ts';
import type { ReportContext } from './report.ts';

/**
 * A theme that a parameter asks for: one of ours, or of the brand's own.
 *
 * @param others what the parameter may be besides
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
