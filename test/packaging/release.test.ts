import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import builder from '../../electron-builder.js';
import { resolveHome } from '../../electron/host/base/home-folder.ts';
import { fillIn, writeManifests } from './write-manifests.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** As far as Baton's workflows use it: docs.github.com, "Workflow syntax for GitHub Actions", read on 2026-11-26. */
const Step = z.strictObject({
  name: z.string().optional(),
  id: z.string().optional(),
  if: z.string().optional(),
  // A tag of a known action; no script of somebody's branch.
  uses: z
    .string()
    .regex(/^actions\/[a-z-]+@v\d+$/)
    .optional(),
  with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const Common = {
  name: z.string().optional(),
  needs: z.string().optional(),
  permissions: z.record(z.string(), z.enum(['read', 'write'])).optional(),
};
const Job = z.union([
  z.strictObject({ ...Common, uses: z.string().startsWith('./.github/workflows/') }),
  z.strictObject({
    ...Common,
    'runs-on': z.string(),
    'timeout-minutes': z.int().max(120),
    environment: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
    env: z.record(z.string(), z.string()).optional(),
    strategy: z
      .strictObject({ 'fail-fast': z.boolean().optional(), matrix: z.record(z.string(), z.array(z.string())) })
      .optional(),
    steps: z.array(Step).min(1),
  }),
]);
const Workflow = z.strictObject({
  name: z.string(),
  on: z.partialRecord(
    z.enum(['push', 'pull_request', 'workflow_dispatch', 'workflow_call', 'schedule']),
    z.union([
      z.null(),
      z.strictObject({ branches: z.array(z.string()).optional(), tags: z.array(z.string()).optional() }),
      z.array(z.strictObject({ cron: z.string().regex(/^(?:[\d*/,-]+ ){4}[\d*/,-]+$/) })),
    ]),
  ),
  permissions: z.record(z.string(), z.enum(['read', 'write'])),
  concurrency: z.strictObject({ group: z.string(), 'cancel-in-progress': z.boolean().optional() }).optional(),
  jobs: z.record(z.string().regex(/^[a-z-]+$/), Job),
});

const files = readdirSync(join(root, '.github/workflows'));
const workflow = (file: string) => Workflow.parse(parse(read(`.github/workflows/${file}`), { strict: true }));
const stepsOf = (file: string) =>
  Object.values(workflow(file).jobs).flatMap((job) => ('steps' in job ? job.steps : []));

describe.each(files)('the workflow %s', (file) => {
  it('is one that GitHub understands', () => {
    const { jobs, on } = workflow(file);
    expect(Object.keys(on).length).toBeGreaterThan(0);
    const names = Object.keys(jobs);
    const needed = Object.values(jobs).flatMap((job) => job.needs ?? []);
    expect(needed.filter((name) => !names.includes(name))).toEqual([]);
    const used = Object.values(jobs).flatMap((job) => ('uses' in job ? [job.uses] : []));
    expect(used.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    for (const step of stepsOf(file)) expect([step.run, step.uses].filter(Boolean)).toHaveLength(1);
  });

  it('may read the code and nothing more, unless a job says so', () => {
    const { permissions } = workflow(file);
    const more = file === 'site.yml' ? { pages: 'write', 'id-token': 'write' } : {};
    expect(permissions).toEqual({ contents: 'read', ...more });
  });

  it('runs only scripts and files that exist', () => {
    for (const { run = '' } of stepsOf(file)) {
      for (const [, script = ''] of run.matchAll(/npm run (?:-s )?([\w:-]+)/g))
        expect(manifest.scripts).toHaveProperty([script]);
      for (const [, path = ''] of run.matchAll(/\bnode ([\w./-]+\.ts)/g))
        expect(existsSync(join(root, path))).toBe(true);
    }
  });

  it('puts nothing of an event into a shell line, where it would be run', () => {
    for (const { run = '' } of stepsOf(file)) expect(run).not.toMatch(/\$\{\{/);
  });

  it('has no secrets where code of others runs', () => {
    const { on } = workflow(file);
    const text = read(`.github/workflows/${file}`);
    expect('pull_request' in on && text.includes('secrets.')).toBe(false);
  });
});

/** The group of a workflow, as GitHub names it where `caller` started it. */
function groupOf(file: string, caller: string): string | undefined {
  return workflow(file).concurrency?.group.replaceAll('${{ github.workflow }}', caller);
}

describe('the workflows together', () => {
  // "Deadlock for concurrency group": `github.workflow` is the caller's name in both (docs.github.com, read 2026-11-27).
  it('never wait for the group of the one that called them', () => {
    const calls = files.flatMap((file) =>
      Object.values(workflow(file).jobs).flatMap((job) => ('uses' in job ? [[file, basename(job.uses)] as const] : [])),
    );
    expect(calls).toEqual([['release.yml', 'test.yml']]);
    for (const [file, called] of calls) {
      const { name } = workflow(file);
      expect(groupOf(called, name)).not.toBe(groupOf(file, name));
    }
  });

  it('have the packages wherever they run a script of Baton', () => {
    const bare = files.flatMap((file) =>
      Object.entries(workflow(file).jobs).flatMap(([name, job]) => {
        const runs = 'steps' in job ? job.steps.map(({ run = '' }) => run) : [];
        const first = runs.findIndex((run) => /^(?:node|npm run|npx) /.test(run));
        const installs = runs.findIndex((run) => run.startsWith('npm ci'));
        return first >= 0 && (installs < 0 || installs > first) ? [`${file}: ${name}`] : [];
      }),
    );
    expect(bare).toEqual([]);
  });
});

describe('the release', () => {
  const { jobs, on } = workflow('release.yml');

  it.skipIf(process.platform === 'win32')('has a key of the notary where the secret is there', () => {
    const step = stepsOf('release.yml').find(({ env }) => env && 'KEY' in env);
    const temp = mkdtempSync(join(tmpdir(), 'baton-runner-'));
    const file = join(temp, 'env');
    const runWith = (key: string) =>
      execFileSync('bash', ['-e', '-c', step?.run ?? ''], {
        env: { PATH: process.env['PATH'], KEY: key, RUNNER_TEMP: temp, GITHUB_ENV: file },
      });
    try {
      runWith('');
      expect(existsSync(file)).toBe(false);
      runWith('-----BEGIN PRIVATE KEY-----\nMIGT\n-----END PRIVATE KEY-----');
      const [, path = ''] = /^APPLE_API_KEY=(.*)\n$/.exec(readFileSync(file, 'utf8')) ?? [];
      expect(readFileSync(path, 'utf8')).toBe('-----BEGIN PRIVATE KEY-----\nMIGT\n-----END PRIVATE KEY-----\n');
    } finally {
      rmSync(temp, { recursive: true, force: true });
    }
  });

  it('has a feed only where its key is, which only one job gets', () => {
    const { draft, build } = jobs;
    if (!draft || !('steps' in draft) || !build || !('steps' in build)) throw new Error('a job is missing');
    expect(draft.environment).toBe('release');
    expect(draft.env).toEqual({ BATON_FEED_KEY: '${{ secrets.FEED_KEY }}' });
    const feeding = draft.steps.filter(({ run = '' }) => /feed/.test(run));
    expect(feeding).toHaveLength(2);
    for (const step of feeding) expect(step.if).toBe("env.BATON_FEED_KEY != ''");
    expect(JSON.stringify(build)).not.toContain('FEED_KEY');
  });

  it('comes from a tag alone, after the tests, on three systems, and is a draft', () => {
    expect(on).toEqual({ push: { tags: ['v*'] } });
    expect(jobs['test']).toEqual({ uses: './.github/workflows/test.yml' });
    expect(workflow('test.yml').on).toHaveProperty('workflow_call');
    const { build, draft } = jobs;
    if (!build || !draft || !('steps' in build) || !('steps' in draft)) throw new Error('a job is missing');
    expect(build.needs).toBe('test');
    expect(build.strategy?.matrix['os']?.map((os) => os.split('-')[0])).toEqual(['ubuntu', 'macos', 'windows']);
    expect(build.environment).toBe('release');
    expect(draft.needs).toBe('build');
    const created = draft.steps.map(({ run = '' }) => run).filter((run) => run.includes('gh release create'));
    expect(created).toHaveLength(1);
    expect(created[0]).toMatch(/^gh release create .*--draft --verify-tag/);
    for (const piece of ['baton.cdx.json', 'SHA256SUMS', 'package-managers.tar.gz'])
      expect(created[0]).toContain(piece);
  });

  it('signs each system with what belongs to it', () => {
    const steps = stepsOf('release.yml');
    const { env = {} } = steps.find(({ run = '' }) => run.includes('electron-builder')) ?? {};
    // electron-builder takes CSC_LINK for Windows, too, and APPLE_API_KEY as the path of a file.
    for (const name of ['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'])
      expect(env[name]).toMatch(/^\$\{\{ runner\.os == 'macOS' && secrets\.\w+ \|\| '' \}\}$/);
    expect(env).not.toHaveProperty('APPLE_API_KEY');
    const key = steps.find((step) => step.env?.['KEY'] === '${{ secrets.APPLE_API_KEY }}');
    expect(key?.if).toBe("runner.os == 'macOS'");
    expect(key?.run).toMatch(/"\$KEY" > "(\$RUNNER_TEMP\/[\w.-]+)"\s+echo "APPLE_API_KEY=\1" >> "\$GITHUB_ENV"/);
  });

  it('leaves Apple silicon a signature where there is no certificate', () => {
    expect(builder.electronFuses?.resetAdHocDarwinSignature).toBe(true);
  });

  it('never publishes from electron-builder', () => {
    expect(builder.publish).toBeNull();
    const runs = stepsOf('release.yml').flatMap(({ run = '' }) => (run.includes('electron-builder') ? [run] : []));
    expect(runs).toEqual(['npx electron-builder --publish never']);
  });
});

describe('the targets', () => {
  const of = (system: 'linux' | 'mac' | 'win') =>
    [builder[system]?.target ?? []]
      .flat()
      .flatMap((target) =>
        typeof target === 'string' ? [target] : [target.arch ?? []].flat().map((arch) => `${target.target} ${arch}`),
      );

  it('are those that are promised', () => {
    expect(of('linux')).toEqual(['AppImage x64', 'deb x64', 'rpm x64', 'tar.gz x64']);
    expect(of('mac')).toEqual(['dmg arm64', 'dmg x64', 'zip arm64', 'zip x64']);
    expect(of('win')).toEqual(['nsis x64', 'nsis arm64', 'portable x64']);
  });

  it('are signed where the environment has what that takes', async () => {
    const entitlements = builder.mac?.entitlements;
    expect(builder.mac).toMatchObject({ hardenedRuntime: true, notarize: false });
    expect(read(String(entitlements))).toContain('com.apple.security.cs.allow-jit');
    expect(builder.win?.azureSignOptions).toBeUndefined();
    process.env['APPLE_API_KEY'] = '';
    vi.resetModules();
    // A secret that isn't set is empty there.
    expect((await import('../../electron-builder.js')).default.mac?.notarize).toBe(false);
    process.env['WINDOWS_PUBLISHER'] = 'Baton';
    process.env['APPLE_API_KEY'] = 'key.p8';
    try {
      vi.resetModules();
      const signed = await import('../../electron-builder.js');
      expect(signed.default.mac?.notarize).toBe(true);
      expect(signed.default.win?.azureSignOptions).toMatchObject({ publisherName: 'Baton' });
      // What GitHub hands on for a secret that a project doesn't have.
      for (const name of ['CSC_LINK', 'APPLE_API_KEY']) process.env[name] = '';
      vi.resetModules();
      const unsigned = await import('../../electron-builder.js');
      expect(unsigned.default.mac?.notarize).toBe(false);
      expect(process.env).not.toHaveProperty('CSC_LINK');
    } finally {
      for (const name of ['WINDOWS_PUBLISHER', 'APPLE_API_KEY', 'CSC_LINK']) delete process.env[name];
    }
  });
});

describe('the files of package managers', () => {
  const installers = mkdtempSync(join(tmpdir(), 'baton-installers-'));
  const out = mkdtempSync(join(tmpdir(), 'baton-manifests-'));
  const NAMES = [
    'mac-arm64.dmg',
    'mac-x64.dmg',
    'win-x64.exe',
    'win-arm64.exe',
    'linux-x64.tar.gz',
    'linux-x86_64.AppImage',
  ];
  const values = { version: '1.2.3', download: 'https://example.com/v1.2.3', homepage: 'https://example.com' };
  const sum = (name: string) => createHash('sha256').update(`bytes of ${name}`).digest('hex');

  beforeAll(() => {
    for (const name of NAMES) writeFileSync(join(installers, `Baton-1.2.3-${name}`), `bytes of ${name}`);
    writeManifests(values, installers, out);
  });
  afterAll(() => {
    for (const folder of [installers, out]) rmSync(folder, { recursive: true, force: true });
  });
  const written = (path: string) => readFileSync(join(out, path), 'utf8');

  it('name the version and the checksum of each installer, and leave no place open', () => {
    const cask = written('homebrew/baton.rb');
    expect(cask).toContain('version "1.2.3"');
    expect(cask).toContain(`arm:   "${sum('mac-arm64.dmg')}"`);
    expect(cask).toContain(`intel: "${sum('mac-x64.dmg')}"`);
    const { Installers } = parse(written('winget/Baton.Baton.installer.yaml')) as {
      Installers: { Architecture: string; InstallerSha256: string; InstallerUrl: string }[];
    };
    expect(Installers.map((one) => [one.Architecture, one.InstallerSha256])).toEqual([
      ['x64', sum('win-x64.exe')],
      ['arm64', sum('win-arm64.exe')],
    ]);
    expect(Installers[0]?.InstallerUrl).toBe('https://example.com/v1.2.3/Baton-1.2.3-win-x64.exe');
    expect(written('aur/PKGBUILD')).toContain(`sha256sums=('${sum('linux-x64.tar.gz')}')`);
    const flatpak = parse(written('flatpak/app.baton.desktop.yml')) as {
      id: string;
      'finish-args': string[];
      modules: { sources: { sha256?: string }[] }[];
    };
    expect(flatpak.id).toBe(builder.appId);
    expect(flatpak.modules[0]?.sources[0]?.sha256).toBe(sum('linux-x64.tar.gz'));
    for (const name of ['aur/PKGBUILD', 'flatpak/app.baton.desktop.yml'])
      expect(written(name)).toMatch(/\bStartupWMClass=baton\b/);
    // Without a file of types, Linux knows no ending.
    const type = [builder.fileAssociations ?? []].flat()[0]?.mimeType ?? 'none';
    for (const name of ['aur/PKGBUILD', 'flatpak/app.baton.desktop.yml']) {
      expect(written(name)).toContain(`MimeType=x-scheme-handler/baton;${type};`);
      expect(written(name)).toContain(`<mime-type type="${type}">`);
      expect(written(name)).toContain('<glob pattern="*.baton"/>');
    }
    // No folder of the user's: files come by the portal.
    expect(flatpak['finish-args'].filter((one) => one.startsWith('--filesystem'))).toEqual([]);
  });

  it('find the icon in the tar.gz, and take away what Baton leaves on macOS', () => {
    expect([builder.linux?.extraFiles ?? []].flat()).toEqual([{ from: 'public/icon-512.png', to: 'icon.png' }]);
    expect(written('aur/PKGBUILD')).toContain('"$srcdir/Baton-${pkgver}-linux-x64/icon.png"');
    // Where env-paths puts it (electron/host/base/home-folder.ts).
    expect(written('homebrew/baton.rb')).toContain('"~/Library/Preferences/Baton"');
  });

  it('of the AUR say that pacman replaces Baton', () => {
    expect(written('aur/PKGBUILD')).toContain(`printf 'pacman\\n' >"$pkgdir/opt/baton/resources/package-type"`);
  });

  it('name no file that only a checkout has', () => {
    const flatpak = parse(written('flatpak/app.baton.desktop.yml')) as {
      modules: { sources: { path?: string }[]; 'build-commands': string[] }[];
    };
    expect(flatpak.modules.flatMap(({ sources }) => sources.flatMap(({ path }) => path ?? []))).toEqual([]);
    const commands = flatpak.modules.flatMap((module) => module['build-commands']).join('\n');
    expect(commands).toMatch(/ icon\.png \/app\/share\/icons\/hicolor\/512x512\/apps\/app\.baton\.desktop\.png/);
  });

  it('remove the folder that Baton has on macOS', () => {
    const { platform } = process;
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    try {
      const home = relative(homedir(), resolveHome(null, {})).replaceAll('\\', '/');
      expect(written('homebrew/baton.rb')).toContain(`"~/${home}",`);
    } finally {
      Object.defineProperty(process, 'platform', { value: platform });
    }
  });

  it('have a version of their own nowhere else', () => {
    for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((one) => /\.\w+$/.test(one)))
      expect(written(name)).not.toMatch(/\{\{/);
  });

  it('list the checksums of all installers', () => {
    const lines = written('SHA256SUMS').trim().split('\n');
    expect(lines).toHaveLength(NAMES.length);
    expect(lines).toContain(`${sum('mac-x64.dmg')}  Baton-1.2.3-mac-x64.dmg`);
  });

  it('are written as far as this system makes the installers, with checksums of all of them', () => {
    const [linux, made] = ['installers', 'packages'].map((name) => mkdtempSync(join(tmpdir(), `baton-${name}-`)));
    if (!linux || !made) throw new Error('no folder');
    try {
      for (const name of ['linux-x64.tar.gz', 'linux-amd64.deb'])
        writeFileSync(join(linux, `Baton-1.2.3-${name}`), `bytes of ${name}`);
      writeManifests(values, linux, made, false);
      expect(readdirSync(made).toSorted()).toEqual(['SHA256SUMS', 'aur', 'flatpak']);
      expect(readFileSync(join(made, 'flatpak/app.baton.desktop.yml'), 'utf8')).toContain(sum('linux-x64.tar.gz'));
      expect(readFileSync(join(made, 'SHA256SUMS'), 'utf8').trim().split('\n')).toHaveLength(2);
    } finally {
      for (const folder of [linux, made]) rmSync(folder, { recursive: true, force: true });
    }
    expect(manifest.scripts['package']).toMatch(/ && electron-builder && node test\/packaging\/write-manifests\.ts$/);
  });

  it('are those of the package managers, and nothing else of `packaging`', () => {
    expect(readdirSync(out).toSorted()).toEqual(['SHA256SUMS', 'aur', 'flatpak', 'homebrew', 'winget']);
  });

  it('are not written with a value missing', () => {
    expect(() => fillIn('{{other}}', values, sum)).toThrow('{{other}}');
    expect(() => writeManifests({ ...values, version: '9.9.9' }, installers, out)).toThrow('ENOENT');
  });
});
