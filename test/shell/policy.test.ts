import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAppUrl, mayDownload, mayNavigate, mayUse, vetExternalUrl } from '#shell/policy.ts';

const OURS = ['app://ui', 'app://ui/', 'app://ui/index.html', 'app://ui/?a=1', 'app://ui/#x', 'app://ui/assets/a.js'];

/** Everything that is not app://ui, some of it made to look like it. */
const FOREIGN = [
  '',
  ' app://ui/',
  'app:',
  'app:ui',
  'app:/ui/',
  'app:///ui/',
  'app://',
  'app://UI/',
  'APP://ui/',
  'App://ui/',
  'app://ui.evil.test/',
  'app://evil.test/ui/',
  'app://uix/',
  'app://ui:80/',
  'app://ui@evil.test/',
  'app://user@ui/',
  'app://user:pass@ui/',
  'app://ui\\@evil.test/',
  'app://ui%00/',
  'app://ui\u0000/',
  'app://\u0001ui/',
  'app://ui\u200b/',
  'app://ui./',
  'app://api/',
  'apps://ui/',
  'http://ui/',
  'https://app//ui/',
  'http://127.0.0.1:4127/',
  'file:///app://ui/',
  'file:///etc/passwd',
  'about:blank',
  'about:srcdoc',
  'blob:app://ui/0',
  'data:text/html,app://ui/',
  'javascript:location="app://ui/"',
  'view-source:app://ui/',
  'chrome://gpu',
  'devtools://devtools/bundled/inspector.html',
  'filesystem:app://ui/temporary/a',
];

describe('isAppUrl and mayNavigate', () => {
  it.each(OURS)('%j is the app', (address) => {
    expect(isAppUrl(address)).toBe(true);
    expect(mayNavigate(address)).toBe(true);
  });

  it.each(FOREIGN)('%j is not', (address) => {
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

  it('never takes another host for the app', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.string(), (url, tail) => {
        expect(isAppUrl(url)).toBe(false);
        expect(isAppUrl(`app://ui${tail.replace(/^[/?#]*/, '') || 'x'}`)).toBe(false);
      }),
    );
  });
});

/** Every permission name of Electron 45's setPermissionRequestHandler, and names that do not exist. */
const PERMISSIONS = [
  ...[
    'ar',
    'automatic-fullscreen',
    'background-fetch',
    'background-sync',
    'captured-surface-control',
    'clipboard-read',
  ],
  ...['deprecated-sync-clipboard-read', 'display-capture', 'fileSystem', 'fullscreen', 'geolocation'],
  ...['geolocation-approximate', 'hand-tracking', 'hid', 'idle-detection', 'keyboardLock', 'local-fonts'],
  ...['local-network', 'local-network-access', 'loopback-network', 'media', 'mediaKeySystem', 'midi', 'midiSysex'],
  ...['nfc', 'notifications', 'openExternal', 'payment-handler', 'periodic-background-sync', 'persistent-storage'],
  ...['pointerLock', 'screen-wake-lock', 'sensors', 'serial', 'smart-card', 'speaker-selection', 'storage-access'],
  ...['system-wake-lock', 'top-level-storage-access', 'usb', 'vr', 'web-app-installation', 'web-printing'],
  ...['window-management', 'unknown', '', 'clipboard-sanitized-write ', 'Clipboard-Sanitized-Write', '__proto__'],
];

describe('mayUse', () => {
  const ask = { permission: 'clipboard-sanitized-write', requestingUrl: 'app://ui/', isMainFrame: true };

  it('lets the page write to the clipboard', () => {
    expect(mayUse(ask)).toBe(true);
  });

  it.each(PERMISSIONS)('refuses %j', (permission) => {
    expect(mayUse({ ...ask, permission })).toBe(false);
  });

  it('refuses sub-frames, other origins and requests without a document', () => {
    expect(mayUse({ ...ask, isMainFrame: false })).toBe(false);
    expect(mayUse({ ...ask, requestingUrl: undefined })).toBe(false);
    for (const requestingUrl of FOREIGN) expect(mayUse({ ...ask, requestingUrl })).toBe(false);
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
    'https://evil.test/a.exe',
    'file:///etc/passwd',
  ])('cancels %j', (url) => {
    expect(mayDownload({ url, hasUserGesture: true })).toBe(false);
  });
});

const HOSTILE = [
  'file:///etc/passwd',
  'file://server/share/a.exe',
  '\\\\server\\share\\a.exe',
  '//server/share',
  'smb://server/share',
  'nfs://server/x',
  'ftp://example.test/a',
  'ms-msdt:/id PCWDiagnostic',
  'ms-officecmd:{}',
  'ms-settings:',
  'search-ms:query=x&crumb=location:\\\\evil',
  'vscode://file/etc/passwd',
  'vscode-insiders://x',
  'cursor://anysphere.cursor-deeplink/mcp/install',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:app://ui/1',
  'about:blank',
  'view-source:https://example.com/',
  'app://ui/',
  'chrome://settings',
  'tel:+123',
  'steam://run/1',
  'x-apple.systempreferences:',
  'shell:startup',
  'https:evil.test',
  'https:/evil.test',
  'https:\\\\evil.test',
  'https://evil.test\\@good.test',
  'https://user@evil.test/',
  'https://user:pass@evil.test/',
  'https://bank.example@evil.test/',
  'https://:@evil.test/',
  'https://',
  'https:///',
  'http://[::1',
  'https://exa mple.test/',
  ' https://example.com/',
  'https://example.com/ ',
  'https://example.com/\u0000',
  'https://example.com/\r\nHost: evil',
  'https://example.com/\u202egpj.exe',
  'https://example.com/\u200b',
  'https://exam\u00adple.com/',
  'https://example.com/\ufeff',
  'mailto:',
  'mailto:?subject=x',
  'mailto:a@b.test?attach=/etc/passwd',
  'mailto:a@b.test?subject=x&attachment=/etc/passwd',
  'mailto:a@b.test?Attach=C:/secret',
  'mailto:a@b.test\n?bcc=c@d.test',
  '',
  'example.com',
  '/relative',
  '#fragment',
  '$(touch /tmp/x)',
];

describe('vetExternalUrl', () => {
  it.each(HOSTILE)('refuses %j', (address) => {
    expect(vetExternalUrl(address).ok).toBe(false);
  });

  it('refuses what is too long, also when only its percent-encoding is', () => {
    expect(vetExternalUrl(`https://example.com/${'a'.repeat(2028)}`).ok).toBe(true);
    expect(vetExternalUrl(`https://example.com/${'a'.repeat(2029)}`).ok).toBe(false);
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
      fc.string({ unit: 'binary' }),
      fc.tuple(fc.constantFrom('https://', 'http://', 'mailto:'), fc.string({ unit: 'binary' })).map((a) => a.join('')),
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
