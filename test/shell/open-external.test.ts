import { afterEach, describe, expect, it, vi } from 'vitest';
import { desktopTexts } from '#texts/desktop-texts.ts';
import { createFakeElectron, type FakeElectron, type FakeElectronOptions } from '#test/fakes/electron.ts';
import hostile from './hostile.json' with { type: 'json' };

afterEach(() => vi.doUnmock('electron'));

async function load(options: FakeElectronOptions = {}) {
  const fake: FakeElectron = createFakeElectron(options);
  vi.resetModules();
  vi.doMock('electron', () => fake.module);
  const { createOpener } = await import('#shell/open-external.ts');
  const lines: string[] = [];
  const log = { write: (_level: string, event: string) => lines.push(event) };
  return { ...fake, lines, open: createOpener(() => null, desktopTexts(['en']), log) };
}

describe('createOpener (S13)', () => {
  it('asks with the whole address, the safe answer preselected', async () => {
    const long = `https://example.com/${'path/'.repeat(60)}?q=${'x'.repeat(300)}#end`;
    const { boxes, answers, opened, open } = await load();
    answers.push(0);
    expect(await open(long)).toBe(true);
    expect(opened).toEqual([long]);
    expect(boxes[0]?.detail?.replaceAll('\n', '')).toBe(long);
    expect(boxes[0]?.detail?.split('\n').every((line) => line.length <= 88)).toBe(true);
    expect(boxes[0]).toMatchObject({ buttons: ['Open', 'Cancel'], defaultId: 1, cancelId: 1 });
  });

  it('opens nothing when the user cancels', async () => {
    const { opened, open } = await load();
    expect(await open('https://example.com/')).toBe(false);
    expect(opened).toEqual([]);
  });

  it.each(hostile.external)('refuses %j without asking', async (url) => {
    const { boxes, opened, open, lines } = await load();
    expect(await open(url)).toBe(false);
    expect(boxes).toEqual([]);
    expect(opened).toEqual([]);
    expect(lines).toEqual(['shell.external-refused']);
  });

  it('shows one dialog at a time', async () => {
    const { boxes, answers, open } = await load();
    answers.push(0, 0);
    const first = open('https://example.com/1');
    const second = open('https://example.com/2');
    expect(await Promise.all([first, second])).toEqual([true, false]);
    expect(boxes).toHaveLength(1);
    expect(await open('https://example.com/3')).toBe(true);
  });

  it('says so when the system cannot open it', async () => {
    const fake = createFakeElectron();
    Object.assign(fake.module, {
      shell: {
        openExternal: async () => {
          throw new Error('no application');
        },
      },
    });
    vi.resetModules();
    vi.doMock('electron', () => fake.module);
    const { createOpener } = await import('#shell/open-external.ts');
    const open = createOpener(() => null, desktopTexts(['ko']), { write: () => undefined });
    fake.answers.push(0);
    expect(await open('mailto:a@b.test')).toBe(false);
    expect(fake.errorBoxes).toEqual([{ title: '주소를 열지 못했어요.', content: 'mailto:a@b.test' }]);
    expect(fake.boxes[0]?.buttons).toEqual(['열기', '취소']);
  });
});
