import { describe, expect, it } from 'vitest';
import { createRecordingLog } from '#test/fakes/host-deps.ts';
import { createFakeElectron } from '#test/fakes/electron.ts';
import { linkIn, readLink } from '#shell/links.ts';
import { listenForLinks } from '#shell/listen-for-links.ts';
import { parseRoute } from '#ui/shared/navigation/route.ts';
import { offerIn } from '#ui/features/tools/offer-in.ts';
import hostile from './hostile.json' with { type: 'json' };
import links from './hostile-links.json' with { type: 'json' };

const CONFIG = { mcpServers: { notes: { command: 'npx', args: ['-y', 'notes@1.0.0'], env: { KEY: 'x' } } } };
const offering = (config: unknown) => `baton://mcp?config=${encodeURIComponent(JSON.stringify(config))}`;

describe('a link', () => {
  it.each([
    ['baton://conversation/0198-ab_C', { name: 'session', id: '0198-ab_C' }],
    ['BATON://conversation/a', { name: 'session', id: 'a' }],
    ['baton://search?q=%ED%95%9C%EA%B8%80%20%26%20more%2Fless', { name: 'search', text: '한글 & more/less' }],
    ['baton://quick', { name: 'quick' }],
    ['baton://new', { name: 'home', fresh: true }],
    ['baton://search/?q=a+b', { name: 'search', text: 'a b' }],
  ])('%s shows something', (link, route) => {
    expect(parseRoute(readLink(link) ?? '')).toEqual(route);
  });

  it('offers a server whole, as text', () => {
    const route = parseRoute(readLink(offering(CONFIG)) ?? '');
    if (route.name !== 'settings') throw new Error(route.name);
    expect(route.page).toBe('tools');
    expect(offerIn(route.focus ?? null)).toBe(JSON.stringify(CONFIG, null, 2));
    expect(offerIn('notes')).toBeNull();
  });

  it.each([...links.hostile, ...hostile.external, ...hostile.foreign, `baton://search?q=${'a'.repeat(5000)}`])(
    'that is none does nothing: %s',
    (link) => {
      expect(readLink(link)).toBeNull();
    },
  );

  it.each(['\u202e', '\u200b', '\u0000'])('does not hide %j in what it shows', (mark) => {
    expect(readLink(`baton://search?q=${encodeURIComponent(`a${mark}b`)}`)).toBeNull();
    expect(readLink(offering({ mcpServers: { a: { command: `rm${mark}` } } }))).toBeNull();
  });

  it('never leads to a ticket, which would load the page anew', () => {
    const addresses = ['baton://conversation/t=1', 'baton://search?q=%26t%3D1', offering({ t: '&t=1' })].map(readLink);
    expect(addresses.map((address) => address !== null)).toEqual([false, true, true]);
    expect(addresses.some((address) => new URLSearchParams(address?.slice(1)).has('t'))).toBe(false);
  });
});

describe('the arguments of a start', () => {
  it.each([
    [['baton', 'baton://conversation/a'], 'baton://conversation/a'],
    [['baton', '--allow-file-access-from-files', 'baton://search?q=a'], 'baton://search?q=a'],
    [['baton', 'baton://conversation/a', 'baton://conversation/b'], null],
    [['baton://conversation/a'], null],
    [['baton', '--home', '/etc', 'https://evil.test'], null],
    [['baton', '--url=baton://conversation/a'], null],
  ])('%j', (argv, link) => {
    expect(linkIn(argv)).toBe(link);
  });
});

describe('the system', () => {
  function open(platform: NodeJS.Platform = 'linux', argv: string[] = ['baton'], packaged = true, portable = false) {
    const { app, calls } = createFakeElectron({ packaged });
    const log = createRecordingLog();
    const shown: (string | null)[] = [];
    const listener = listenForLinks(app as never, argv, platform, log, portable);
    const offered: string[] = [];
    const offer = async (path: string) => {
      offered.push(path);
      return path.includes('bad') ? null : '#/settings/history/x';
    };
    const begin = () => listener.begin((address) => void shown.push(address), offer);
    const file = (path: string) => app.emit('open-file', { preventDefault: () => undefined }, path);
    const url = (link: string) => app.emit('open-url', { preventDefault: () => undefined }, link);
    return { app, calls, log, shown, offered, url, file, begin };
  }

  it('a link that started Baton waits for its window, and is shown once', () => {
    const { begin, shown } = open('win32', ['baton', 'baton://conversation/a']);
    begin();
    expect(shown).toEqual(['#/s/a']);
    const mac = open('darwin');
    mac.url('baton://conversation/b');
    mac.begin();
    expect(mac.shown).toEqual(['#/s/b']);
  });

  it('a second start brings up the window, whatever its arguments are', () => {
    const { app, begin, shown, log } = open();
    begin();
    app.emit('second-instance', {}, ['baton', '--remote-debugging-port=9', '/etc/passwd'], '/', {});
    app.emit('second-instance', {}, ['baton', 'baton://conversation/c'], '/', {});
    app.emit('second-instance', {}, ['baton', 'baton://run?command=rm'], '/', {});
    expect(shown).toEqual([null, '#/s/c', null]);
    expect(log.lines.join()).toContain('shell.link-refused');
    expect(log.lines.join()).not.toContain('rm');
  });

  it('a file that started Baton waits for its window, and later ones are shown there', async () => {
    const first = open('win32', ['baton', 'C:\\a.baton']);
    expect(first.offered).toEqual([]);
    first.begin();
    await expect.poll(() => first.shown).toEqual(['#/settings/history/x']);
    first.app.emit('second-instance', {}, ['baton', 'C:\\bad.baton'], '/', {});
    await expect.poll(() => first.shown).toEqual(['#/settings/history/x', null]);
    expect(first.offered).toEqual(['C:\\a.baton', 'C:\\bad.baton']);
    const mac = open('darwin');
    mac.file('/a.baton');
    mac.begin();
    await expect.poll(() => mac.shown).toEqual(['#/settings/history/x']);
  });

  it('a link counts before a file', () => {
    const { begin, shown, offered } = open('linux', ['baton', '/a.baton', 'baton://conversation/a']);
    begin();
    expect(shown).toEqual(['#/s/a']);
    expect(offered).toEqual([]);
  });

  it.each([
    ['win32', true, false, true],
    ['win32', true, true, false],
    ['win32', false, false, false],
    ['darwin', true, false, false],
    ['linux', true, false, false],
  ] as const)('on %s, packaged %s, portable %s, the system is told about the scheme: %s', (...row) => {
    const [platform, packaged, portable, told] = row;
    const { calls } = open(platform, ['baton'], packaged, portable);
    expect(calls.includes('protocolClient baton')).toBe(told);
  });
});
