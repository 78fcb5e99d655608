import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withoutForeignPackage } from '../../electron/environment/own-package.ts';
import { createRelaunch } from '#shell/relaunch.ts';
import { createFakeElectron } from '#test/fakes/electron.ts';
import { createRecordingLog } from '#test/fakes/host-deps.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-relaunch-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('a restart', () => {
  it.runIf(process.platform === 'linux')(
    'of an AppImage begins when the old one has ended, with all of its environment and nothing of its mount',
    async () => {
      const image = join(folder, 'Baton.AppImage');
      const note = join(folder, 'note');
      const script = [
        '#!/bin/sh',
        `echo $(ls /proc/self/fd) >>'${note}'`,
        `[ -e '${folder}/ended' ] && echo after >>'${note}'`,
        `echo "$PATH|$SECRET|$APPIMAGE|$APPDIR|$*" >>'${note}'`,
        `touch '${folder}/done'`,
      ];
      writeFileSync(image, `${script.join('\n')}\n`, { mode: 0o755 });
      const mount = join(folder, 'mount');
      const env = {
        PATH: `${mount}:${mount}/usr/sbin:/usr/bin:/bin`,
        SECRET: 'for a server',
        APPIMAGE: image,
        APPDIR: mount,
      };
      // As electron/main.ts, with an environment of which this process keeps nothing.
      const program = `
        import { openSync, writeFileSync } from 'node:fs';
        import { createRelaunch } from ${JSON.stringify(join(root, 'electron/shell/relaunch.ts'))};
        process.argv = ['baton', 'baton', '--home=/a b', 'baton.png'];
        const restart = createRelaunch({ app: {}, env: ${JSON.stringify(env)}, log: { write: console.error }, platform: 'linux' });
        restart();
        restart();
        setTimeout(() => { writeFileSync(${JSON.stringify(join(folder, 'ended'))}, ''); process.exit(0); }, 400);
      `;
      await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
        cwd: root,
        env: { PATH: '/usr/bin:/bin' },
      });
      await vi.waitFor(() => expect(existsSync(join(folder, 'done'))).toBe(true), { timeout: 5000 });
      const [fds, when, what, ...more] = readFileSync(note, 'utf8').trim().split('\n');
      expect([when, what, more]).toEqual(['after', '/usr/bin:/bin|for a server|||--home=/a b', []]);
      // Standard streams, and what `ls` reads.
      expect(fds?.trim().split(' ').length).toBeLessThanOrEqual(4);
    },
  );

  it('of the portable file of Windows starts that file at the end, with the lock free', () => {
    const { app, calls } = createFakeElectron({ packaged: true });
    const started: unknown[][] = [];
    const start = vi.fn<(program: string, args: string[], options: object) => unknown>((...what) => {
      started.push([...what, [...calls]]);
      return { once: () => undefined, unref: () => undefined };
    });
    const env = { PORTABLE_EXECUTABLE_FILE: 'E:\\Baton.exe', SECRET: 's' };
    const log = createRecordingLog();
    createRelaunch({ app, env, log, start: start as never, platform: 'win32' })();
    expect(started).toEqual([]);
    app.emit('quit');
    expect(started).toEqual([
      ['E:\\Baton.exe', [], expect.objectContaining({ detached: true, env }) as object, ['unlock']],
    ]);
    expect(calls).not.toContain('relaunch');
  });

  it.each([
    ['gets the whole environment', true, 's'],
    ['from its sources gets none of what the launcher keeps from others', false, undefined],
  ])('elsewhere is Electron’s own and %s', (_what, packaged, secret) => {
    const { app } = createFakeElectron({ packaged });
    const seen: (string | undefined)[] = [];
    app.relaunch = () => void seen.push(process.env['BATON_TEST_SECRET']);
    createRelaunch({ app, env: { BATON_TEST_SECRET: 's' }, log: createRecordingLog(), platform: 'darwin' })();
    expect(seen).toEqual([secret]);
    expect(process.env).not.toHaveProperty('BATON_TEST_SECRET');
  });
});

describe('whose package the environment names', () => {
  const image = { APPIMAGE: '/home/me/Other.AppImage', ARGV0: './Other', OWD: '/home/me' };
  const file = { PORTABLE_EXECUTABLE_FILE: 'E:\\Other.exe', PORTABLE_EXECUTABLE_DIR: 'E:\\' };
  const place = (name: string) => {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, '');
    return path;
  };

  it('an AppImage is its own where the program lies in its mount', () => {
    const execPath = place('mount/baton');
    const env = { ...image, APPDIR: join(folder, 'mount'), LANG: 'ko' };
    const of = (over: object) => withoutForeignPackage(env, { packaged: true, execPath, platform: 'linux', ...over });
    expect(of({})).toEqual(env);
    // A deb started from a terminal in another AppImage, a folder of a like name, and Baton from its sources.
    for (const other of [{ execPath: place('opt/baton') }, { execPath: place('mounted/baton') }, { packaged: false }])
      expect(of(other)).toEqual({ LANG: 'ko' });
  });

  it('the portable file is its own where the program was unpacked into the temporary folder', () => {
    const execPath = place('temp/nsx/app/Baton.exe');
    const own = { packaged: true, execPath, platform: 'win32' as const, temporary: join(folder, 'temp') };
    expect(withoutForeignPackage(file, own)).toEqual(file);
    expect(withoutForeignPackage(file, { ...own, execPath: place('Programs/Baton/Baton.exe') })).toEqual({});
    place('temp/nsx/app/Uninstall Baton.exe');
    expect(withoutForeignPackage(file, own)).toEqual({});
  });
});
