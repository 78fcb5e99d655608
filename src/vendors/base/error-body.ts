import { isObject } from '#core/json.ts';
import { pageTitle } from '#core/web-page.ts';

/** What a vendor said about a failure, whatever shape it used. */
export interface VendorMessage {
  message: string;
  /** Its type or code, as sent. */
  code?: string;
  /** Status inside the body: Google, OpenRouter and Groq send one in a stream that began with 200. */
  status?: number;
  requestId?: string;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Parses JSON; returns the text itself if it isn't JSON. */
export function readBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Reduces a proxy's HTML page to its title; the rest isn't useful. */
function plainMessage(body: string): string {
  return /^\s*</.test(body) ? pageTitle(body) : body.trim();
}

/** OpenRouter wraps the upstream vendor's refusal (vendor-rules P2). The inner message is the useful one. */
function upstream(error: Record<string, unknown>): unknown {
  const metadata = error['metadata'];
  const raw = isObject(metadata) ? text(metadata['raw']) : undefined;
  return raw === undefined ? undefined : readBody(raw);
}

function statusOf(...values: unknown[]): number | undefined {
  return values.find((value): value is number => typeof value === 'number' && value >= 400 && value < 600);
}

/** FastAPI-style servers and Mistral send a list of errors instead of a message. */
function details(value: unknown): string | undefined {
  if (typeof value === 'string') return text(value);
  if (!Array.isArray(value)) return isObject(value) ? details(value['detail']) : undefined;
  const lines = value.map((one: unknown) => {
    if (!isObject(one)) return typeof one === 'string' ? one : JSON.stringify(one);
    const where = Array.isArray(one['loc']) ? `${one['loc'].join('.')}: ` : '';
    return where + (text(one['msg']) ?? JSON.stringify(one));
  });
  return text(lines.join('; '));
}

/**
 * Reads the error shapes of all vendors: `{error:{message,type,code}}`, `{error:"…"}`, `{message,type,code}`,
 * `{detail}`, a list with one of them, plain text, HTML. `null` when the body says nothing (Cerebras answers an
 * overflow with no body).
 */
export function readVendorMessage(body: unknown): VendorMessage | null {
  if (typeof body === 'string') {
    const message = plainMessage(body);
    return message === '' ? null : { message };
  }
  if (Array.isArray(body)) return readVendorMessage(body[0]);
  if (!isObject(body)) return null;
  const inner = body['error'] ?? body;
  if (typeof inner === 'string') return { message: inner };
  if (!isObject(inner)) return null;

  const below = upstream(inner);
  const upstreamMessage = below === undefined ? null : readVendorMessage(below);
  if (upstreamMessage) return { ...upstreamMessage, status: upstreamMessage.status ?? statusOf(inner['code']) ?? 502 };

  const detail = isObject(inner['details']) ? text(inner['details']['error_code']) : undefined;
  const code = detail ?? text(inner['code']) ?? text(inner['type']) ?? text(inner['status']);
  const status = statusOf(inner['status_code'], inner['code'], body['status_code'], inner['status']);
  const requestId = text(body['request_id']);
  const message =
    text(inner['message']) ?? details(inner['message']) ?? details(body['detail']) ?? text(inner['title']) ?? code;
  if (message === undefined) return null;
  return {
    message,
    ...(code === undefined ? {} : { code }),
    ...(status === undefined ? {} : { status }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}
