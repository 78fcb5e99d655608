import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type MountKind, useHost } from './context.ts';

/** S26. */
export function describeFiles(kind: MountKind): void {
  describe('files of the page', () => {
    const context = useHost(kind);

    test('/ is index.html, asked for anew each time', async () => {
      const response = await context.mount.fetch('/');
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toBe(readFileSync(join(context.bench.pageDir, 'index.html'), 'utf8'));
    });

    test('a hashed asset may be kept for ever, with its exact type', async () => {
      const script = await context.mount.fetch('/assets/main-AbCd1234.js');
      expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const style = await context.mount.fetch('/assets/main-AbCd1234.css');
      expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
      const boot = await context.mount.fetch('/theme-boot.js');
      expect(boot.headers.get('cache-control')).toBe('no-cache');
    });

    test('an unchanged file is not sent again', async () => {
      const etag = (await context.mount.fetch('/favicon.svg')).headers.get('etag') ?? '';
      const again = await context.mount.fetch('/favicon.svg', { headers: { 'if-none-match': etag } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
    });

    test('a browser that takes it is sent the compressed copy of an asset, but not by a scheme of Electron', async () => {
      writeFileSync(join(context.bench.pageDir, 'assets', 'main-AbCd1234.js.br'), brotliCompressSync('packed'));
      const overHttp = context.mount.origin.startsWith('http');
      const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
      const answer = await context.mount.fetch('/assets/main-AbCd1234.js', { method: 'HEAD', headers });
      const plain = await context.mount.fetch('/assets/main-AbCd1234.js', {
        method: 'HEAD',
        headers: { 'accept-encoding': 'identity' },
      });
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(answer.headers.get('content-encoding')).toBe(overHttp ? 'br' : null);
      expect(answer.headers.get('etag') === plain.headers.get('etag')).toBe(!overHttp);
      expect(plain.headers.get('content-encoding')).toBe(null);
    });

    test('HEAD has the headers and no body', async () => {
      const response = await context.mount.fetch('/', { method: 'HEAD' });
      expect(response.status).toBe(200);
      expect(Number(response.headers.get('content-length'))).toBeGreaterThan(10);
      expect(await response.text()).toBe('');
    });

    test('what is no file is 404, with no page in its stead', async () => {
      writeFileSync(join(context.bench.pageDir, 'assets', '.hidden'), 'hidden');
      for (const path of ['/session/1', '/assets', '/assets/', '/index.htm', '/.env', '/assets/.hidden']) {
        const response = await context.mount.fetch(path);
        expect(response.status).toBe(404);
        expect(response.headers.get('content-type')).toBe('application/problem+json');
      }
    });

    test.for([
      '/..%2foutside.txt',
      '/%2e%2e%2foutside.txt',
      '/assets/..%2f..%2foutside.txt',
      '/assets/%2e%2e/%2e%2e/%2e%2e/outside.txt',
      '/../outside.txt',
      '/..%5coutside.txt',
      '/..%255coutside.txt',
      '/..%252foutside.txt',
      '/index.html%00.js',
      '/%c0%ae%c0%ae/outside.txt',
      '/%',
      '/C:/windows/win.ini',
      '/etc/passwd',
      '//etc/passwd',
    ])('%s leads nowhere', async (path) => {
      const response = await context.mount.fetch(path);
      expect([400, 404]).toContain(response.status);
      expect(await response.text()).not.toContain('outside the page');
    });

    test('a link that leads out of the folder is not followed', async () => {
      symlinkSync(join(context.bench.pageDir, '..', 'outside.txt'), join(context.bench.pageDir, 'inside.txt'));
      expect((await context.mount.fetch('/inside.txt')).status).toBe(404);
    });
  });
}
