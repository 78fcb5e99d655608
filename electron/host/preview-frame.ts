import { createHash } from 'node:crypto';
import { FRAME_PATHS, PREVIEW_PATH, PREVIEW_SCRIPTS } from '#contract/preview.ts';
import { HostError } from './base/problem.ts';

const SCRIPT = /<script>([^]*)<\/script>/;

/** The policy of a document that a model wrote: it draws what it brings along and reaches nothing (security.md S22). */
function policy(script: string): string {
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${script}`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    'media-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

const FEATURES = [
  'autoplay',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'fullscreen',
  'geolocation',
  'hid',
  'idle-detection',
  'local-fonts',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
];

const headersOf = (script: string): Record<string, string> => ({
  'content-security-policy': policy(script),
  'permissions-policy': FEATURES.map((name) => `${name}=()`).join(', '),
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
});

export interface FrameAnswer {
  response: Response;
  headers: Readonly<Record<string, string>>;
}

export const isPreviewPath = (request: Request): boolean => FRAME_PATHS.includes(new URL(request.url).pathname);

/**
 * Answers the documents that the page may frame. They have no content: the page sends that through a port. Their own
 * script is the only one that runs in them, unless the address asks for a preview in which others run, too.
 */
export function createPreviewFrame(
  files: (request: Request) => Promise<Response>,
): (request: Request) => Promise<FrameAnswer> {
  return async ({ method, url }) => {
    if (method !== 'GET') throw new HostError('method_not_allowed');
    const address = new URL(url);
    const { pathname } = address;
    const file = await files(new Request(new URL(`${pathname}.html`, address)));
    const html = await file.text();
    const [, script] = SCRIPT.exec(html) ?? [];
    if (script === undefined) throw new HostError('not_found');
    const hash = createHash('sha256').update(script).digest('base64');
    return {
      response: new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } }),
      headers: headersOf(
        pathname === PREVIEW_PATH && address.search === PREVIEW_SCRIPTS ? "'unsafe-inline'" : `'sha256-${hash}'`,
      ),
    };
  };
}
