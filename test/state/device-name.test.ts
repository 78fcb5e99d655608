import { expect, it } from 'vitest';
import { defaultDeviceName } from '#state/device-name.ts';

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Linux, Chrome',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    'Windows, Edge',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15', 'Mac, Safari'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Baton/1 Chrome/140 Electron/40.0 Safari/537.36', 'Mac, Baton'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Android, Firefox'],
  ['curl/8', 'Baton'],
])('calls a machine by its system and browser: %s', (userAgent, name) => {
  expect(defaultDeviceName(userAgent)).toBe(name);
});
