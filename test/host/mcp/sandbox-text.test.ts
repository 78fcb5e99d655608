import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { wasBlocked } from '#host/mcp/builtin/shell/sandbox/blocked.ts';
import { bubblewrapArguments } from '#host/mcp/builtin/shell/sandbox/bubblewrap.ts';
import type { SandboxPlace } from '#host/mcp/builtin/shell/sandbox/sandbox-place.ts';
import { createSandbox } from '#host/mcp/builtin/shell/sandbox/sandbox.ts';
import { seatbeltProfile } from '#host/mcp/builtin/shell/sandbox/seatbelt.ts';
import { toolFolders } from '#host/mcp/builtin/shell/sandbox/tool-folders.ts';
import { type Spawner, createSystemSpawner } from '#host/mcp/process/spawner.ts';

const PLACE: SandboxPlace = {
  folders: ['/home/ann/work/deep', '/home/ann/work'],
  cwd: '/home/ann/work',
  home: '/home/ann',
  closed: '/home/ann/.config/baton',
  tools: ['/home/ann/.nvm/versions'],
  protects: [
    { path: '/home/ann/work/.git', kind: 'folder', exists: true },
    { path: '/home/ann/work/.vscode', kind: 'folder', exists: false },
    { path: '/home/ann/work/.mcp.json', kind: 'file', exists: false },
  ],
  network: false,
};

