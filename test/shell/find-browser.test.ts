import { describe, expect, it } from 'vitest';
import { type BrowserSearch, findBrowser } from '../../electron/launch/find-browser.ts';

const search = (platform: NodeJS.Platform, present: string[], env: BrowserSearch['env'] = {}): BrowserSearch => ({
  platform,
  env,
  home: platform === 'win32' ? 'C:\\Users\\mina' : '/home/mina',
  isExecutable: (path) => present.includes(path),
});

describe('findBrowser', () => {
  it('finds nothing where nothing is', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) expect(findBrowser(search(platform, []))).toBeNull();
  });

  it('prefers Chrome over Chromium over Edge over Brave, wherever they lie', () => {
    const all = ['/opt/a/brave', '/usr/bin/microsoft-edge', '/usr/bin/chromium', '/opt/a/google-chrome'];
    const env = { PATH: '/usr/bin:/opt/a' };
    const order = ['/opt/a/google-chrome', '/usr/bin/chromium', '/usr/bin/microsoft-edge', '/opt/a/brave'];
    for (const [index, expected] of order.entries())
      expect(
        findBrowser(
          search(
            'linux',
            all.toReversed().filter((path) => !order.slice(0, index).includes(path)),
            env,
          ),
        ),
      ).toBe(expected);
  });

  it('looks in the usual Linux folders without a PATH and ignores relative ones', () => {
    expect(findBrowser(search('linux', ['/usr/bin/chromium']))).toBe('/usr/bin/chromium');
    expect(findBrowser(search('linux', ['/snap/bin/chromium']))).toBe('/snap/bin/chromium');
    expect(findBrowser(search('linux', ['chromium', 'bin/chromium'], { PATH: 'bin::.' }))).toBeNull();
  });

  it('looks in both macOS application folders', () => {
    const own = '/home/mina/Applications/Chromium.app/Contents/MacOS/Chromium';
    const shared = '/Applications/Brave Browser.app/Contents/MacOS/Brave Browser';
    expect(findBrowser(search('darwin', [own, shared]))).toBe(own);
    expect(findBrowser(search('darwin', [shared]))).toBe(shared);
  });

  it('looks in the three Windows folders, per user last', () => {
    const env = {
      PROGRAMFILES: 'C:\\Program Files',
      'PROGRAMFILES(X86)': 'C:\\Program Files (x86)',
      LOCALAPPDATA: 'C:\\Users\\mina\\AppData\\Local',
    };
    const user = 'C:\\Users\\mina\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe';
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
    expect(findBrowser(search('win32', [user, edge], env))).toBe(user);
    expect(findBrowser(search('win32', [edge], env))).toBe(edge);
    expect(findBrowser(search('win32', [edge], {}))).toBeNull();
  });

  it('takes the one that BATON_BROWSER names, and no other', () => {
    const env = { BATON_BROWSER: '/opt/my/browser', PATH: '/usr/bin' };
    expect(findBrowser(search('linux', ['/opt/my/browser', '/usr/bin/chromium'], env))).toBe('/opt/my/browser');
    expect(findBrowser(search('linux', ['/usr/bin/chromium'], env))).toBeNull();
  });
});
