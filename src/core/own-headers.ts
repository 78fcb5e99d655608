/** Headers of the request itself, of its sender, and of its format. Baton or the network sets them. */
const RESERVED =
  /^(host|cookie2?|set-cookie2?|connection|keep-alive|te|trailer|upgrade|via|expect|forwarded|origin|referer|accept(-.*)?|user-agent|content-.*|transfer-.*|proxy-.*|sec-.*|anthropic-version)$/;

/** Headers that carry a key, by the names that they usually have. Keys are stored elsewhere, encrypted. */
const SECRET =
  /(^|[-_])(authorization|auth|key|apikey|token|secret|password|passphrase|credentials?|signature)([-_]|$)/;

const MAX_NAME_LENGTH = 100;
const MAX_VALUE_LENGTH = 2048;

/** At most so many for a connection. */
export const MAX_OWN_HEADERS = 20;

/**
 * Whether the user may add this header to every request of a connection. Neither a header that Baton sets itself, nor
 * one with a key, nor a value that would end the header.
 */
export function isOwnHeader(name: string, value: string): boolean {
  const lower = name.toLowerCase();
  return (
    name.length <= MAX_NAME_LENGTH &&
    value.length <= MAX_VALUE_LENGTH &&
    /^[\w!#$%&'*+.^`|~-]+$/.test(name) &&
    /^[\u0021-\u007e](?:[\u0020-\u007e]*[\u0021-\u007e])?$/.test(value) &&
    !RESERVED.test(lower) &&
    !SECRET.test(lower)
  );
}
