import { afterEach, describe, expect, it, vi } from 'vitest';
import { desktopTexts } from '#texts/desktop-texts.ts';
import { createFakeElectron } from '#test/fakes/electron.ts';

afterEach(() => vi.doUnmock('electron'));

async function load() {
  const fake = createFakeElectron();
  vi.resetModules();
  vi.doMock('electron', () => fake.module);
  const { createFolderPicker } = await import('#shell/pick-folder.ts');
  return { ...fake, pick: createFolderPicker(() => null, desktopTexts(['ko'])) };
}

describe('createFolderPicker', () => {
  it('asks for one folder in the language of the system', async () => {
    const { picks, openDialogs, pick } = await load();
    picks.push('/work/relay');
    expect(await pick()).toBe('/work/relay');
    expect(openDialogs).toEqual([
      { title: '폴더 선택', buttonLabel: '선택', properties: ['openDirectory', 'createDirectory'] },
    ]);
  });

  it('gives nothing when the user cancels', async () => {
    const { pick } = await load();
    expect(await pick()).toBeNull();
  });

  it('shows one dialog at a time, and another once it has closed', async () => {
    const { picks, openDialogs, pick } = await load();
    picks.push('/one', '/two');
    expect(await Promise.all([pick(), pick()])).toEqual(['/one', null]);
    expect(openDialogs).toHaveLength(1);
    expect(await pick()).toBe('/two');
  });
});
