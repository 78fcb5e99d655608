import { DIAGRAM_PATH, FRAME_PATHS, PREVIEW_PATH, PREVIEW_SCRIPTS } from '#contract/preview.ts';
import { describe, expect, test } from 'vitest';
import { pageHeaders } from '#test/fakes/host-deps.ts';
import { type HostContext, type MountKind, useHost } from './context.ts';

const DIRECTIVES = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

function directivesOf(response: Response): Record<string, string> {
  const policy = response.headers.get('content-security-policy') ?? '';
  const given = policy.split(';').map((one) => one.trim().split(' '));
  return Object.fromEntries(given.map(([name, ...values]) => [name, values.join(' ')]));
}

function expectSecured(response: Response, origin: string): void {
  expect(directivesOf(response)).toEqual({
    ...DIRECTIVES,
    'frame-src': FRAME_PATHS.map((path) => origin + path).join(' '),
  });
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
}

/** S16, S24: on every response, of any kind. */
export function describeHeaders(kind: MountKind): void {
  describe('security headers', () => {
    const context = useHost(kind);
    const cases: [string, number, (context: HostContext) => Promise<Response>][] = [
      ['the page', 200, ({ mount }) => mount.fetch('/')],
      ['an asset', 200, ({ mount }) => mount.fetch('/assets/main-AbCd1234.js')],
      ['a missing file', 404, ({ mount }) => mount.fetch('/nope.js')],
      ['a hostile address', 400, ({ mount }) => mount.fetch('/..%2foutside.txt')],
      ['a wrong method', 405, ({ mount }) => mount.fetch('/', { method: 'POST' })],
      ['the API', 200, ({ call }) => call('/api/ping')],
      ['the API without header', 403, ({ mount }) => mount.fetch('/api/ping')],
      ['an unknown API address', 404, ({ call }) => call('/api/nope')],
      ['a wrong method of the API', 405, ({ call }) => call('/api/ping', { method: 'DELETE' })],
      ['a preflight', 403, ({ mount }) => mount.fetch('/api/ping', { method: 'OPTIONS' })],
      ['an event stream', 200, ({ call }) => call('/api/events')],
      ['a vendor’s answer', 200, ({ call }) => call('/api/vendors/openai/wire/models')],
      ['an unknown connection', 404, ({ call }) => call('/api/vendors/nope/wire/models')],
      ['a refused run id', 400, ({ call }) => call(`/api/runs/${'x'.repeat(65)}`, { method: 'DELETE' })],
    ];
    test.for(cases)('%s', async ([, status, ask]) => {
      const response = await ask(context);
      expect(response.status).toBe(status);
      expectSecured(response, context.mount.origin);
      await response.body?.cancel();
    });

    test('a vendor’s error and a vendor’s own security headers', async () => {
      context.upstream.answer = (_request, response) => {
        response.writeHead(529, {
          'content-type': 'application/json',
          'content-security-policy': "default-src *; script-src 'unsafe-inline'",
          'access-control-allow-origin': '*',
          'set-cookie': 'a=b',
        });
        response.end('{"type":"error"}');
      };
      const response = await context.call('/api/vendors/openai/wire/models');
      expect(response.status).toBe(529);
      expectSecured(response, context.mount.origin);
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(await response.json()).toEqual({ type: 'error' });
    });

    test('a failure of the host itself, without its inside', async () => {
      context.bench.deps.secrets.state = () => Promise.reject(new Error('/private/path exploded'));
      const response = await context.call('/api/secrets');
      expect(response.status).toBe(500);
      expectSecured(response, context.mount.origin);
      expect(await response.json()).toMatchObject({ code: 'internal' });
      expect(context.bench.deps.log.lines.join()).toContain('/private/path exploded');
    });

    test('the frame of previews runs its own script, or those of its document, and reaches nothing (S22)', async () => {
      const frames = await Promise.all(
        ['', PREVIEW_SCRIPTS, '?scripts=1'].map((search) => context.mount.fetch(PREVIEW_PATH + search)),
      );
      const [quiet, running, other] = frames.map(directivesOf);
      expect(running).toEqual({ ...quiet, 'script-src': "'unsafe-inline'" });
      expect(other).toEqual(quiet);
      expect(quiet?.['script-src']).toMatch(/^'sha256-[\w+/]{43}='$/);
      expect(quiet).toMatchObject({ sandbox: 'allow-scripts', 'default-src': "'none'", 'frame-ancestors': "'self'" });
      for (const frame of frames) {
        expect(frame.headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(frame.headers.get('x-frame-options')).toBeNull();
        expect(frame.headers.get('cache-control')).toBe('no-store');
        expect(frame.headers.get('permissions-policy')).toContain('camera=(), ');
        expect(await frame.text()).toContain('<title>Preview</title>');
      }
      const drawing = await context.mount.fetch(DIAGRAM_PATH + PREVIEW_SCRIPTS);
      expect(directivesOf(drawing)).toEqual({
        ...quiet,
        'script-src': expect.stringMatching(/^'sha256-[\w+/]{43}='$/),
      });
      expect(directivesOf(drawing)['script-src']).not.toBe(quiet?.['script-src']);
      expect(await drawing.text()).toContain('<title>Diagrams</title>');
      const posted = await context.mount.fetch(PREVIEW_PATH, { method: 'POST' });
      expect(posted.status).toBe(405);
      expectSecured(posted, context.mount.origin);
    });

    test('answers of the API are not stored by the browser', async () => {
      const response = await context.mount.fetch('/api/ping', { headers: pageHeaders() });
      expect(response.headers.get('cache-control')).toBe('no-store');
    });
  });
}
