import { fileURLToPath } from 'node:url';
import { type InlineConfig, loadConfigFromFile, mergeConfig } from 'vite';
import { chat, engine, frame, zod } from '../../vite.config.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
export const ROOT = at('../..');

/** The page's Vite configuration, adapted to the pages of the gallery. */
export async function galleryConfig(more: InlineConfig = {}): Promise<InlineConfig> {
  const found = await loadConfigFromFile({ command: 'build', mode: 'gallery' }, at('../../vite.config.ts'));
  if (!found) throw new Error('vite.config.ts is missing');
  const { build: _build, ...page } = found.config;
  return mergeConfig(
    {
      ...page,
      configFile: false as const,
      mode: 'development',
      // The page's sources and the gallery must both be below the root.
      root: ROOT,
      server: { host: '127.0.0.1', fs: { allow: [ROOT] } },
      logLevel: 'warn' as const,
    },
    more,
  );
}

/** The list's address, below the root. */
export const LIST = '/test/gallery/index.html';
export const STORY = '/test/gallery/story.html';

/** What the page needs at once, without the entries of the gallery, which would run with it. */
const start = { name: 'start', tags: ['$initial' as const], test: /\/(src|node_modules)\// };
const settings = { name: 'settings', test: /\/src\/ui\/shell\/settings\/[^/]+\.tsx?$/ };
/** Without them a story fetches 250 parts, and each request costs milliseconds. */
const groups = [zod, start, frame, engine, chat, settings];

/** For the tests: builds everything, or other pages, into a folder. */
export const buildInto = (outDir: string, pages = ['index.html', 'story.html']): InlineConfig => ({
  build: {
    outDir,
    emptyOutDir: true,
    target: 'chrome140',
    assetsInlineLimit: 0,
    // Components are found by their names.
    minify: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: pages.map(at), output: { codeSplitting: { groups } } },
  },
});
