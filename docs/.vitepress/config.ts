import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

/**
 * `npm run docs`: the site. Its pages are the Markdown files of the repository at the addresses that their links have, so
 * each link works in both places. A link that leads nowhere fails the build.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const titleOf = (path: string) => /^# (.+)$/m.exec(read(path))?.[1] ?? basename(path, '.md');
const page = (path: string) => ({ text: titleOf(path), link: `/${path.replace(/\.md$/, '')}` });
const pagesOf = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .sort((a, b) => a.localeCompare(b))
    .map((name) => page(`${folder}/${name}`));

const guide = pagesOf('docs/user');
const isStart = ({ link }: { link: string }) => link.endsWith('/starting');
const logo = `data:image/svg+xml,${encodeURIComponent(read('public/favicon.svg'))}`;
const { description } = JSON.parse(read('package.json')) as { description: string };

/** Badges are only for the place where the repository is kept. */
const withoutBadges = {
  name: 'without-badges',
  enforce: 'pre' as const,
  transform: (code: string, id: string) => (id.endsWith('/README.md') ? code.replace(/^\[!\[.*\n/gm, '') : undefined),
};

export default defineConfig({
  srcDir: '..',
  srcExclude: ['{src,test,electron,dist,.github}/**', '.*/**'],
  outDir: '../.cache/site',
  cacheDir: '../node_modules/.cache/vitepress',
  base: process.env['DOCS_BASE'] ?? '/',
  rewrites: { 'docs/index.md': 'index.md' },
  cleanUrls: true,
  // A file of the repository that is no page.
  ignoreDeadLinks: [/LICENSE$/],
  title: 'Baton',
  description,
  lang: 'en-US',
  head: [['link', { rel: 'icon', href: logo }]],
  vite: {
    plugins: [withoutBadges],
    publicDir: false,
    build: { chunkSizeWarningLimit: 1500 },
    esbuild: { tsconfigRaw: '{}' },
  },
  themeConfig: {
    logo,
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/docs/user/starting' },
      { text: 'Architecture', link: '/ARCHITECTURE' },
      { text: 'Performance', link: '/docs/performance' },
      { text: 'Changes', link: '/CHANGELOG' },
    ],
    sidebar: [
      { text: 'Guide', items: [...guide.filter(isStart), ...guide.filter((one) => !isStart(one))] },
      { text: 'How it is built', items: [page('ARCHITECTURE.md'), ...pagesOf('docs')] },
      { text: 'Decisions', collapsed: true, items: pagesOf('docs/decisions') },
      { text: 'Project', items: ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'].map(page) },
    ],
  },
});
