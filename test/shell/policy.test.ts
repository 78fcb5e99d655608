import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAppUrl, mayDownload, mayNavigate, mayUse, vetExternalUrl } from '#shell/policy.ts';
import { codePoint } from '#test/code-point.ts';
import hostile from './hostile.json' with { type: 'json' };
import { PERMISSIONS } from './permissions.ts';

const OURS = ['app://ui', 'app://ui/', 'app://ui/index.html', 'app://ui/?a=1', 'app://ui/#x', 'app://ui/assets/a.js'];

describe('isAppUrl and mayNavigate', () => {
  it.each(OURS)('%j is the app', (address) => {
    expect(isAppUrl(address)).toBe(true);
    expect(mayNavigate(address)).toBe(true);
  });

  it.each(hostile.foreign)('%j is not', (address) => {
    expect(isAppUrl(address)).toBe(false);
    expect(mayNavigate(address)).toBe(false);
  });

  it.each(['app://ui/api', 'app://ui/api/', 'app://ui/api/ping', 'app://ui/x/../api/ping', 'app://ui/./api/config'])(
    '%j belongs to fetch, no frame goes there',
    (address) => {
      expect(isAppUrl(address)).toBe(true);
      expect(mayNavigate(address)).toBe(false);
    },
  );

  it('lets a frame show previews, draw diagrams and be nothing else of the app', () => {
    const frames = ['app://ui/preview', 'app://ui/preview?scripts', 'app://ui/diagram'];
    expect(frames.every((address) => mayNavigate(address, false))).toBe(true);
    for (const address of [
      ...OURS,
      ...hostile.foreign,
      'app://ui/api/ping',
      'app://ui/preview/',
      'app://ui/preview.html',
      'app://ui/diagram.html',
    ])
      expect(mayNavigate(address, false)).toBe(false);
  });

  it('never takes another host for the app', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.string(), (url, tail) => {
        expect(isAppUrl(url)).toBe(false);
        expect(isAppUrl(`app://ui${tail.replace(/^[/?#]*/, '') || 'x'}`)).toBe(false);
      }),
    );
  });
});

describe('mayUse', () => {
  const ask = {
    permission: 'clipboard-sanitized-write',
    requestingUrl: 'app://ui/',
    isMainFrame: true,
    pressed: false,
  };

  it.each(Object.entries(PERMISSIONS))('%s: %s', (permission, granted) => {
    expect(mayUse({ ...ask, permission })).toBe(granted);
  });

  it.each(['', 'clipboard-sanitized-write ', 'Clipboard-Sanitized-Write', '__proto__'])(
    'refuses a name that does not exist: %j',
    (permission) => {
      expect(mayUse({ ...ask, permission })).toBe(false);
    },
  );

  it('lets the page read the clipboard and open the microphone when their button was pressed, and nothing else', () => {
    for (const [permission, granted] of Object.entries(PERMISSIONS))
      expect(mayUse({ ...ask, permission, pressed: true })).toBe(granted || permission === 'clipboard-read');
    expect(mayUse({ ...ask, permission: 'camera', pressed: true })).toBe(false);
    for (const permission of ['clipboard-read', 'microphone']) {
      const use = { ...ask, permission, pressed: true };
      expect(mayUse(use)).toBe(true);
      expect(mayUse({ ...use, pressed: false })).toBe(false);
      expect(mayUse({ ...use, isMainFrame: false })).toBe(false);
      for (const requestingUrl of hostile.foreign) expect(mayUse({ ...use, requestingUrl })).toBe(false);
    }
  });

  it('refuses sub-frames, other origins and requests without a document', () => {
    expect(mayUse({ ...ask, isMainFrame: false })).toBe(false);
    expect(mayUse({ ...ask, requestingUrl: undefined })).toBe(false);
    for (const requestingUrl of hostile.foreign) expect(mayUse({ ...ask, requestingUrl })).toBe(false);
  });
});

describe('mayDownload', () => {
  const made = 'blob:app://ui/6f1c8e2a-1111-4222-8333-444455556666';

  it('lets the app save what it made, after a click', () => {
    expect(mayDownload({ url: made, hasUserGesture: true })).toBe(true);
    expect(mayDownload({ url: made, hasUserGesture: false })).toBe(false);
  });

  it.each([
    'app://ui/index.html',
    'blob:app://evil/1',
    'blob:https://evil.test/1',
    'blob:blob:app://ui/1',
    'blob:null/1',
    'data:text/plain,x',
    'data:app://ui/1',
    'https://evil.test/a.exe',
    'file:///etc/passwd',
  ])('cancels %j', (url) => {
    expect(mayDownload({ url, hasUserGesture: true })).toBe(false);
  });
});

describe('vetExternalUrl', () => {
  it.each(hostile.external)('refuses %j', (address) => {
    expect(vetExternalUrl(address).ok).toBe(false);
  });

  it('refuses what is too long, also when only its percent-encoding is', () => {
    expect(vetExternalUrl(`https://example.com/${'a'.repeat(2028)}`).ok).toBe(true);
    expect(vetExternalUrl(`https://example.com/${'a'.repeat(2029)}`).ok).toBe(false);
    expect(vetExternalUrl(`https://example.com/${'./'.repeat(1100)}`).ok).toBe(false);
    expect(vetExternalUrl(`https://example.com/${'가'.repeat(400)}`).ok).toBe(false);
  });

  it.each([
    ['https://example.com', 'https://example.com/'],
    ['http://127.0.0.1:8080/a?b=c#d', 'http://127.0.0.1:8080/a?b=c#d'],
    ['HTTPS://EXAMPLE.com/Path', 'https://example.com/Path'],
    ['mailto:someone@example.com?subject=Hi', 'mailto:someone@example.com?subject=Hi'],
    ['https://example.com/한글', 'https://example.com/%ED%95%9C%EA%B8%80'],
    // A look-alike host is shown as what it really is.
    ['https://аpple.com/', 'https://xn--pple-43d.com/'],
    ['https://example.com/%E2%80%AEgpj.exe', 'https://example.com/%E2%80%AEgpj.exe'],
  ])('accepts %j as %j', (address, url) => {
    expect(vetExternalUrl(address)).toEqual({ ok: true, url });
  });

  it('answers only with plain, canonical web and mail addresses', () => {
    const text = fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string({ unit: codePoint }),
      fc
        .tuple(fc.constantFrom('https://', 'http://', 'mailto:'), fc.string({ unit: codePoint }))
        .map((a) => a.join('')),
    );
    fc.assert(
      fc.property(text, (address) => {
        const verdict = vetExternalUrl(address);
        if (!verdict.ok) return;
        expect(verdict.url).toMatch(/^(https?:\/\/[^/@]+\/|mailto:.)[\x21-\x7e]*$/);
        expect(verdict.url.length).toBeLessThanOrEqual(2048);
        expect(vetExternalUrl(verdict.url)).toEqual(verdict);
      }),
      { numRuns: 2000 },
    );
  });
});
