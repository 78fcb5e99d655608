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

/**
 * As what Baton was installed (electron/shell/updates/package-kind.ts). electron-builder says so only where it publishes, and
 * writes it into the folder that all targets are packed from (FpmTarget.js of app-builder-lib 26.17); this file is in the one
 * package alone.
 */
const packageType = (kind) => ({
  fpm: [`${join(import.meta.dirname, 'packaging/linux', `package-type-${kind}`)}=/opt/Baton/resources/package-type`],
});

const { env } = process;

/** GitHub hands a missing secret on as an empty variable, which electron-builder takes for the path of a certificate. */
for (const name of ['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'])
  if (env[name] === '') delete env[name];

/** deb and rpm name somebody to write to and a place to look at. The release sets both. */
const homepage = env.BATON_HOMEPAGE ?? 'https://baton.invalid';
const maintainer = env.BATON_MAINTAINER ?? 'Baton contributors <baton@baton.invalid>';

/** Signing by Azure, whose credentials are AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET. */
const azureSignOptions = env.WINDOWS_PUBLISHER && {
  publisherName: env.WINDOWS_PUBLISHER,
  endpoint: env.WINDOWS_SIGNING_ENDPOINT,
  codeSigningAccountName: env.WINDOWS_SIGNING_ACCOUNT,
  certificateProfileName: env.WINDOWS_SIGNING_PROFILE,
};

/** @type {import('app-builder-lib').Configuration} */
export default {
  appId: 'app.baton.desktop',
  productName: 'Baton',
  copyright: 'MIT License',
  icon: 'public/icon.png',
  artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
  directories: { output: 'dist/installers' },
  // A desktop finds the menu entry of a window by this name (Electron's lib/browser/init.ts).
  extraMetadata: { homepage, desktopName: 'baton.desktop' },
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
  protocols: [{ name: 'Baton', schemes: ['baton'] }],
  fileAssociations: [
    {
      ext: 'baton',
      name: 'Baton archive',
      description: 'Baton archive',
      role: 'Viewer',
      rank: 'Owner',
      mimeType: 'application/vnd.baton.archive+zip',
    },
  ],
  asar: true,
  npmRebuild: false,
  publish: null,
  electronLanguages: languages.flatMap(withRegion),
  // Electron 45 has a ninth fuse, wasmTrapHandlers, which stays as it is shipped.
  electronFuses: {
    // Setting fuses breaks the signature that Electron comes with, and Apple silicon starts nothing without one. It is replaced
    // when the app is signed.
    resetAdHocDarwinSignature: true,
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
    target: [
      { target: 'AppImage', arch: ['x64'] },
      { target: 'deb', arch: ['x64'] },
      { target: 'rpm', arch: ['x64'] },
      { target: 'tar.gz', arch: ['x64'] },
    ],
    category: 'Office',
    executableName: 'baton',
    // For packages made of the tar.gz: what is in the app's archive can't be taken from there.
    extraFiles: [{ from: 'public/icon-512.png', to: 'icon.png' }],
    synopsis: 'Chat client for many language models',
    maintainer,
  },
  deb: packageType('deb'),
  rpm: packageType('rpm'),
  // Without this, its menu entry starts it without Chromium's sandbox (AppImageTarget.js of app-builder-lib 26.17).
  appImage: { executableArgs: [] },
  mac: {
    target: [
      { target: 'dmg', arch: ['arm64', 'x64'] },
      { target: 'zip', arch: ['arm64', 'x64'] },
    ],
    category: 'public.app-category.productivity',
    minimumSystemVersion: '13.0',
    hardenedRuntime: true,
    extendInfo: {
      // The system shows it when dictation first opens the microphone.
      NSMicrophoneUsageDescription: 'Baton records what you dictate, and sends it to the service that you chose.',
      UTExportedTypeDeclarations: [
        {
          UTTypeIdentifier: 'app.baton.archive',
          UTTypeDescription: 'Baton archive',
          UTTypeConformsTo: ['public.data'],
          UTTypeTagSpecification: {
            'public.filename-extension': ['baton'],
            'public.mime-type': ['application/vnd.baton.archive+zip'],
          },
        },
      ],
    },
    entitlements: 'packaging/entitlements.mac.plist',
    entitlementsInherit: 'packaging/entitlements.mac.plist',
    // A file, with APPLE_API_KEY_ID and APPLE_API_ISSUER.
    notarize: Boolean(env.APPLE_API_KEY),
  },
  win: {
    target: [
      { target: 'nsis', arch: ['x64', 'arm64'] },
      { target: 'portable', arch: ['x64'] },
    ],
    ...(azureSignOptions && { azureSignOptions }),
  },
  nsis: { oneClick: false, allowToChangeInstallationDirectory: true, buildUniversalInstaller: false },
  portable: {
    artifactName: '${productName}-${version}-${os}-${arch}-portable.${ext}',
    // A folder of its own for each start; otherwise a second one empties that of the first (NsisTarget.js of app-builder-lib
    // 26.17, whose comment has it the other way round).
    unpackDirName: true,
  },
};
