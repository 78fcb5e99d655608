import { afterEach, expect, it, vi } from 'vitest';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { createFakeElectron, type FakeElectron, FakeWindow } from '#test/fakes/electron.ts';

afterEach(() => {
  vi.doUnmock('electron');
});

async function open(platform: NodeJS.Platform = 'linux') {
  const fake = createFakeElectron({
    displays: [
      { x: 0, y: 0, width: 1920, height: 1080 },
      { x: 1920, y: 0, width: 800, height: 600 },
    ],
  });
  vi.resetModules();
  vi.doMock('electron', () => fake.module);
  const { createScreenCapture } = await import('#shell/desktop/capture-screen.ts');
  const clock = new FakeClock();
  const window = new FakeWindow({ alwaysOnTop: true });
  window.show();
  fake.windows.push(window);
  const capture = createScreenCapture({ platform, clock, quick: () => window as never });
  /** The picture, once the system had time to draw what was behind the window. */
  const take = async () => {
    const taken = capture().then((picture) =>
      typeof picture === 'string' ? { problem: picture } : Buffer.from(picture).toString(),
    );
    await clock.advance(1_000);
    return taken;
  };
  return { fake, window, take };
}

const seen = (fake: FakeElectron) => fake.capture.seen;

it('takes the whole display of the window in its full resolution, without the window, which comes back', async () => {
  const { fake, window, take } = await open();
  fake.capture.sources = [
    { display_id: '2', png: 'the other display' },
    { display_id: '1', png: 'this display' },
  ];
  expect(await take()).toBe('this display');
  expect(seen(fake)).toEqual(['3840x2160']);
  expect(window.calls).toEqual(['show', 'hide', 'show', 'focus']);
});

it('takes what there is where displays have no names', async () => {
  const { fake, take } = await open();
  fake.capture.sources = [{ display_id: '', png: 'the screen' }];
  expect(await take()).toBe('the screen');
});

it.each(['denied', 'restricted'] as const)('takes none where macOS refuses: %s', async (status) => {
  const { fake, window, take } = await open('darwin');
  fake.capture.status = status;
  expect(await take()).toEqual({ problem: 'refused' });
  expect(seen(fake)).toEqual([]);
  expect(window.visible).toBe(true);
});

it('asks macOS for the right the first time, and other systems have no such right', async () => {
  const mac = await open('darwin');
  mac.fake.capture.status = 'not-determined';
  expect(await mac.take()).toBe('screen');
  const windows = await open('win32');
  windows.fake.capture.status = 'denied';
  expect(await windows.take()).toBe('screen');
});

it.each([[[]], [[{ display_id: '1', png: '' }]]])(
  'says so when the system gives no picture, and the window comes back: %j',
  async (sources) => {
    const { fake, window, take } = await open();
    fake.capture.sources = sources;
    expect(await take()).toEqual({ problem: 'empty' });
    expect(window.visible).toBe(true);
  },
);
