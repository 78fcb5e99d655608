import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Electron from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { desktopTexts } from '#texts/desktop-texts.ts';
import { createRecordingLog } from '#test/fakes/host-deps.ts';
import { createFakeElectron } from '#test/fakes/electron.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-pdf-'));
});
afterEach(() => {
  vi.doUnmock('electron');
  rmSync(folder, { recursive: true, force: true });
});

async function load(country = 'KR') {
  const fake = createFakeElectron();
  fake.app.country = country;
  fake.app.becomeReady();
  vi.resetModules();
  vi.doMock('electron', () => fake.module);
  const { BrowserWindow } = fake.module as typeof Electron;
  const window = new BrowserWindow({});
  const { createPdfSaver } = await import('#shell/save-pdf.ts');
  const { createSaveFolders } = await import('#shell/save-folders.ts');
  const save = createPdfSaver({
    window: () => window,
    folder: createSaveFolders(
      join(folder, 'save-folders.json'),
      () => fake.app.getPath('downloads'),
      createRecordingLog(),
    ),
    texts: desktopTexts(['en']),
    country: () => fake.app.getLocaleCountryCode(),
  });
  const contents = fake.windows[0]?.webContents;
  if (!contents) throw new Error('no window');
  return { fake, save, contents };
}

describe('Save as PDF', () => {
  it('writes what the window prints to the file that the user chooses, and says its name alone', async () => {
    const { fake, save, contents } = await load();
    fake.picks.push(join(folder, 'Mine.pdf'));
    expect(await save('A long talk')).toBe('Mine.pdf');
    expect(readFileSync(join(folder, 'Mine.pdf'), 'utf8')).toMatch(/^%PDF/);
    expect(fake.saveDialogs).toMatchObject([
      { defaultPath: '/home/user/downloads/A long talk.pdf', filters: [{ extensions: ['pdf'] }] },
    ]);
    expect(contents.prints).toMatchObject([{ pageSize: 'A4', printBackground: true, generateTaggedPDF: true }]);
  });

  it('proposes the folder of the last time', async () => {
    const { fake, save } = await load();
    fake.picks.push(join(folder, 'One.pdf'), join(folder, 'Two.pdf'));
    await save('One');
    await save('Two');
    expect(fake.saveDialogs[1]?.defaultPath).toBe(join(folder, 'Two.pdf'));
  });

  it('makes nothing when the user cancels', async () => {
    const { save, contents } = await load();
    expect(await save('A talk')).toBeNull();
    expect(contents.prints).toEqual([]);
  });

  it('proposes a name in the folder, whatever the page says', async () => {
    const { fake, save } = await load();
    await save('../../.config/autostart/a');
    await save('C:\\Windows\\b\u0000');
    expect(fake.saveDialogs.map(({ defaultPath }) => defaultPath)).toEqual([
      '/home/user/downloads/config autostart a.pdf',
      '/home/user/downloads/C Windows b.pdf',
    ]);
  });

  it('shows one dialog at a time', async () => {
    const { fake, save } = await load();
    fake.picks.push(join(folder, 'One.pdf'), join(folder, 'Two.pdf'));
    expect(await Promise.all([save('One'), save('Two')])).toEqual(['One.pdf', null]);
    expect(await save('Two')).toBe('Two.pdf');
  });

  it('uses the paper of the country', async () => {
    const { fake, save, contents } = await load('US');
    fake.picks.push(join(folder, 'One.pdf'));
    await save('One');
    expect(contents.prints).toMatchObject([{ pageSize: 'Letter' }]);
  });

  it('tells the page when the disk refuses, and can be asked again', async () => {
    const { fake, save } = await load();
    fake.picks.push(join(folder, 'missing', 'One.pdf'), join(folder, 'One.pdf'));
    await expect(save('One')).rejects.toThrow('ENOENT');
    expect(await save('One')).toBe('One.pdf');
  });
});
