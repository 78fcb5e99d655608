import { FRAME_PATHS } from '#contract/preview.ts';

const policy = (frames: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src ${frames}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const refused = (microphone: string): string =>
  `camera=(), ${microphone}, geolocation=(), usb=(), serial=(), hid=(), payment=()`;

type SecurityHeaders = Readonly<Record<string, string>>;

/** Set on every response but the frames of previews and diagrams (security.md S16, S24). */
export const SECURITY_HEADERS: SecurityHeaders = {
  'content-security-policy': policy("'none'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': refused('microphone=()'),
};

/** The same for what the page itself gets, which may frame previews and nothing else of its origin (S22), and record speech. */
export const pageHeaders = (origin: string): SecurityHeaders => ({
  ...SECURITY_HEADERS,
  'content-security-policy': policy(FRAME_PATHS.map((path) => origin + path).join(' ')),
  'permissions-policy': refused('microphone=(self)'),
});

/** `response` must be one the host made: headers of fetched responses are immutable. */
export function secure(response: Response, headers = SECURITY_HEADERS): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
  return response;
}
