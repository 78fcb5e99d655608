import { isWebPage, pageTitle } from '#core/web-page.ts';

const LENGTH = 500;

function read(text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    if (isWebPage(text)) return pageTitle(text);
    return text
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  }
  const first: unknown = Array.isArray(body) ? body[0] : body;
  const error: unknown = typeof first === 'object' && first !== null && 'error' in first ? first.error : first;
  for (const place of [error, first])
    for (const name of ['message', 'detail', 'error'])
      if (typeof place === 'object' && place !== null) {
        const value: unknown = Reflect.get(place, name);
        if (typeof value === 'string' && value !== '') return value;
      }
  return typeof error === 'string' ? error : '';
}

/** The vendor's own message in an error body, in any of the usual formats; empty if it has none. */
export const messageIn = (text: string): string => read(text).slice(0, LENGTH);
