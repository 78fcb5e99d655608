import { afterEach, describe, expect, it, vi } from 'vitest';
import { desktopTexts } from '#texts/desktop-texts.ts';
import { createFakeElectron } from '#test/fakes/electron.ts';
import { linkIn, readLink } from '#shell/links.ts';

afterEach(() => vi.doUnmock('electron'));

async function tasksOn(platform: NodeJS.Platform, packaged = true, portable = false) {
  const fake = createFakeElectron({ packaged });
  vi.resetModules();
  vi.doMock('electron', () => fake.module);
  const { setMenus } = await import('#shell/set-menus.ts');
  setMenus({ app: fake.app as never, portable, texts: desktopTexts(['en']), platform, windows: {} as never });
  return fake.app.tasks;
}

describe('the jump list of Windows', () => {
  it('has tasks that are links of Baton, and no conversation', async () => {
    const tasks = await tasksOn('win32');
    expect(tasks.map(({ title }) => title)).toEqual(['New Chat', desktopTexts(['en']).quickQuestion]);
    const opened = tasks.map((task) => readLink(linkIn([task.program, task.arguments]) ?? ''));
    expect(opened).toEqual(['#/new', '#/quick']);
  });

  it.each([
    ['linux', true, false],
    ['darwin', true, false],
    ['win32', false, false],
    ['win32', true, true],
  ] as const)('is not set on %s, packaged %s, portable %s', async (platform, packaged, portable) => {
    expect(await tasksOn(platform, packaged, portable)).toEqual([]);
  });
});
