import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The languages that Baton is translated into. */
const texts = join(import.meta.dirname, 'src/texts');
const languages = readdirSync(texts).filter((tag) => existsSync(join(texts, tag, 'language.ts')));

/** Chromium names some of its texts by language alone and some with the region: `ko`, `en-US`. */
function withRegion(tag) {
  const { language, region } = new Intl.Locale(tag).maximize();
  return [tag, `${language}-${region}`];
}

/** @type {import('app-builder-lib').Configuration} */
export default {
  appId: 'app.baton.desktop',
  productName: 'Baton',
  copyright: 'MIT License',
  icon: 'public/icon.png',
  directories: { output: 'dist/installers' },
  // Main, preload and page are bundles: the package holds them and nothing else.
  files: [
    'dist/main/**',
    'dist/preload/**',
    'dist/page/**',
    '!**/*.map',
    // KaTeX names woff2 first, which Chromium takes.
    '!dist/page/assets/*.{ttf,woff}',
    // The compressed files are for browsers.
    '!dist/page/**/*.br',
    '!**/.*',
    '!**/node_modules/**',
  ],
  asar: true,
  npmRebuild: false,
  publish: null,
  electronLanguages: languages.flatMap(withRegion),
  // Electron 45 has a ninth fuse, wasmTrapHandlers, which stays as it is shipped.
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  linux: {
    target: ['AppImage', 'tar.gz'],
    category: 'Office',
    executableName: 'baton',
    synopsis: 'Chat client for many language models',
  },
  mac: { target: ['dmg', 'zip'], category: 'public.app-category.productivity', hardenedRuntime: true },
  win: { target: ['nsis'] },
  nsis: { oneClick: false, allowToChangeInstallationDirectory: true },
};