describe('the arguments of bubblewrap', () => {
  const of = (more: Partial<SandboxPlace> = {}) =>
    bubblewrapArguments(
      { ...PLACE, ...more },
      { hidden: ['/tmp', '/run'], names: ['/run/systemd/resolve/stub.conf'] },
      ['/bin/sh', '-c', 'echo "a b"'],
    );
  const at = (text: string, args = of()) => {
    const place = args.join(' ').indexOf(text);
    if (place < 0) throw new Error(`not there: ${text}`);
    return place;
  };

  test('hide first, then show, then protect, and close Baton’s home last', () => {
    const order = [
      '--ro-bind / /',
      '--ro-bind-try /proc/sys /proc/sys',
      '--tmpfs /run',
      '--tmpfs /home/ann ',
      '--ro-bind-try /home/ann/.nvm/versions',
      '--bind /home/ann/work /home/ann/work',
      '--bind /home/ann/work/deep',
      '--ro-bind /home/ann/work/.git',
      '--tmpfs /home/ann/work/.vscode --remount-ro /home/ann/work/.vscode',
      '--ro-bind /dev/null /home/ann/work/.mcp.json',
      '--tmpfs /home/ann/.config/baton',
      '--chdir /home/ann/work -- /bin/sh -c echo "a b"',
    ].map((text) => at(text));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(of().slice(-3)).toEqual(['/bin/sh', '-c', 'echo "a b"']);
  });

  test('fix the folders above what is protected, so that none can be moved away with it', () => {
    const wide = of({ folders: ['/home/ann', '/home/ann/work/deep'] });
    const order = [
      '--bind /home/ann /home/ann',
      '--bind /home/ann/work /home/ann/work',
      '--bind /home/ann/.config /home/ann/.config',
      '--bind /home/ann/work/deep /home/ann/work/deep',
      '--tmpfs /home/ann/.config/baton',
    ].map((text) => at(text, wide));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  test('give no network, and names of servers only with one', () => {
    expect(of()).toContain('--unshare-net');
    expect(of().join(' ')).not.toContain('stub.conf');
    expect(of({ network: true })).not.toContain('--unshare-net');
    expect(at('--tmpfs /run', of({ network: true }))).toBeLessThan(at('stub.conf', of({ network: true })));
  });

  test('never hide the root of the file system', () => {
    expect(of({ home: '/' }).join(' ')).not.toContain('--tmpfs / ');
    expect(of({ home: null }).join(' ')).not.toContain('--tmpfs /home/ann ');
  });
});

describe('the profile of Seatbelt', () => {
  const profile = seatbeltProfile(PLACE, '/private/tmp/baton-1');
  const line = (text: string) => {
    const found = profile.split('\n').findIndex((one) => one.includes(text));
    if (found < 0) throw new Error(`not there: ${text}`);
    return found;
  };

  test('denies what is not named, hides the user’s own files, and lets later rules show and protect', () => {
    expect(profile.startsWith('(version 1)\n(deny default)\n')).toBe(true);
    const order = [
      line('(allow file-read*)'),
      line('(deny file-read* (subpath "/home/ann")'),
      line('(subpath "/home/ann/.nvm/versions") (subpath "/home/ann/work/deep")'),
      line(
        '(allow file-write* (subpath "/home/ann/work/deep") (subpath "/home/ann/work") (subpath "/private/tmp/baton-1"))',
      ),
      line('(deny file-write* (subpath "/home/ann/work/.git") (subpath "/home/ann/work/.vscode"))'),
      line('(deny file-write* (literal "/home/ann/work/.mcp.json"))'),
      line('(deny file-read* file-write* (subpath "/home/ann/.config/baton"))'),
    ];
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    // Over these a command could have something started outside.
    expect(profile).not.toMatch(/appleevent|lsopen|launchservices/i);
  });

  test('lets nobody move an attached folder, or one above what is protected, and put another in its place', () => {
    expect(profile).toContain('(deny file-write-unlink (literal "/home/ann/work/deep") (literal "/home/ann/work"))');
    expect(seatbeltProfile({ ...PLACE, folders: ['/home/ann'] }, '/tmp/x')).toContain(
      '(deny file-write-unlink (literal "/home/ann") (literal "/home/ann/.config") (literal "/home/ann/work"))',
    );
  });

  test('gives no network unless it is allowed, and then no sockets of other programs', () => {
    expect(profile).toContain('(deny network*)');
    const open = seatbeltProfile({ ...PLACE, network: true }, '/tmp/x');
    expect(open).not.toContain('(deny network*)');
    expect(open).toContain('(deny network-outbound (remote unix-socket))');
  });

  test('quotes every path, whatever is in it', () => {
    const odd = seatbeltProfile({ ...PLACE, folders: ['/a/")(allow default)("\\'] }, '/tmp/x');
    expect(odd).toContain('(subpath "/a/\\")(allow default)(\\"\\\\")');
    expect(odd).not.toContain('"/a/")');
  });
});

test('tools of the user are shown, the user’s own folder and what is outside of it are not', () => {
  const found = toolFolders('/home/ann', '/usr/bin:/home/ann:/home/ann/bin:relative:/home/anna/bin');
  expect(found).toContain('/home/ann/bin');
  expect(found).toContain('/home/ann/.cargo/bin');
  for (const wrong of ['/home/ann', '/usr/bin', 'relative', '/home/anna/bin', '/home/ann/.cargo', '/home/ann/.config'])
    expect(found).not.toContain(wrong);
  expect(toolFolders(null, '/usr/bin')).toEqual([]);
});

test.each([
  ['touch: cannot touch ‘x’: Read-only file system', true],
  ['Error: EROFS: read-only file system, open', true],
  ['curl: (6) Could not resolve host: example.com', true],
  ['npm error code EAI_AGAIN', true],
  ['bash: /home/ann/.ssh/id: No such file or directory', true],
  ['sandbox: Operation not permitted', true],
  ['Error: Cannot find module ./x', false],
  ['ls: cannot access nowhere: No such file or directory', false],
  ['AssertionError: expected 1 to be 2', false],
])('%s: stopped by the sandbox: %s', (output, blocked) => {
  expect(wasBlocked(output, '/home/ann', false)).toBe(blocked);
});

describe('looking for a sandbox', () => {
  let root: string;
  beforeEach(() => void (root = realpathSync(mkdtempSync(join(tmpdir(), 'look-')))));
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const look = (spawner: Spawner, all: string[] = []) =>
    createSandbox({
      home: root,
      spawner,
      permissions: { sandbox: async () => ({ on: true, network: false }), setSandbox: async () => undefined },
      folders: () => ({ of: async () => all, all: async () => all }),
    });

  test.each([
    ['win32', /Windows/],
    ['freebsd', /knows none/],
  ] as const)('on %s there is none, and commands are never in one', async (platform, reason) => {
    const sandbox = look({ ...createSystemSpawner({}, 'linux'), platform });
    expect(await sandbox.state()).toMatchObject({ kind: 'none', reason: expect.stringMatching(reason) as string });
    expect(await sandbox.isOn()).toBe(false);
    await expect(sandbox.wrap('one', '/', { command: 'true', args: [] })).rejects.toThrow(/no sandbox/);
  });

  /** A program on PATH that says so when it is run. */
  function plant(folder: string, script: string): void {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'bwrap'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'bwrap'), 0o755);
  }

  test.skipIf(process.platform !== 'linux')('one that the system stops is none, with what it said', async () => {
    plant(join(root, 'bin'), 'echo "bwrap: setting up uid map: Permission denied" >&2; exit 1');
    const sandbox = look(createSystemSpawner({ PATH: join(root, 'bin') }, 'linux'));
    const { kind, reason } = await sandbox.state();
    expect([kind, reason]).toEqual(['none', expect.stringContaining('setting up uid map')]);
  });

  test.skipIf(process.platform !== 'linux')('one that lies in an attached folder is never run', async () => {
    const folder = join(root, 'project');
    plant(folder, `touch ${join(root, 'ran')}; exit 0`);
    const attached = look(createSystemSpawner({ PATH: folder }, 'linux'), [folder]);
    await attached.state();
    expect(() => realpathSync(join(root, 'ran'))).toThrow(/ENOENT/);
    // The control: elsewhere it would have been.
    await look(createSystemSpawner({ PATH: folder }, 'linux')).state();
    expect(realpathSync(join(root, 'ran'))).toBe(join(root, 'ran'));
  });
});
