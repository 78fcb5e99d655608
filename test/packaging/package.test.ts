import { extractFile, listPackage, statFile } from '@electron/asar';
import { FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { parseSync } from 'oxc-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import builder from '../../electron-builder.js';
import { packageKind } from '#shell/updates/package-kind.ts';
import { type Budget, findExceeded, type ShippedFile } from './budget.ts';
import type { StartFacts } from './start-child.ts';
import { writeSyntheticElectron } from './synthetic-electron.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'baton-package-'));
const { version: electronVersion } = createRequire(import.meta.url)('electron/package.json') as { version: string };
const unpacked = join(project, 'dist/installers/linux-unpacked');
const asar = join(unpacked, 'resources/app.asar');

const put = (path: string, text: string) => {
  mkdirSync(join(project, path, '..'), { recursive: true });
  writeFileSync(join(project, path), text);
};

/** Main, preload and page as they ship, packaged by the real configuration into a dist without Electron's code. */
beforeAll(async () => {
  const vite = async (...args: string[]) => {
    const part = args.at(-1) ?? 'page';
    await run(
      process.execPath,
      [
        join(root, 'node_modules/vite/bin/vite.js'),
        'build',
        ...(part === 'page' ? [] : ['--mode', part]),
        '--outDir',
        join(project, 'dist', part),
        '--emptyOutDir',
        '--logLevel=warn',
      ],
      { cwd: root },
    );
  };
  const page = async () => {
    // `npm test` has just built it.
    if (process.env['BATON_PAGE_BUILT'] === undefined) await vite('page');
    else cpSync(join(root, 'dist/page'), join(project, 'dist/page'), { recursive: true });
  };
  await Promise.all([page(), vite('main'), vite('preload')]);
  for (const file of ['package.json', 'public']) cpSync(join(root, file), join(project, file), { recursive: true });
  // Files that must stay out, in places where a careless file list would include them.
  put('.env', 'ANTHROPIC_API_KEY=sk-CANARY');
  put('dist/main/.env', 'ANTHROPIC_API_KEY=sk-CANARY');
  put('dist/main/main.js.map', '{}');
  put('dist/page/assets/index.js.map', '{}');
  put('dist/build.json', '{}');
  put('dist/page/node_modules/x/index.js', '');
  put('electron/main.ts', '');
  put('src/main.tsx', '');
  put('test/a.test.ts', '');
  put('node_modules/left/package.json', '{"name":"left","version":"1.0.0"}');
  put('node_modules/left/index.js', '');
  await writeSyntheticElectron(join(project, 'electron-dist'), electronVersion);
  await run(
    process.execPath,
    [
      join(root, 'node_modules/electron-builder/cli.js'),
      '--linux',
      'dir',
      '--x64',
      `--projectDir=${project}`,
      `--config=${join(root, 'electron-builder.js')}`,
      `-c.electronDist=${join(project, 'electron-dist')}`,
      `-c.electronVersion=${electronVersion}`,
    ],
    { cwd: project, env: { ...process.env, CI: 'true' } },
  );
}, 120_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

const packed = () => listPackage(asar, { isPack: false }).map((path) => path.replaceAll('\\', '/').replace(/^\//, ''));

describe('the package', () => {
  it('holds main, preload, page and the manifest, nothing else', () => {
    const isFolder = (path: string) => packed().some((other) => other.startsWith(`${path}/`));
    const files = packed().filter((path) => !isFolder(path));
    const allowed = [
      /^package\.json$/,
      /^dist\/main\/main\.js$/,
      /^dist\/preload\/preload\.cjs$/,
      /^dist\/page\/(diagram|index|move|preview)\.html$/,
      /^dist\/page\/assets\/[\w.~-]+\.(js|css|woff2|svg|png|bcmap)$/,
      /^dist\/page\/assets\/pdfjs-[\d.]+\/(jbig2|openjpeg)_nowasm_fallback\.js$/,
      /^dist\/page\/[\w.-]+\.(js|svg|png|webmanifest|json)$/,
    ];
    expect(files.filter((path) => !allowed.some((pattern) => pattern.test(path)))).toEqual([]);
    for (const needed of ['package.json', 'dist/main/main.js', 'dist/preload/preload.cjs', 'dist/page/index.html'])
      expect(files).toContain(needed);
  });

  it('carries every file of the page', () => {
    const built = readdirSync(join(project, 'dist/page'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(project.length + 1))
      .filter((path) => !/\.(br|map|ttf|woff)$|node_modules/.test(path));
    expect(built.length).toBeGreaterThan(2);
    const inside = new Set(packed());
    expect(built.filter((path) => !inside.has(path))).toEqual([]);
  });

  it('starts at the bundle and needs no packages', () => {
    const manifest = JSON.parse(extractFile(asar, 'package.json').toString()) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: 'baton', main: 'dist/main/main.js', type: 'module' });
    expect(manifest['dependencies'] ?? {}).toEqual({});
    expect(manifest['scripts']).toBeUndefined();
    expect(manifest['devDependencies']).toBeUndefined();
  });

  it('has no second way in beside the archive', () => {
    expect(readdirSync(join(unpacked, 'resources'))).not.toContain('app');
    expect(existsSync(join(unpacked, 'resources/app.asar.unpacked'))).toBe(false);
    expect(readdirSync(join(unpacked, 'locales')).toSorted()).toEqual(['en-US.pak', 'ja.pak', 'ko.pak']);
    expect(existsSync(join(unpacked, 'baton'))).toBe(true);
    expect(existsSync(join(unpacked, 'icon.png'))).toBe(true);
  });

  it('has every fuse set as decided', async () => {
    const wire = await getCurrentFuseWire(join(unpacked, 'baton'));
    expect(wire.version).toBe(FuseVersion.V1);
    const on = (fuse: FuseV1Options) => wire[fuse] === FuseState.ENABLE;
    const names = Object.values(FuseV1Options).filter((value) => typeof value === 'number');
    expect(Object.fromEntries(names.map((fuse) => [FuseV1Options[fuse], on(fuse)]))).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: true,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
      WasmTrapHandlers: true,
    });
  });
});

/**
 * Bytes of what is in the archive, before compression. Larger is a decision: raise a budget in the change that needs it, and
 * say there what for.
 */
const BUDGETS: readonly Budget[] = [
  { what: 'all of the package', files: /./, bytes: 26_500_000 },
  { what: 'main, with the host and all it depends on', files: /^dist\/main\//, bytes: 5_150_000 },
  { what: 'the preload', files: /^dist\/preload\//, bytes: 2_000 },
  { what: 'code and styles of the page', files: /^dist\/page\/.*\.(js|css|html)$/, bytes: 16_000_000 },
];

describe('the size of the package', () => {
  const shipped = (): ShippedFile[] =>
    packed().flatMap((path) => {
      const entry = statFile(asar, path);
      return 'size' in entry ? [{ path, bytes: entry.size }] : [];
    });

  it('keeps to its budgets', () => {
    expect(shipped().length).toBeGreaterThan(50);
    expect(findExceeded(shipped(), BUDGETS)).toEqual([]);
  });

  it('names the ten largest files of what is too large', () => {
    const files = Array.from({ length: 12 }, (_, index) => ({ path: `page/${index}.js`, bytes: 1000 * (index + 1) }));
    const budget = { what: 'the page', files: /^page\//, bytes: 70_000 };
    const [said = '', ...others] = findExceeded([...files, { path: 'main.js', bytes: 1e9 }], [budget]);
    expect(others).toEqual([]);
    expect(said).toContain('the page: 78.0 kB, 8.0 kB over the budget of 70.0 kB');
    expect(said.split('\n')).toHaveLength(11);
    expect(said).toMatch(/12\.0 kB {2}page\/11\.js/);
    expect(said).not.toMatch(/page\/[01]\.js|main\.js/);
    expect(findExceeded(files, [{ ...budget, bytes: 78_000 }])).toEqual([]);
  });
});

describe('the start', () => {
  const start = async (kind: string, ...more: string[]): Promise<StartFacts> => {
    const home = join(project, `home-${kind}`);
    const child = join(root, 'test/packaging/start-child.ts');
    const { stdout } = await run(process.execPath, [child, kind, home, ...more], { cwd: root });
    const facts = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as StartFacts;
    const { ms, modules, bytes, reads } = facts;
    // For people: a machine that is busy takes longer, so no time is a limit.
    process.stdout.write(
      `start, ${kind}: ready after ${ms.listening} ms, first answer after ${ms.answered} ms; ` +
        `${modules} files with ${(bytes / 1000).toFixed(0)} kB of code, ${reads} looks into the home\n`,
    );
    return facts;
  };

  it('of the desktop app loads one file, and looks into its home a few times', async () => {
    const facts = await start('desktop', join(project, 'dist/main/main.js'), project);
    expect(facts.modules).toBe(1);
    expect(facts.bytes).toBe(readFileSync(join(project, 'dist/main/main.js')).length);
    expect(facts.reads).toBeLessThanOrEqual(24);
  });

  it('of browser mode loads no more than agreed', async () => {
    const facts = await start('browser');
    expect(facts.modules).toBeLessThanOrEqual(985);
    expect(facts.bytes).toBeLessThanOrEqual(6_500_000);
    expect(facts.reads).toBeLessThanOrEqual(18);
  });
});

describe('an AppImage', () => {
  // Without arguments of its own, app-builder-lib adds `--no-sandbox` to the menu entry (AppImageTarget.js, read 2026-11-27).
  it('S02: is started with the sandbox by its menu entry', () => {
    expect(builder.appImage?.executableArgs).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('deb and rpm', () => {
  const built: Record<string, string> = {};

  // What fpm makes of `source=destination` is played: everything before and the lists of files are electron-builder's own.
  beforeAll(async () => {
    await run(
      process.execPath,
      [
        join(root, 'node_modules/electron-builder/cli.js'),
        '--linux',
        'deb',
        'rpm',
        '--x64',
        `--prepackaged=${unpacked}`,
        `--projectDir=${project}`,
        `--config=${join(root, 'electron-builder.js')}`,
        `-c.electronVersion=${electronVersion}`,
      ],
      {
        cwd: project,
        env: { ...process.env, CI: 'true', CUSTOM_FPM_PATH: join(root, 'test/packaging/played-fpm.sh') },
      },
    );
    const installers = join(project, 'dist/installers');
    for (const name of readdirSync(installers))
      for (const kind of ['deb', 'rpm']) if (name.endsWith(`.${kind}`)) built[kind] = join(installers, name);
  }, 120_000);

  it.each(['deb', 'rpm'] as const)('a %s knows what it is, and says how it is updated', (kind) => {
    const resources = join(built[kind] ?? '', 'opt/Baton/resources');
    expect(existsSync(join(resources, 'app.asar'))).toBe(true);
    const installed = { platform: 'linux', portable: false, arch: 'x64', env: {}, packaged: true, resources } as const;
    expect(packageKind(installed)).toBe(kind);
  });

  it.each(['deb', 'rpm'] as const)('the menu entry of a %s is that of its windows', (kind) => {
    const { desktopName } = JSON.parse(extractFile(asar, 'package.json').toString()) as { desktopName: string };
    // Electron tells the desktop this name; the entry is found by its file or by the class.
    const entry = readFileSync(join(built[kind] ?? '', 'usr/share/applications', desktopName), 'utf8');
    expect(entry).toContain(`StartupWMClass=${desktopName.replace(/\.desktop$/, '')}\n`);
    expect(entry).toContain('MimeType=application/vnd.baton.archive+zip;x-scheme-handler/baton;\n');
    expect(entry).not.toContain('--no-sandbox');
  });

  it('leave nothing of that in the folder that the other packages are made of', () => {
    expect(existsSync(join(unpacked, 'resources/app.asar'))).toBe(true);
    expect(existsSync(join(unpacked, 'resources/package-type'))).toBe(false);
  });
});

describe('the bundles', () => {
  const source = (path: string) => extractFile(asar, path).toString();

  it('main imports electron and Node, nothing that would have to be shipped', () => {
    const parsed = parseSync('main.js', source('dist/main/main.js'));
    expect(parsed.errors).toEqual([]);
    const imported = parsed.module.staticImports.map((one) => one.moduleRequest.value);
    const text = source('dist/main/main.js');
    for (const { moduleRequest: request } of parsed.module.dynamicImports) {
      const address = text.slice(request.start, request.end);
      // zip.js loads codecs of others from here, and Baton names none.
      if (address !== 'codecURI') imported.push(address.slice(1, -1));
    }
    expect(imported).toContain('electron');
    const builtin = (name: string) => name.startsWith('node:') || builtinModules.includes(name);
    expect(imported.filter((name) => name !== 'electron' && !builtin(name))).toEqual([]);
  });

  it('main carries no developer paths and no source map', () => {
    const text = source('dist/main/main.js');
    expect(text).not.toContain(root);
    expect(text).not.toContain('sourceMappingURL');
  });

  it('preload runs sandboxed: it asks for electron only and exposes the token', () => {
    const asked: string[] = [];
    const exposed: Record<string, unknown> = {};
    const contextBridge = {
      exposeInMainWorld: (key: string, api: unknown) => {
        exposed[key] = api;
      },
    };
    // A sandboxed preload has this require and this process, no module system and no Node.
    runInNewContext(readFileSync(join(project, 'dist/preload/preload.cjs'), 'utf8'), {
      require: (name: string) => {
        asked.push(name);
        return { contextBridge };
      },
      process: { argv: ['electron', '--baton-token=abc'] },
    });
    expect(asked).toEqual(['electron']);
    expect(exposed).toEqual({ baton: { token: 'abc' } });
    expect(Object.isFrozen(exposed['baton'])).toBe(true);
    expect(readdirSync(join(project, 'dist/preload'))).toEqual(['preload.cjs']);
  });
});
