import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vetUrl } from '#markdown/vet-url.ts';
import { checkEndpoint } from '#ui/shell/settings/check-endpoint.ts';

describe('vetUrl', () => {
  it.each(['https://example.com/a?b#c', 'http://127.0.0.1:8080/', 'mailto:someone@example.com', 'HTTPS://EXAMPLE.COM'])(
    'opens %s',
    (text) => expect(vetUrl(text)?.href).toBe(new URL(text).href),
  );

  it.each([
    'javascript:alert(1)',
    'mailto:a@b%0aBcc:x@y',
    'mailto:a@b?subject=x%0D%0ABcc:x@y',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>1</script>',
    'file:///etc/passwd',
    'smb://host/share',
    '\\\\host\\share',
    'vscode://file/etc',
    'ms-msdt:/id',
    'blob:https://example.com/1',
    'https://user:secret@example.com/',
    'https://user@example.com/',
    '//example.com/',
    'example.com',
    'https://',
    '',
    'https://example.com/\u0000',
    'https://exa\nmple.com/',
    `https://example.com/${'a'.repeat(2048)}`,
  ])('refuses %j', (text) => expect(vetUrl(text)).toBeNull());

  it('shows look-alike names as what they are', () => {
    expect(vetUrl('https://аррӏе.com/')?.host).toMatch(/^xn--/);
  });

  it('never lets another scheme through', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['ftp', 'ws', 'wss', 'chrome'] }), (text) => {
        expect(vetUrl(text)).toBeNull();
      }),
    );
  });
});

describe('checkEndpoint', () => {
  it.each([
    'https://llm.example.com/v1',
    'https://llm.example.com:8443',
    ' https://llm.example.com/ ',
    'http://localhost:1234/v1',
    'http://127.0.0.1:11434',
    'http://192.168.0.7:8000',
    'http://10.1.2.3',
    'http://172.31.0.1',
    'http://nas.local',
    'http://server:8000/v1',
    'http://[::1]:8000',
  ])('accepts %j', (text) => expect(checkEndpoint(text)).toBeNull());

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['llm.example.com', 'notUrl'],
    ['ftp://llm.example.com', 'notUrl'],
    ['https://', 'notUrl'],
    ['javascript:alert(1)', 'notUrl'],
    ['https://me:secret@llm.example.com', 'credentials'],
    ['https://llm.example.com/?key=1', 'query'],
    ['https://llm.example.com/#x', 'query'],
    ['http://llm.example.com/v1', 'plainHttp'],
    ['http://172.32.0.1', 'plainHttp'],
    [`https://llm.example.com/${'a'.repeat(2048)}`, 'tooLong'],
  ])('%j is %s', (text, problem) => expect(checkEndpoint(text)).toBe(problem));
});
