import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const CACHE = join(MODULES, '.cache/sightline-tests');

/**
 * Headless Chromium. It reaches only the loopback interface. The npm package brings the fonts, so pages look
 * the same on every machine.
 */
export async function launchChromium(): Promise<Browser> {
  const given = process.env.CHROME_PATH;
  const folder = given ? null : await unpacked();
  return await chromium.launch({
    executablePath: given ?? join(folder ?? '', 'chromium'),
    // Chromium's sandbox doesn't run as root, and we trust our own pages.
    chromiumSandbox: false,
    args: ARGUMENTS,
    env: { ...process.env, ...(folder && { FONTCONFIG_FILE: join(folder, 'fonts.conf') }) } as Record<
      string,
      string
    >,
    timeout: LAUNCH_MS,
  });
}

const LAUNCH_MS = 30_000;

/** In addition to Playwright's arguments, which turn off updates, reports, and background requests. */
const ARGUMENTS = [
  '--no-proxy-server',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-webgl',
  '--font-render-hinting=none',
];

/** The folder with Chromium and its fonts, unpacked from the npm package once per version. */
async function unpacked(): Promise<string> {
  const manifest = await readFile(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const folder = join(CACHE, `chromium-${version}`);
  if (!existsSync(folder)) await unpackInto(folder);
  await writeFile(join(folder, 'fonts.conf'), fontsOf(folder));
  return folder;
}

/** Test files run concurrently: each unpacks into its own folder, and the first one to finish renames it. */
async function unpackInto(folder: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const own = await mkdtemp(`${folder}-`);
  try {
    // The package unpacks into the temporary folder of its process, so it gets a process and a temporary folder.
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: MODULES,
      env: { ...process.env, TMPDIR: own },
      timeout: UNPACK_MS,
    });
    await rename(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

const UNPACK = `
  const { default: chromium } = await import('@sparticuz/chromium');
  chromium.setGraphicsMode = false;
  await chromium.executablePath();
`;
const UNPACK_MS = 60_000;

/** The package's font for text, and the machine's fonts for symbols that it lacks. */
function fontsOf(folder: string): string {
  const families = ['system-ui', 'sans-serif', 'Arial', 'Helvetica Neue', 'Roboto', 'Segoe UI'];
  const aliases = families.map(
    (family) =>
      `<alias binding="same"><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`,
  );
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>${folder}/fonts/fonts</dir>
<dir>/usr/share/fonts</dir>
<cachedir>${folder}/fonts-cache</cachedir>
${aliases.join('\n')}
</fontconfig>
`;
}
