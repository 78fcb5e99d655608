import { afterEach, describe, expect, it, vi } from 'vitest';
import { desktopTexts } from '#texts/desktop-texts.ts';
import { createFakeElectron } from '#test/fakes/electron.ts';
import { linkIn, readLink } from '#shell/links.ts';

afterEach(() => vi.doUnmock('electron'));

async function tasksOn(platform: NodeJS.Platform, packaged = true) {
  const fake = createFakeElectron({ packaged });
  vi.resetModules();
  vi.doMock('electron', () => fake.module);
  const { setMenus } = await import('#shell/set-menus.ts');
  setMenus({ app: fake.app as never, texts: desktopTexts(['en']), platform, windows: {} as never });
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
    ['linux', true],
    ['darwin', true],
    ['win32', false],
  ] as const)('is not set on %s, packaged %s', async (platform, packaged) => {
    expect(await tasksOn(platform, packaged)).toEqual([]);
  });
});
