import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findDataPlace, folderBeside, placeArguments, preparePlace } from '#host/base/data-place.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'baton-place-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const beside = () => join(root, 'baton-data');
const find = (args: string[], env: Record<string, string> = {}) => findDataPlace({ args, env, beside: { path: root } });

test('a folder beside the program makes it portable; a file or a link of that name does not', () => {
  expect(find([]).portable).toBe(false);
  writeFileSync(beside(), '');
  expect(find([]).portable).toBe(false);
  rmSync(beside());
  symlinkSync(tmpdir(), beside());
  expect(find([]).portable).toBe(false);
  rmSync(beside());
  mkdirSync(beside());
  expect(find([])).toEqual({ home: beside(), portable: true });
});

test('arguments go before BATON_HOME, and that before the folder', () => {
  mkdirSync(beside());
  expect(find([], { BATON_HOME: '/there' })).toEqual({ home: '/there', portable: false });
  expect(find(['--home=/here'], { BATON_HOME: '/there' })).toEqual({ home: '/here', portable: false });
  expect(find(['--home', '/here', '--portable'])).toEqual({ home: '/here', portable: true });
});

test('S51: what comes with a link chooses nothing', () => {
  expect(find(['baton://search?q=x', '--home=/evil', '--portable'], { BATON_HOME: '/mine' })).toEqual({
    home: '/mine',
    portable: false,
  });
});

test('the program is where the user sees it', () => {
  expect(folderBeside('/tmp/.mount_x/baton', { APPIMAGE: '/stick/Baton.AppImage' }, 'linux')).toEqual({
    path: '/stick',
  });
  expect(folderBeside('/opt/Baton/baton', {}, 'linux')).toEqual({ path: '/opt/Baton' });
  expect(folderBeside('C:\\Temp\\Baton.exe', { PORTABLE_EXECUTABLE_DIR: 'E:\\' }, 'win32')).toEqual({ path: 'E:\\' });
  expect(folderBeside('/Volumes/Stick/Baton.app/Contents/MacOS/Baton', {}, 'darwin')).toEqual({
    path: '/Volumes/Stick',
  });
  const moved = '/private/var/folders/x/AppTranslocation/1/d/Baton.app/Contents/MacOS/Baton';
  expect(folderBeside(moved, {}, 'darwin')).toMatchObject({ problem: 'moved' });
});

test('where macOS hides the folder, portable is refused in words and not put elsewhere', async () => {
  const place = findDataPlace({ args: ['--portable'], env: {}, beside: { path: root, problem: 'moved' } });
  await expect(preparePlace(place)).rejects.toThrow(/temporary place/);
});

test('a portable folder is made, and nothing is left by the probe', async () => {
  await preparePlace(find(['--portable']));
  expect(readdirSync(beside())).toEqual([]);
});

test('what an installer would empty with its next update keeps nothing, even if the folder is there', async () => {
  const program = join(root, 'Baton.exe');
  expect(folderBeside(program, {}, 'win32')).toEqual({ path: root });
  writeFileSync(join(root, 'Uninstall Baton.exe'), '');
  const installed = folderBeside(program, {}, 'win32');
  expect(folderBeside('/app/baton', { FLATPAK_ID: 'app.baton.desktop' }, 'linux')).toMatchObject({
    problem: 'installed',
  });
  // Without a wish for it, an installed Baton is as usual.
  expect(findDataPlace({ args: [], env: {}, beside: installed })).toMatchObject({ portable: false });
  mkdirSync(beside());
  const place = findDataPlace({ args: [], env: {}, beside: installed });
  await expect(preparePlace(place)).rejects.toThrow(/next update would empty/);
  expect(readdirSync(beside())).toEqual([]);
});

test('a file in the place of the folder, or a disk without links, is an error and no other folder is taken', async () => {
  writeFileSync(beside(), 'a file');
  await expect(preparePlace(find(['--portable']))).rejects.toMatchObject({ reason: 'file', path: beside() });
  rmSync(beside());
  mkdirSync(beside());
  // The kernel's own files: a folder in which nothing can be made.
  await expect(preparePlace({ home: '/proc/self/fd', portable: true })).rejects.toMatchObject({
    path: '/proc/self/fd',
  });
});

test('somebody else’s folder is not taken', async () => {
  if (process.platform === 'win32' || process.getuid?.() === undefined) return;
  const uid = process.getuid();
  const others = uid === 0 ? null : '/';
  if (others === null) {
    mkdirSync(beside());
    chownSync(beside(), 12_345, 12_345);
  }
  await expect(preparePlace({ home: others ?? beside(), portable: true })).rejects.toMatchObject({ reason: 'foreign' });
});

test('another start of the same Baton finds the same data', () => {
  expect(placeArguments(['/x/baton', '--home', '/here', '--portable', '--lang=ko'])).toEqual([
    '--home=/here',
    '--portable',
  ]);
  expect(placeArguments(['/x/baton', 'baton://new', '--home=/evil'])).toEqual([]);
});
