import type { CapturedRequest } from '#vendors/base/base-ai-service.ts';

/** The host adds keys, so they are not here. Anything that looks like one is still never shown. */
const SECRET = /auth|key|token|cookie|secret|credential/i;

export function redactRequest(request: CapturedRequest): CapturedRequest {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, SECRET.test(name) ? '***' : value]);
  return { ...request, url: redactUrl(request.url), headers: Object.fromEntries(headers) as Record<string, string> };
}

function redactUrl(address: string): string {
  const url = new URL(address);
  const secret = Array.from(url.searchParams.keys()).filter((name) => SECRET.test(name));
  for (const name of secret) url.searchParams.set(name, '***');
  return secret.length > 0 ? url.toString() : address;
}
